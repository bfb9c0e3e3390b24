import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { pages } from "#app/content/data/tables.ts";
import { publishDuePages } from "#app/content/workflows/publish-pages.server.ts";
import * as undo from "#app/routes/admin/undo.ts";
import * as shown from "#app/routes/shop/page.tsx";
import * as shared from "#app/routes/shop/page-preview.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { insertCategory, insertProduct } from "#test/catalogue.ts";
import { createVisitor } from "#test/call-route.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages, typed } from "#test/staff-pages.ts";
import * as list from "./index.tsx";
import * as page from "./page.tsx";
import * as preview from "./preview.tsx";
import * as versions from "./versions.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ana = openStaffPages(services, "Ana");

beforeEach(async () => {
  await db.delete(auditLog);
  await db.delete(pages);
});

const fields = {
  title: "About us",
  slug: "about",
  summary: "Who we are",
  html: "<p>We bake.</p>",
  seoTitle: "",
  seoDescription: "",
  publishAt: "",
};
const EDIT = "/admin/cms/page/1";
const params = (id: number) => ({ id: String(id) });

async function create(over: Partial<typeof fields> = {}): Promise<number> {
  const made = await ana.post(page, "/admin/cms/page/create", { ...fields, ...over });
  expect(made.status).toBe(302);
  return Number(made.location?.split("/").at(-1));
}

const edit = (id: number, over: Record<string, string>) => ana.edit(page, EDIT, over, params(id));
const act = (id: number, intent: string) => ana.post(page, EDIT, { intent }, params(id));

/** What a visitor gets at that address: the text, where it leads, or nothing. */
async function visit(slug: string): Promise<string> {
  const answer = await createVisitor(services).call(
    { loader: (args) => shown.loader({ ...args, params: { "*": slug } }) },
    "GET",
    `/${slug}`,
  );
  if (answer.status === 404) return "404";
  return answer.status === 301 ? `→ ${answer.headers.get("Location")}` : ((await answer.json()) as { page: { html: string } }).page.html;
}

test("a new page can start as the accessibility statement with the shop's phone", async () => {
  const opened = await ana.open(page, "/admin/cms/page/create?template=accessibility");
  expect(opened.values).toMatchObject({ slug: "accessibility", title: "Accessibility" });
  const { TELEPHONE } = await readSettings(db);
  expect(opened.values["html"]).toContain(TELEPHONE === "" ? "answer any email from us" : TELEPHONE);
  expect((await ana.open(page, "/admin/cms/page/create")).values["slug"]).toBe("");
  const made = await ana.post(page, "/admin/cms/page/create", typed(opened));
  expect(made.status).toBe(302);
});

test("a page stays a draft until published, and so do later changes", async () => {
  const id = await create();
  expect(await visit("about")).toBe("404");
  await act(id, "publish");
  expect(await visit("about")).toBe("<p>We bake.</p>");
  await edit(id, { html: "<p>We bake bread.</p>", title: "Our bakery" });
  expect(await visit("about")).toBe("<p>We bake.</p>");
  expect((await ana.get(page, EDIT, params(id))).data).toMatchObject({ state: "changed", title: "Our bakery", address: "/about" });
  await act(id, "publish");
  expect(await visit("about")).toBe("<p>We bake bread.</p>");
  await act(id, "unpublish");
  expect(await visit("about")).toBe("404");
  const rows = await db.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.map((row) => row.action)).toEqual(["add", "publish", "edit", "publish", "unpublish"]);
  await ana.post(undo, "/admin/undo", { entry: String(rows.at(-1)?.id), to: "/admin/cms" });
  expect(await visit("about")).toBe("<p>We bake bread.</p>");
});

test("discarding resets the draft to the public version", async () => {
  const id = await create();
  await act(id, "publish");
  await edit(id, { html: "<p>Oops</p>", slug: "oops" });
  await act(id, "discard");
  expect((await ana.get(page, EDIT, params(id))).data).toMatchObject({ state: "published", form: { values: { slug: "about" } } });
});

