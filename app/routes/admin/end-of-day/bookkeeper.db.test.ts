import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { totalLeft } from "#app/orders/domain/changes/order-change.ts";
import { closeDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { parseAmount } from "#app/values/money/money-input.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { insertProduct } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { storeOrder } from "#test/stored-orders.ts";
import * as page from "./bookkeeper.tsx";
import * as csv from "./bookkeeper-csv.ts";

const shop = await openTestShop();
const { db } = shop.services;
let now = new Date("2026-03-05T03:00:00Z");
const services = { ...shop.services, now: () => now };
const ana = openStaffPages(services, "Ana");
const ANA = { id: 1, email: "ana@example.com", name: "Ana", roles: ["super-admin"] } as const;
const ZONE = "America/Toronto";

/** A number from 0 below `most`, the same in every run. */
let state = 7;
const random = (most: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % most;
};

/** What weighing or a change of a paid order paid back. */
const LOWERED = 54;

/** Stores 40 orders over eight days, some whose total was lowered, some refunded later, and closes every other day. */
async function fillBooks(): Promise<void> {
  for (let day = 0; day < 8; day += 1) {
    const start = Date.UTC(2026, 2, 4 + day, 17);
    for (let index = 0; index < 5; index += 1) {
      const at = new Date(start + random(9 * 60) * 60_000);
      const isCard = random(3) > 0;
      const money = isCard
        ? { status: "accepted" as const, paymentState: "captured" as const, capturedCents: 3938 + (index === 0 ? LOWERED : 0) }
        : { status: "completed" as const, paymentState: "none" as const, gateway: "none" as const, completedAt: at };
      const { order } = await storeOrder(db, { ...money, acceptedAt: at, placedAt: at, customerName: "Zebulon" });
      const payBack = (amountCents: number, settledAt: Date) =>
        db.insert(refunds).values({ id: randomUUID(), orderId: order.id, amountCents, status: "succeeded", settledAt });
      if (isCard && index === 0) await payBack(LOWERED, at);
      if (!isCard || random(2) === 0) continue;
      await payBack(1 + random(3938), new Date(at.getTime() + random(4 * 24 * 60) * 60_000));
    }
    now = new Date(start + 10 * 60 * 60_000);
    if (day % 2 === 1 || day === 0) await close();
  }
  now = new Date("2026-03-20T17:00:00Z");
  await close();
}

async function close(): Promise<void> {
  const { lastKey, next } = await previewClosing(db, "", now, ZONE);
  // The proposed day first, so that several are closed one after the other.
  const input = {
    day: next?.span.day ?? "",
    float: 5000,
    terminal: 0,
    counted: 5000 + random(20_000),
    note: "",
    last: lastKey,
    seen: next?.seen ?? "",
  };
  const closed = await closeDay(services, ANA, input);
  expect(closed.ok, JSON.stringify(closed)).toBe(true);
  const after = await previewClosing(db, "", now, ZONE);
  if (after.next !== null && after.next.counted.orders > 0) await close();
}

await fillBooks();

const file = async (name: string, query = "from=2026-03-01&to=2026-03-31") => {
  const { data } = await ana.get(csv, `/admin/end-of-day/files/${name}?${query}`, { file: name });
  const [head = [], ...rows] = String(data)
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  return { head, rows, sum: (column: string) => rows.reduce((total, row) => total + centsOf(row[head.indexOf(column)] ?? ""), 0) };
};
const centsOf = (text: string) => {
  const cents = parseAmount(text === "" ? "0" : text, "USD");
  return cents.ok ? cents.value : Number.NaN;
};

test("all files add up to all orders and refunds", async () => {
  const all = await db.select().from(orders);
  const back = Map.groupBy(await db.select().from(refunds), ({ orderId }) => orderId);
  const refundedOf = (id: string) => (back.get(id) ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const left = all.map(({ id, finalTotalCents: finalTotal, capturedCents: captured }) =>
    totalLeft({ finalTotal, captured, refunded: refundedOf(id) }),
  );
  expect(all.filter(({ capturedCents }) => capturedCents > 3938).length).toBeGreaterThan(3);
  const tax = all.reduce((sum, { taxCents }) => sum + taxCents, 0);
  const [first] = all;
  await db
    .update(orders)
    .set({ receiptNumber: 1042 })
    .where(eq(orders.id, first?.id ?? ""));
  const [lines, taxes, journal] = [await file("order-lines"), await file("tax"), await file("journal")];
  for (const { head, rows } of [lines, taxes, journal])
    expect(new Set(rows.map((row) => row[head.indexOf("currency")]))).toEqual(new Set(["USD"]));
  expect(new Set(lines.rows.map((row) => row.slice(-3, -1).join(" ")))).toEqual(new Set(["13% HST 13%", " "]));
  const numbered = lines.rows.filter((row) => row[lines.head.indexOf("receipt_number")] === "1042");
  expect(new Set(numbered.map((row) => row[2]))).toEqual(new Set([first?.number]));
  expect(all).toHaveLength(40);
  expect(lines.sum("paid")).toBe(left.reduce((sum, each) => sum + each, 0));
  expect([lines.sum("tax"), taxes.sum("tax_amount")]).toEqual([tax, tax]);
  expect(new Set(lines.rows.map((row) => row[2])).size).toBe(40);
  expect(journal.sum("debit")).toBe(journal.sum("credit"));
  const days = Map.groupBy(journal.rows, (row) => row[0] ?? "");
  expect(days.size).toBeGreaterThan(5);
  for (const [day, rows] of days) {
    const side = (index: number) => rows.reduce((sum, row) => sum + centsOf(row[index] ?? ""), 0);
    expect(side(5), day).toBe(side(6));
  }
  expect(JSON.stringify([lines, taxes, journal])).not.toContain("Zebulon");
});

test("the journal uses the settings' accounts, and its days balance", async () => {
  const before = await file("journal");
  const accounts = { JOURNAL_CASH: "1600 Kasse", JOURNAL_SALES: "8400 Erlöse, 19 %", JOURNAL_REFUNDS: "8400 Erlöse, 19 %" };
  const write = (values: typeof accounts | Record<keyof typeof accounts, null>) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, values, { userId: null, userName: "Ana" }));
  await write(accounts);
  const { data } = await ana.get(csv, "/admin/end-of-day/files/journal?from=2026-03-01&to=2026-03-31", { file: "journal" });
  const text = String(data);
  expect(text).toContain(",1600,Kasse,,");
  expect(text).toContain(',8400,"Erlöse, 19 %",,');
  expect(text).not.toMatch(/,(?:1000|4000|4095),/);
  const shown = (await ana.get(page, "/admin/end-of-day/bookkeeper")).data as Awaited<ReturnType<typeof page.loader>>;
  expect(shown.accounts).toMatchObject({ cash: { number: "1600", name: "Kasse" }, tax: { number: "2200", name: "Tax payable" } });
  await write({ JOURNAL_CASH: null, JOURNAL_SALES: null, JOURNAL_REFUNDS: null });
  const after = await file("journal");
  expect(after.rows).toEqual(before.rows);
  const renamed = text.replaceAll(",1600,Kasse,", ",1000,Cash,").replaceAll(/,8400,"Erlöse, 19 %",/g, ",8400,x,");
  const sides = renamed
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  for (const [day, rows] of Map.groupBy(sides, (row) => row[0] ?? "")) {
    const side = (index: number) => rows.reduce((sum, row) => sum + centsOf(row[index] ?? ""), 0);
    expect(side(5), day).toBe(side(6));
  }
});

