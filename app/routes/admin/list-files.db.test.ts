import { expect, test } from "vitest";
import { importRuns } from "#app/catalogue/data/import/tables.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as history from "./history/entries-csv.ts";
import * as orders from "./orders/list-csv.ts";
import * as tickets from "./orders/tickets.tsx";
import * as imports from "./product/import/runs-csv.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

/** One column of a file that has no line breaks in its cells. */
function columnOf(file: unknown, title: string): readonly string[] {
  const [head = "", ...lines] = String(file).trimEnd().split("\r\n");
  const at = head.split(",").indexOf(title);
  expect(at, title).not.toBe(-1);
  return lines.map((line) => line.split(",")[at] ?? "");
}

test("exports the chosen orders of a list, or all that match its address", async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
  const stored = async (order: Parameters<typeof storeOrder>[1]) => (await storeOrder(db, order)).order.id;
  const zoe = await stored({ placedAt: at(18), customerName: "Zoe", status: "completed", capturedCents: 3938 });
  const yan = await stored({ placedAt: at(17), customerName: "=Yan", fulfillment: "delivery" });
  await stored({ placedAt: at(16), customerName: "Rex", status: "rejected", paymentState: "voided", reasonCode: "too_busy" });
  const names = async (path: string) => columnOf((await ana.get(orders, path)).data, "customer");
  expect(await names("/admin/orders/all.csv")).toEqual(["Zoe", "'=Yan", "Rex"]);
  expect(await names("/admin/orders/rejected.csv")).toEqual(["Rex"]);
  expect(await names(`/admin/orders/all.csv?selected=${yan},no-number`)).toEqual(["'=Yan"]);
  expect(await names(`/admin/orders/all.csv?selected=${yan}&selected=${zoe}`)).toEqual(["Zoe", "'=Yan"]);
  expect(await names(`/admin/orders/rejected.csv?selected=${zoe}`)).toEqual([]);
  const search = (list: string) => encodeURIComponent(list);
  expect(await names(`/admin/orders/all.csv?selected=all&search=${search("status=sold&fulfillment=delivery")}`)).toEqual(["'=Yan"]);
  expect(await names(`/admin/orders/all.csv?search=${search("q=rex&page=7&selected=all")}`)).toEqual(["Rex"]);
  expect(columnOf((await ana.get(orders, `/admin/orders/all.csv?selected=${zoe}`)).data, "paid")).toEqual(["39.38"]);
  // As the shop's clock showed it: a spreadsheet takes it for a time.
  expect(columnOf((await ana.get(orders, `/admin/orders/all.csv?selected=${zoe}`)).data, "placed_at")).toEqual(["2026-11-20 13:00:00"]);

  const printed = (await ana.get(tickets, `/admin/orders/tickets?selected=${yan},${zoe}`)).data;
  expect(printed).toMatchObject({ isMore: false, orders: [{ customer: { name: "Zoe" } }, { customer: { name: "=Yan" } }] });
});

test("exports staff discounts with reasons, and lists their orders", async () => {
  const byStaff = { kind: "amount" as const, amount: 338, reason: "Cold soup" };
  const texts = { title: "Discount: Cold soup", code: null, kind: "staff-discount", explanation: "" };
  const given = { ...texts, promotionId: 0, amount: 338, lineShares: {}, deliveryShare: 0, byStaff };
  await storeOrder(db, { customerName: "Ida", status: "completed", appliedPromotions: [given] });
  const { data } = await ana.get(orders, `/admin/orders/all.csv?selected=all&search=${encodeURIComponent("promotion=0")}`);
  expect(columnOf(data, "customer")).toEqual(["Ida"]);
  expect(columnOf(data, "staff_discount")).toEqual(["3.38"]);
  expect(columnOf(data, "discount_reason")).toEqual(["Cold soup"]);
});

test("files use semicolons in a region with a decimal comma", async () => {
  const set = (LOCALE: string | null) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { LOCALE }, { userId: null, userName: "Ana" }));
  await set("de-DE");
  const { order } = await storeOrder(db, { customerName: "Zoë; Ö", status: "completed", capturedCents: 3938 });
  const { data } = await ana.get(orders, `/admin/orders/all.csv?selected=${order.id}`);
  await set(null);
  expect(data).toMatch(/^number;placed_at;.*\r\n.*;"Zoë; Ö";.*;39,38;/);
});

test("a history export has the changes of each entry", async () => {
  const add = (subject: string, after: unknown) =>
    recordAudit(db, {
      userId: null,
      userName: "Bob",
      action: "edit",
      subject,
      subjectKind: "category",
      subjectIds: ["7"],
      before: { 7: {} },
      after,
    });
  const soups = await add("Soups", { 7: { name: "Soups" } });
  await add("Teas", { 7: { name: "Teas" } });
  const all = String((await ana.get(history, "/admin/history/entries.csv?search=q%3Dbob")).data);
  expect(columnOf(all, "what")).toEqual(["Edit: Teas", "Edit: Soups"]);
  const one = String((await ana.get(history, `/admin/history/entries.csv?selected=${soups}`)).data);
  expect(columnOf(one, "who")).toEqual(["Bob"]);
  expect(one).toContain("→ Soups");
});

test("exports the chosen imports", async () => {
  const run = { sizeBytes: 5, state: "done" as const, userName: "Ana" };
  const [first] = await db
    .insert(importRuns)
    .values([
      { ...run, fileName: "menu.csv" },
      { ...run, fileName: "drinks.csv" },
    ])
    .returning({ id: importRuns.id });
  const files = async (query: string) => columnOf((await ana.get(imports, `/admin/product/import/runs.csv${query}`)).data, "file");
  expect(await files("?search=q%3Ddrinks")).toEqual(["drinks.csv"]);
  expect(await files(`?selected=${first?.id}`)).toEqual(["menu.csv"]);
});