test("a former address redirects to the page without chains, until it is reused", async () => {
  const id = await create();
  await act(id, "publish");
  for (const slug of ["about-us", "us/about"]) {
    await edit(id, { slug });
    await act(id, "publish");
  }
  expect([await visit("about"), await visit("about-us"), await visit("us/about")]).toEqual([
    "→ /us/about",
    "→ /us/about",
    "<p>We bake.</p>",
  ]);
  const other = await create({ slug: "about", html: "<p>Another</p>" });
  expect(await visit("about")).toBe("→ /us/about");
  await act(other, "publish");
  expect(await visit("about")).toBe("<p>Another</p>");
  // Back to an earlier address of its own: nothing turns in circles.
  await edit(id, { slug: "about-us" });
  await act(id, "publish");
  expect([await visit("about-us"), await visit("us/about")]).toEqual(["<p>We bake.</p>", "→ /about-us"]);
  await act(id, "unpublish");
  expect(await visit("us/about")).toBe("404");
});

test("a scheduled page becomes public at its time, with its author in the history", async () => {
  const id = await create({ publishAt: "2099-12-24T18:00" });
  const [row] = await db.select().from(pages).where(eq(pages.id, id));
  // 18:00 in New York in winter.
  expect(row?.publishAt?.toISOString()).toBe("2099-12-24T23:00:00.000Z");
  expect((await ana.get(page, EDIT, params(id))).data).toMatchObject({
    state: "scheduled",
    form: { values: { publishAt: "2099-12-24T18:00" } },
  });
  expect(await publishDuePages(db, new Date("2099-12-24T22:59:59Z"))).toBe(0);
  expect(await publishDuePages(db, new Date("2099-12-24T23:00:00Z"))).toBe(1);
  expect(await publishDuePages(db, new Date("2099-12-24T23:01:00Z"))).toBe(0);
  expect(await visit("about")).toBe("<p>We bake.</p>");
  expect((await db.select().from(auditLog).orderBy(auditLog.id)).at(-1)).toMatchObject({
    userId: null,
    userName: "Schedule",
    action: "publish",
  });
});

const refusals: readonly (readonly [string, Partial<typeof fields>, string])[] = [
  ["no title", { title: " " }, "Enter a title."],
  ["no address", { slug: "/" }, "Enter a page URL, such as about-us."],
  ["an address of the shop's own", { slug: "cart/help" }, "The address /cart belongs to the shop itself."],
  ["the staff area's address", { slug: "Admin" }, "The address /admin belongs to the shop itself."],
  ["the shape of a category", { slug: "soups/products" }, "The address /soups/products belongs to the shop itself."],
  ["an address with spaces", { slug: "about us" }, "Use letters, digits, hyphens and slashes only"],
  ["a taken address", { slug: "taken" }, "The page “Taken” has this address."],
  ["an address that a draft is about to take", { slug: "soon" }, "The page “Taken” has this address."],
  ["a day that is none", { publishAt: "2026-02-30T10:00" }, "Enter a day and a time"],
  ["a time that is none", { publishAt: "2026-02-20T25:00" }, "Enter a day and a time"],
  ["a NUL in the text", { html: "a\u0000b" }, "Write the text as plain text."],
];

test.for(refusals)("%s: 422 beside the field, nothing stored", async ([, over, message]) => {
  const taken = await create({ title: "Taken", slug: "taken" });
  await act(taken, "publish");
  await edit(taken, { slug: "soon" });
  const answer = await ana.post(page, "/admin/cms/page/create", { ...fields, ...over });
  expect(answer.status).toBe(422);
  expect(JSON.stringify(answer.data)).toContain(message);
  expect(await db.select().from(pages)).toHaveLength(1);
});

test("removes scripts from the text when it is stored", async () => {
  const id = await create({ html: '<p onclick="x()">Hi<script>alert(1)</script></p><a href="javascript:x()">a</a>' });
  const [row] = await db.select().from(pages).where(eq(pages.id, id));
  expect(row?.html).not.toMatch(/script|onclick/);
});

