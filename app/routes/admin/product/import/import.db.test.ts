import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { importList } from "#app/catalogue/domain/import/import.schema.ts";
import { findRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { listRuns } from "#app/catalogue/data/import/list-runs.server.ts";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { performRun } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { undoImport } from "#app/catalogue/workflows/import/undo-import.server.ts";
import { undoInTurn } from "#app/catalogue/workflows/import/undo-runs.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { adminAccess } from "#app/staff/domain/permissions.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as upload from "#app/routes/admin/api/import.ts";
import { servicesContext } from "#app/http/context.server.ts";
import * as exportFile from "#app/routes/admin/product/export.ts";
import { insertProduct } from "#test/catalogue.ts";
import * as detail from "./detail.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const tools = { ...services, publicUrl: services.env.publicUrl, fetchPicture: () => Promise.reject(new Error("something was fetched")) };

beforeEach(async () => {
  await db.delete(products);
  await db.delete(importRuns);
});

const FILE = "Handle,Title,Variant Price,Colour\ntea,Tea,3.50,Me\ncup,Cup,x,Me\n";

async function send(text: string | Uint8Array<ArrayBuffer>, name = "products.csv") {
  const answer = await ana.post(upload, "/admin/api/import", { file: new File([text], name) });
  return { answer, id: (answer.data as { readonly id: number }).id };
}
const at = (id: number) => [`/admin/product/import/${id}`, { id: String(id) }] as const;
const press = (id: number, fields: Readonly<Record<string, string>>) => ana.post(detail, at(id)[0], fields, at(id)[1]);
const mapped = {
  intent: "check",
  format: "shopify",
  decimal: ".",
  "column-0": "handle",
  "column-1": "title",
  "column-2": "price",
  "column-3": "",
};

test("uploads, maps, previews, imports and undoes a file", async () => {
  const { answer, id } = await send(FILE);
  expect(answer).toMatchObject({ status: 201, data: { id } });
  expect((await ana.get(detail, ...at(id))).data).toMatchObject({
    run: { state: "uploaded", fileName: "products.csv" },
    reading: { mapping: { columns: ["handle", "title", "price", null] }, headings: ["Handle", "Title", "Variant Price", "Colour"] },
  });
  expect(await press(id, mapped)).toMatchObject({ status: 302 });
  await performRun(tools, id);
  expect((await ana.get(detail, ...at(id))).data).toMatchObject({
    run: { state: "checked", counts: { new: 1, broken: 1 } },
    items: [
      { name: "Tea", outcome: "new" },
      { name: "Cup", outcome: "broken" },
    ],
    problems: { total: 1 },
  });
  expect((await ana.get(detail, `${at(id)[0]}?outcome=broken&page=1`, at(id)[1])).data).toMatchObject({
    items: [{ name: "Cup" }],
    total: 1,
  });
  expect(await db.$count(products)).toBe(0);
  expect(await press(id, { intent: "run" })).toMatchObject({ status: 302 });
  await performRun(tools, id);
  expect(await db.$count(products)).toBe(1);
  expect(await press(id, { intent: "run" })).toMatchObject({ status: 422 });
  expect(await press(id, { intent: "undo" })).toMatchObject({ status: 302 });
  await undoImport(db, id, { userId: 1, userName: "Ana" }, services.now());
  expect((await ana.get(list, "/admin/product/import")).data).toMatchObject({ total: 1, runs: [{ state: "undone" }] });
});

test.each([
  [{ intent: "" }, "Choose what to do."],
  [{ intent: "check", format: "pdf", decimal: "." }, "Choose what the file is."],
  [{ ...mapped, decimal: ";" }, "Choose how prices are written."],
  [{ ...mapped, "column-1": "regularPrice" }, "Choose what each column is."],
  [
    { ...mapped, "column-1": "" },
    expect.stringMatching(/^The file has no column for the name\. Its first line must be .*; found: “Handle”, “Title”,/),
  ],
  [{ ...mapped, "column-3": "title" }, "Two columns are read as “Title”; choose one of them."],
  [{ intent: "format", format: "x" }, "Choose what the file is."],
  [{ intent: "run" }, "Another staff member has changed this import. Check its status."],
])("%j changes nothing and says why", async (fields, message) => {
  const { id } = await send(FILE);
  expect(await press(id, fields)).toMatchObject({ status: 422, data: { message } });
  expect(await findRun(db, id)).toMatchObject({ state: "uploaded", mapping: { columns: ["handle", "title", "price", null] } });
});

test("a rejected mapping keeps its input", async () => {
  const { id } = await send(FILE);
  const missing = await press(id, { ...mapped, decimal: ",", "column-0": "body", "column-3": "tags", pictures: "on" });
  expect(missing).toMatchObject({
    status: 422,
    data: { typed: { mapping: { format: "shopify", decimal: ",", columns: ["body", "title", "price", "tags"] }, withPictures: true } },
  });
  const broken = await press(id, { ...mapped, decimal: ";", "column-0": "no such column", "column-3": "tags" });
  expect(broken.data).toMatchObject({
    typed: { mapping: { decimal: ".", columns: [null, "title", "price", "tags"] }, withPictures: false },
  });
});

test("searches, filters and sorts past imports", async () => {
  await send(FILE, "spring.csv");
  await send(`${FILE}mug,Mug,2,Me\n`, "autumn.csv");
  const { id } = await send(FILE, "winter.csv");
  await db.update(importRuns).set({ state: "done", userName: "Bo" }).where(eq(importRuns.id, id));
  const shown = async (query: string) => {
    const { runs, total } = (await ana.get(list, `/admin/product/import${query}`)).data as { runs: { fileName: string }[]; total: number };
    return [total, ...runs.map((run) => run.fileName.slice(0, 6))];
  };
  expect(await shown("")).toEqual([3, "winter", "autumn", "spring"]);
  expect(await shown("?q=bo")).toEqual([1, "winter"]);
  expect(await shown("?state=uploaded&sort=created")).toEqual([2, "spring", "autumn"]);
  expect(await shown("?sort=name")).toEqual([3, "autumn", "spring", "winter"]);
  expect(await shown("?sort=-size&per_page=1")).toEqual([3, "autumn"]);
  expect(await shown("?q=%25&state=nonsense")).toEqual([0]);
});

test("bulk undo goes from the latest import back and counts skipped ones", async () => {
  const bring = async (text: string, name: string) => {
    const { id } = await send(text, name);
    await press(id, mapped);
    await performRun(tools, id);
    await press(id, { intent: "run" });
    await performRun(tools, id);
    return id;
  };
  const price = async () => (await db.select({ cents: products.priceCents, deletedAt: products.deletedAt }).from(products))[0];
  const first = await bring("Handle,Title,Variant Price,Colour\ntea,Tea,3.50,Me\n", "first.csv");
  const second = await bring("Handle,Title,Variant Price,Colour\ntea,Tea,4.50,Me\n", "second.csv");
  const { id: third } = await send(FILE, "third.csv");
  expect(await price()).toMatchObject({ cents: 450, deletedAt: null });
  const choose = (selected: string, intent = "undo") => ana.post(list, "/admin/product/import", { intent, selected });
  expect(await choose("")).toMatchObject({ status: 422, data: { message: "Choose imports first." } });
  expect(await choose(String(third))).toMatchObject({
    status: 422,
    data: { message: expect.stringMatching(/nothing to undo/) as unknown },
  });
  expect(await choose(`${first}`, "burn")).toMatchObject({ status: 422 });
  expect(await price(), "a refused choice changes nothing").toMatchObject({ cents: 450, deletedAt: null });

  // The jobs that brought them in are done; here nobody works on the queue.
  await db.$client.query("delete from pgboss.job");
  expect(await choose(`${first},${third},${second}`)).toMatchObject({ status: 302, location: "/admin/product/import" });
  const begun = async () => {
    const { rows } = await db.$client.query<{ id: number; next: string }>(
      "select (data->>'runId')::int id, data->>'next' next from pgboss.job where name = 'import-products' and data->>'act' = 'undo' order by created_on",
    );
    return rows.map(({ id, next }) => [id, next]);
  };
  const perform = (runId: number, next: readonly number[]) =>
    undoInTurn(services, { runId, next, actor: { userId: 1, userName: "Ana" } }, () => Promise.resolve(true));
  expect(await begun()).toEqual([[second, String(first)]]);
  expect(await choose(String(second)), "its job works on it").toMatchObject({
    status: 422,
    data: { message: "“second.csv” is being worked on. Wait until that is done." },
  });
  // Stopped: the one before it would find what is not its own any more, and is not begun.
  await db.update(importRuns).set({ state: "cancelled" }).where(eq(importRuns.id, second));
  await perform(second, [first]);
  expect(await begun()).toHaveLength(1);
  expect(await findRun(db, first)).toMatchObject({ state: "done" });
  await db.update(importRuns).set({ state: "undoing" }).where(eq(importRuns.id, second));
  await perform(second, [first]);
  await perform(second, [first]);
  expect(await begun(), "also when its job is tried again").toEqual([
    [second, String(first)],
    [first, ""],
  ]);
  await perform(first, []);
  expect(await price()).toMatchObject({ cents: 350, deletedAt: expect.any(Date) as unknown });
  expect((await ana.get(list, "/admin/product/import")).data).toMatchObject({
    runs: [
      { fileName: "third.csv", state: "uploaded" },
      { fileName: "second.csv", state: "undone", outcome: "0 products moved to the bin, 1 product back as before." },
      { fileName: "first.csv", state: "undone", outcome: "1 product moved to the bin, 0 products back as before." },
    ],
  });
  const acts = await db
    .select({ action: auditLog.action, ids: auditLog.subjectIds })
    .from(auditLog)
    .where(eq(auditLog.action, "undo-import"));
  expect(acts.filter(({ ids }) => ids?.includes(String(first)) === true || ids?.includes(String(second)) === true)).toHaveLength(2);
  expect(await choose(`${first},${second}`), "there is nothing left of them").toMatchObject({ status: 422 });
});

test("a file can be mapped again, or discarded", async () => {
  const { id } = await send("Name,Price\nTea,3\n");
  expect(await press(id, { intent: "format", format: "woocommerce" })).toMatchObject({ status: 302 });
  expect(await findRun(db, id)).toMatchObject({ mapping: { format: "woocommerce", columns: ["name", null] } });
  expect(await press(id, { intent: "discard" })).toMatchObject({ status: 302, location: "/admin/product/import" });
  expect(await ana.get(detail, ...at(id))).toMatchObject({ status: 404 });
});

test("rejects a missing, empty or binary file and stores nothing", async () => {
  const refused = (message: string) => ({ status: 422, data: expect.objectContaining({ message, errors: [{ path: "file", message }] }) });
  expect((await send("", "")).answer).toMatchObject(refused("Choose a file first."));
  expect((await send("")).answer).toMatchObject(refused("This file is empty. Choose another one."));
  const { answer } = await send(new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0xff, 0xd8]), "menu.xlsx");
  expect(answer).toMatchObject({ status: 422, data: { errors: [{ path: "file", message: expect.stringContaining("not a text file") }] } });
  expect((await listRuns(db, importList.parse({}))).total).toBe(0);
});