test("order lines carry the SKU of their products", async () => {
  const skus = ({ head, rows }: Awaited<ReturnType<typeof file>>) =>
    new Set(rows.map((row) => `${row[head.indexOf("kind")]} ${row[head.indexOf("sku")]}`));
  expect(skus(await file("order-lines"))).toContain("item ");
  await insertProduct(db, { id: 1, sku: "TEA-1" });
  const kinds = skus(await file("order-lines"));
  expect(kinds).toContain("item TEA-1");
  expect(kinds).toContain("refund ");
  expect(kinds).not.toContain("item ");
});

test("limits files to the requested days, in either order", async () => {
  const days = async (query: string) => new Set((await file("journal", query)).rows.map((row) => row[0]));
  expect(await days("from=2026-03-05&to=2026-03-05")).toEqual(new Set(["2026-03-05"]));
  expect(await days("from=2026-03-06&to=2026-03-05")).toEqual(await days("from=2026-03-05&to=2026-03-06"));
  expect((await file("tax", "from=2025-01-01&to=2025-12-31")).rows).toEqual([]);
});

test("shows the sums of the period on the page", async () => {
  const { data } = await ana.get(page, "/admin/end-of-day/bookkeeper?from=2026-03-01&to=2026-03-31");
  expect(data).toMatchObject({ from: "2026-03-01", to: "2026-03-31", tables: [{ title: "Sales: 40 orders" }, { title: "Payments" }] });
  expect((await ana.get(page, "/admin/end-of-day/bookkeeper")).data).toMatchObject({ from: "2026-03-01", to: "2026-03-20" });
});

test.for(["orders", "journal.csv", "%2e"])("finds no file %s", async (name) => {
  expect((await ana.get(csv, `/admin/end-of-day/files/${name}`, { file: name })).status).toBe(404);
});

test("sums only days closed in the shop's currency and says how many are left out", async () => {
  const query = "/admin/end-of-day/bookkeeper?from=2026-03-01&to=2026-03-31";
  const before = (await ana.get(page, query)).data;
  expect(before).toMatchObject({ others: 0 });
  await storeClosedDay(db, { day: "2026-03-25", currency: "eur" });
  const { data } = await ana.get(page, query);
  const { days, tables, taxes } = before as Awaited<ReturnType<typeof page.loader>>;
  expect(data).toMatchObject({ days: days + 1, others: 1, tables, taxes });
});