test("a preview link shows only this draft to anyone for 48 hours", async () => {
  const id = await create();
  const { path } = (await ana.get(preview, "/admin/cms/preview/1", params(id))).data as { path: string };
  const look = async (token: string) => {
    const answer = await createVisitor(services).call(
      { loader: (args) => shared.loader({ ...args, params: { token } }) },
      "GET",
      `/page-preview/${token}`,
    );
    const body = (await answer.json()) as { readonly message: string } | { readonly page: { readonly title: string } };
    return "page" in body ? [answer.status, answer.headers.get("Cache-Control"), body.page.title] : [answer.status, body.message];
  };
  const token = path.split("/").at(-1) ?? "";
  expect(await look(token)).toEqual([200, "private, no-store", "About us"]);
  const missing = [404, expect.stringContaining("/page-preview/")];
  expect(await look(token.replace(/^\d+/, String(id + 1)))).toEqual(missing);
  expect(await look(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toEqual(missing);
  shop.passMinutes(48 * 60 + 1);
  expect(await look(token)).toEqual([404, expect.stringMatching(/^This preview is over: its link worked for 48 hours/)]);
  expect(await look(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toEqual(missing);
});

test("compares and restores each published version", async () => {
  const id = await create();
  await act(id, "publish");
  await edit(id, { html: "<p>We bake bread.</p>" });
  await act(id, "publish");
  const read = async (query = "") =>
    (await ana.get(versions, `/admin/cms/versions/1${query}`, params(id))).data as {
      versions: { entry: number; by: string }[];
      chosen: { pieces: { kind: string; text: string }[] };
    };
  const all = await read();
  expect(all.versions.map((version) => version.by)).toEqual(["Ana", "Ana"]);
  expect(all.chosen.pieces.every((piece) => piece.kind === "same")).toBe(true);
  const first = all.versions[1]?.entry ?? 0;
  expect((await read(`?version=${first}`)).chosen.pieces.filter((piece) => piece.kind === "new").map((piece) => piece.text.trim())).toEqual(
    ["bread"],
  );
  await ana.post(versions, "/admin/cms/versions/1", { version: String(first) }, params(id));
  expect((await ana.get(page, EDIT, params(id))).data).toMatchObject({ state: "changed", form: { values: { html: "<p>We bake.</p>" } } });
  expect((await ana.post(versions, "/admin/cms/versions/1", { version: "999999" }, params(id))).status).toBe(422);
});

test("the list filters and changes many pages at once", async () => {
  const about = await create();
  await create({ title: "Help", slug: "help/delivery" });
  const titles = async (query: string) =>
    ((await ana.get(list, `/admin/cms?${query}`)).data as { rows: { title: string }[] }).rows.map((row) => row.title);
  expect(await titles("q=help")).toEqual(["Help"]);
  expect(await titles("sort=-title")).toEqual(["Help", "About us"]);
  await ana.post(list, "/admin/cms", { intent: "publish", selected: String(about) });
  expect([await titles("state=published"), await titles("state=draft")]).toEqual([["About us"], ["Help"]]);
});

test("list and editor report broken links: deleted, hidden, unpublished", async () => {
  const jobs = await create({ title: "Jobs", slug: "jobs" });
  const hidden = await insertProduct(db, { name: "Old tea", isHidden: true });
  const shown = await insertProduct(db, { name: "Tea" });
  const closed = await insertCategory(db, { name: "Winter", isHidden: true });
  const html = [
    `<a href="/jobs" data-page="${jobs}">Work here</a>`,
    `<a href="/products/${hidden}">Our &amp; <strong>old</strong> tea</a>`,
    `<a href="/products/${shown}">Tea</a>`,
    `<a href="/products/999999">Gone</a>`,
    `<a href="/${closed}/products">Winter</a>`,
    '<a href="/nowhere">Nothing</a> <a href="https://example.com">Elsewhere</a> <a href="/cart">Cart</a>',
  ];
  const id = await create({ slug: "links", html: `<p>${html.join(" ")}</p>` });
  const open = async () => ((await ana.get(page, EDIT, params(id))).data as { broken: { words: string; problem: string }[] }).broken;
  const told = (await open()).map(({ words, problem }) => `${words}: ${problem}`);
  expect(told).toEqual([
    "Work here: The page “Jobs” is not published.",
    "Our & old tea: The product “Old tea” is hidden.",
    "Gone: This product is deleted.",
    "Winter: The category “Winter” is hidden.",
    "Nothing: There is no page at /nowhere.",
  ]);
  const rows = (await ana.get(list, "/admin/cms")).data as { rows: { slug: string; broken: number }[]; brokenAtHome: number };
  expect(rows.rows.map((row) => [row.slug, row.broken])).toEqual(
    expect.arrayContaining([
      ["links", 5],
      ["jobs", 0],
    ]),
  );
  const home = {
    pictureId: null,
    button: { text: "Go", url: "/gone" },
    blocks: [{ id: "a", type: "products" as const, title: "Ours", ids: [hidden] }],
  };
  await db.insert(pages).values({ slug: "", title: "Home", html: "", status: "published", home });
  expect(((await ana.get(list, "/admin/cms")).data as typeof rows).brokenAtHome).toBe(2);
});