test("only a super-admin may import and export", () => {
  for (const path of ["/admin/product/import", "/admin/product/import/1", "/admin/api/import", "/admin/product/export"]) {
    expect(adminAccess(path, { roles: ["super-admin"] })).toEqual({ allow: true });
    expect(adminAccess(path, { roles: ["order-admin"] }).allow).toBe(false);
    expect(adminAccess(path, null).allow).toBe(false);
  }
});

test("exports the filtered, the chosen, or all products", async () => {
  const [tea] = [
    await insertProduct(db, { name: "Green tea" }),
    await insertProduct(db, { name: "Soup" }),
    await insertProduct(db, { name: "Gone", deletedAt: new Date() }),
  ];
  const names = async (query: string) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    const request = new Request(`http://localhost:3000/admin/product/export${query}`);
    const answer = await exportFile.loader({ request, context, params: {}, url: new URL(request.url), pattern: "" });
    expect(answer.headers.get("Content-Disposition")).toContain("products-");
    return (await answer.text())
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.split(",")[1]);
  };
  expect(await names("")).toEqual(["Green tea", "Soup"]);
  expect(await names("?q=tea")).toEqual(["Green tea"]);
  expect(await names("?q=nothing+at+all")).toEqual([]);
  expect(await names(`?selected=${tea}`)).toEqual(["Green tea"]);
});
