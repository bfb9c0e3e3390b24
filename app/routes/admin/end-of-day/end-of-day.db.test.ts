import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { clearOrders } from "#app/orders/data/clear-orders.server.ts";
import { readUncountedOrders, UNCOUNTED_AT_ONCE } from "#app/orders/data/closing/countable-orders.server.ts";
import { dayClosingOrders, dayClosings } from "#app/orders/data/closing/tables.ts";
import { orders, refunds } from "#app/orders/data/tables.ts";
import { writeClosingMail } from "#app/orders/workflows/mail/write-closing-mail.server.tsx";
import { inTransaction } from "#app/platform/db/database.server.ts";
import * as outbox from "#app/routes/admin/orders/outbox/index.tsx";
import { auditLog } from "#app/staff/data/tables.ts";
import { countCurrencyUses } from "#app/store/data/currency-uses.server.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { currencyProblem } from "#app/store/domain/currency-change.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openStaffPages } from "#test/staff-pages.ts";
import { storeOrder, type StoredOrder } from "#test/stored-orders.ts";
import * as close from "./close.tsx";
import * as detail from "./detail.tsx";
import * as list from "./index.tsx";

const shop = await openTestShop();
const { db } = shop.services;
const services = { ...shop.services, now: () => now };
const ana = openStaffPages(services, "Ana");
const bo = openStaffPages(services, "Bo");
await writeSettings(
  db,
  services.secrets,
  { STORE_TIMEZONE: "America/Toronto", ORDER_EMAIL_RECIPIENT: "shop@example.com, books@example.com" },
  { userId: 1, userName: "Ana" },
);

const CLOSE = "/admin/end-of-day/close";
/** 6 PM on that November day in Toronto. */
const evening = (day: number) => new Date(`2026-11-${String(day).padStart(2, "0")}T23:00:00Z`);
/** When the shop closes, at 10 PM. */
const night = (day: number) => new Date(`2026-11-${String(day + 1).padStart(2, "0")}T03:00:00Z`);
let now = night(20);

beforeEach(async () => {
  await db.execute(sql`truncate ${dayClosingOrders}, ${dayClosings}, ${auditLog}`);
  await db.delete(orders);
  await db.delete(mailOutbox);
  now = night(20);
});

const sold = async (changes: Partial<StoredOrder>) =>
  (await storeOrder(db, { placedAt: new Date("2026-10-15T18:00:00Z"), ...changes })).order;
const byCard = (acceptedAt: Date, changes: Partial<StoredOrder> = {}) =>
  sold({ status: "accepted", paymentState: "captured", capturedCents: 3938, acceptedAt, ...changes });
const atPickup = (completedAt: Date, changes: Partial<StoredOrder> = {}) =>
  sold({ status: "completed", paymentState: "none", gateway: "none", acceptedAt: completedAt, completedAt, ...changes });
const refund = (orderId: string, amountCents: number, settledAt: Date, status: "succeeded" | "failed" | "pending" = "succeeded") =>
  db.insert(refunds).values({ id: randomUUID(), orderId, amountCents, status, settledAt });

interface Opened {
  next: {
    day: string;
    lastKey: string;
    seen: string;
    counted: Record<string, number>;
    float: number;
    days: { from: string | null; to: string };
    isSimulated: boolean;
  } | null;
}
const open = async (day = "", who = ana) => ((await who.get(close, `${CLOSE}?day=${day}`)).data as Opened).next;
const send = (opened: Awaited<ReturnType<typeof open>>, over: Record<string, string> = {}, who = ana) =>
  who.post(close, CLOSE, {
    day: opened?.day ?? "",
    last: opened?.lastKey ?? "",
    seen: opened?.seen ?? "",
    float: "100",
    terminal: "0",
    counted: "100",
    note: "",
    ...over,
  });
const closeDay = async (day = "", over: Record<string, string> = {}) => send(await open(day), over);
const reopen = (number: number, because = "The till was counted twice", who = ana) =>
  who.post(detail, `/admin/end-of-day/${number}`, { because }, { id: String(number) });
const closed = () => db.select().from(dayClosings).orderBy(dayClosings.id);

test("closes a day with more cash than an integer column holds", async () => {
  const large = { subTotalCents: 99_000_000, promotionDiscountCents: 0, taxCents: 0, tipCents: 0, totalCents: 99_000_000 } as const;
  for (let order = 0; order < 25; order += 1) await atPickup(evening(20), large);
  expect(await closeDay("", { counted: "24750100.00" })).toMatchObject({ status: 302 });
  expect(await closed()).toMatchObject([{ expectedCashCents: 2_475_010_000, countedCashCents: 2_475_010_000 }]);
});

test("stores the day's amounts, cash, number, history and one email for each address", async () => {
  const card = await byCard(evening(20), { taxLines: [{ label: "HST", rate: 130_000, base: 3037, amount: 395 }] });
  await refund(card.id, 1000, evening(20));
  await atPickup(evening(20));
  await byCard(evening(20), { isTest: true });
  const answer = await closeDay("", { counted: "135.00", note: "Five short" });
  expect(answer).toMatchObject({ status: 302, location: "/admin/end-of-day/1" });
  const [row] = await closed();
  expect(row).toMatchObject({
    number: 1,
    version: 1,
    day: "2026-11-20",
    startsAt: new Date("2026-11-20T09:00:00Z"),
    endsAt: now,
    closedByName: "Ana",
    counted: { orders: 2, items: 6750, discounts: 676, taxAdded: 790, tips: 1012, card: 3938, atPickup: 3938, refunds: 1000 },
    expectedCashCents: 13_938,
    countedCashCents: 13_500,
    note: "Five short",
  });
  expect(await db.select().from(auditLog)).toMatchObject([{ action: "close-day", subject: "day 1", userName: "Ana" }]);
  const mails = await db.select().from(mailOutbox).orderBy(mailOutbox.recipient);
  expect(mails.map(({ recipient, kind }) => [recipient, kind])).toEqual([
    ["books@example.com", "day_closed"],
    ["shop@example.com", "day_closed"],
  ]);
  const letter = writeClosingMail(mails[0]?.data ?? {});
  expect(letter.subject).toContain("Fri, Nov 20, 2026: day 1");
  for (const text of [letter.text, letter.html]) expect(text).toContain("Difference");
  expect(letter.text).toContain("Difference: -$4.38");
  expect((await ana.get(detail, "/admin/end-of-day/1", { id: "1" })).data).toMatchObject({ note: "Five short", mayReopen: true });
});

test("marks card payments as tests while no Stripe key is set", async () => {
  await byCard(evening(20));
  expect(await open()).toMatchObject({ isSimulated: true });
});

test("stores no customer data", async () => {
  await byCard(evening(20), { customerName: "Zebulon", customerEmail: "zebulon@example.com", customerPhone: "+14165559999" });
  await closeDay();
  const [found] = await db.execute<{ text: string }>(
    sql`select string_agg(t::text, ' ') as text from (select to_jsonb(c) from day_closings c union all select to_jsonb(o) from day_closing_orders o) t`,
    "objects",
  );
  expect(found?.text).toContain("3938");
  expect(found?.text).not.toMatch(/zebulon|5559999/i);
});

test("counts orders after the closing once, on the next day", async () => {
  await atPickup(evening(20));
  await closeDay();
  // Handed over at 11 PM, after the closing and before 4 AM.
  const late = await atPickup(new Date("2026-11-21T04:00:00Z"));
  now = new Date("2026-11-21T05:00:00Z");
  expect(await open()).toBeNull();
  now = night(21);
  await atPickup(evening(21));
  await closeDay();
  now = night(22);
  await closeDay();
  expect((await closed()).map(({ day, counted }) => [day, counted.orders])).toEqual([
    ["2026-11-20", 1],
    ["2026-11-21", 2],
    ["2026-11-22", 0],
  ]);
  expect(await db.select().from(dayClosingOrders).where(eq(dayClosingOrders.orderId, late.id))).toHaveLength(1);
});

test("counts refunds and undone completions on the day they become known", async () => {
  const card = await byCard(evening(20));
  const cash = await atPickup(evening(20));
  await closeDay();
  now = night(21);
  await refund(card.id, 1000, evening(21));
  await db
    .update(orders)
    .set({ status: "cancelled", completedAt: null, endedAt: evening(21) })
    .where(eq(orders.id, cash.id));
  await closeDay();
  now = night(22);
  await db.update(refunds).set({ status: "failed", settledAt: evening(22) });
  await closeDay();
  expect(
    (await closed()).map(({ counted: { orders: count, card: cards, atPickup: pickup, refunds: back } }) => [count, cards, pickup, back]),
  ).toEqual([
    [2, 3938, 3938, 0],
    [-1, 0, -3938, 1000],
    [0, 0, 0, -1000],
  ]);
});

test("counts an order and a refund of months ago on the day they happen", async () => {
  const old = { placedAt: new Date("2026-06-01T18:00:00Z") };
  const card = await byCard(new Date("2026-06-01T18:05:00Z"), old);
  await closeDay("2026-06-01");
  await closeDay("2026-11-19");
  await atPickup(evening(20), old);
  await refund(card.id, 1000, evening(20));
  await closeDay();
  expect((await closed()).map(({ counted: { orders: count, refunds: back } }) => [count, back])).toEqual([
    [1, 0],
    [0, 0],
    [1, 1000],
  ]);
});

test("proposes the oldest day with orders, and counts skipped days with the next closed one", async () => {
  await atPickup(evening(20));
  await closeDay();
  await atPickup(evening(21));
  await atPickup(evening(23));
  now = night(24);
  expect(await open()).toMatchObject({ day: "2026-11-21", days: { from: "2026-11-21", to: "2026-11-24" } });
  expect((await open("2026-11-20"))?.day).toBe("2026-11-21");
  await closeDay("2026-11-23");
  expect((await closed())[1]).toMatchObject({
    day: "2026-11-23",
    startsAt: night(20),
    endsAt: new Date("2026-11-24T09:00:00Z"),
    counted: { orders: 2 },
  });
});

test("ends a day at 4 AM on the shop's clock when the clocks change", async () => {
  // Clocks go back at 2 AM on November 1: 4 AM is 9:00 UTC, a day of 25 hours.
  now = night(2);
  await atPickup(new Date("2026-11-01T08:59:59Z"));
  await atPickup(new Date("2026-11-01T09:00:00Z"));
  await closeDay("2026-10-31");
  expect((await closed())[0]).toMatchObject({
    startsAt: new Date("2026-10-31T08:00:00Z"),
    endsAt: new Date("2026-11-01T09:00:00Z"),
    counted: { orders: 1 },
  });
});

test("reads a gap of many orders in pages, each order once", async () => {
  now = night(1);
  await closeDay();
  now = night(20);
  const { id } = await atPickup(evening(2));
  // Of the same instant, with microseconds.
  await db.execute(sql`update orders set placed_at = '2026-11-01 20:00:00.123456Z' where id = ${id}`);
  const copies = UNCOUNTED_AT_ONCE * 2 + 3;
  const columns =
    "cart_hash, status, payment_state, gateway, fulfillment, customer_name, customer_email, customer_phone, email_key, phone_key, sub_total_cents, promotion_discount_cents, delivery_fee_cents, delivery_discount_cents, tax_cents, tax_lines, is_tax_included, tip_cents, total_cents, placed_at, accepted_at, completed_at";
  await db.execute(
    sql`insert into orders (id, public_token, checkout_key, number, business_date, ${sql.raw(columns)})
        select gen_random_uuid(), 'copy ' || n, 'copy ' || n, 'C-' || n, business_date, ${sql.raw(columns)} from orders, generate_series(1, ${copies}) as n`,
  );
  const sizes: number[] = [];
  const ids = new Set<string>();
  for await (const page of readUncountedOrders(db, { until: now, lastEnd: night(1) })) {
    sizes.push(page.length);
    for (const order of page) ids.add(order.id);
  }
  expect(sizes).toEqual([UNCOUNTED_AT_ONCE, UNCOUNTED_AT_ONCE, 4]);
  expect(ids.size).toBe(copies + 1);
  expect((await closeDay("2026-11-20")).status).toBe(302);
  const [, closing] = await closed();
  expect(closing?.counted).toMatchObject({ orders: copies + 1, atPickup: 3938 * (copies + 1) });
  expect(await db.$count(dayClosingOrders)).toBe(copies + 1);
});

test("closes nothing if an order changes while the day's orders are stored", async () => {
  await atPickup(evening(20));
  await db.execute(
    sql`create function sell_more() returns trigger language plpgsql as $$ begin update orders set tip_cents = tip_cents + 100, total_cents = total_cents + 100; return null; end $$`,
  );
  await db.execute(sql`create trigger sell_more after insert on day_closings for each row execute function sell_more()`);
  const answer = await closeDay();
  await db.execute(sql`drop function sell_more cascade`);
  expect(answer).toMatchObject({ status: 409 });
  expect(JSON.stringify(answer.data)).toContain("$140.38 in cash is expected now");
  expect(await closed()).toEqual([]);
  expect(await db.$count(auditLog)).toBe(0);
});

test("only one of two users closes the day, and the other is told", async () => {
  await atPickup(evening(20));
  const [first, second] = [await open(), await open("", bo)];
  const answers = await Promise.all([send(first), send(second, {}, bo)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 409]);
  const loser = answers.find(({ status }) => status === 409)?.data;
  const [row] = await closed();
  expect((loser as { message: string }).message).toContain(`${row?.closedByName} closed Fri, Nov 20, 2026 (no. 1)`);
  expect(await closed()).toHaveLength(1);
});

test("rejects amounts other than those in the form", async () => {
  await atPickup(evening(20));
  const opened = await open();
  await atPickup(evening(20));
  now = new Date(now.getTime() + 1000);
  const answer = await send(opened);
  expect(answer).toMatchObject({ status: 409, data: { message: expect.stringContaining("$178.76 in cash is expected") } });
  expect(await closed()).toEqual([]);
});

test.for([
  ["no cash", { counted: "" }, "counted"],
  ["text as cash", { counted: "much" }, "counted"],
  ["negative cash", { counted: "-1" }, "counted"],
  ["three decimals", { float: "1.005" }, "float"],
  ["more on the terminal than was paid at pickup", { terminal: "39.39" }, "terminal"],
  ["a long note", { note: "x".repeat(5001) }, "note"],
  ["no day", { day: "2026-02-30" }, "day"],
] as const)("refuses %s inline and stores nothing", async ([, over, field]) => {
  await atPickup(evening(20));
  const answer = await closeDay("", over);
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[field]).toHaveLength(1);
  expect(await closed()).toEqual([]);
});

test.each([
  ["a terminal payment, which leaves the cash as it was", "terminal", "cash", "-39.38", 13_938],
  ["a payment in cash, which leaves the terminal as it was", "cash", "terminal", "39.38", 6062],
] as const)("takes back %s when its order is called off on a later day", async (_, first, second, proposed, expectedCash) => {
  const taken = (paidBy: "cash" | "terminal", acceptedAt: Date) =>
    sold({ status: "accepted", paymentState: "none", gateway: "none", acceptedAt, paidBy });
  const order = await taken(first, evening(20));
  await closeDay("", { terminal: first === "terminal" ? "39.38" : "0", counted: first === "terminal" ? "100" : "139.38" });
  now = night(21);
  await db
    .update(orders)
    .set({ status: "cancelled", endedAt: evening(21) })
    .where(eq(orders.id, order.id));
  await taken(second, evening(21));
  const terminalCents = 10_000 - expectedCash;
  const opened = await open();
  expect(opened).toMatchObject({ counted: { atPickup: 0 }, terminal: terminalCents });
  const wrong = await send(opened, { terminal: "-39.39" });
  expect(errorsOf(wrong.data)["terminal"]).toHaveLength(1);
  const counted = (expectedCash / 100).toFixed(2);
  expect(await send(opened, { terminal: proposed, counted })).toMatchObject({ status: 302 });
  const [, row] = await closed();
  expect(row).toMatchObject({ expectedCashCents: expectedCash, countedCashCents: expectedCash, terminalCents });
});

test("reopens only the last day, with a reason, and closes it again under its number", async () => {
  await atPickup(evening(20));
  await closeDay();
  now = night(21);
  await closeDay();
  expect((await reopen(1)).status).toBe(409);
  expect((await reopen(2, " ")).status).toBe(422);
  expect((await reopen(2)).location).toBe(CLOSE);
  expect((await reopen(2, "Again")).status).toBe(409);
  await atPickup(evening(21));
  now = night(22);
  expect(await open("2026-11-22")).toMatchObject({ day: "2026-11-21", days: { from: "2026-11-21", to: "2026-11-21" } });
  await closeDay();
  expect(await closed()).toMatchObject([
    { number: 1, version: 1 },
    {
      number: 2,
      version: 1,
      counted: { orders: 0 },
      reopenedByName: "Ana",
      reopenedBecause: "The till was counted twice",
      reopenedAt: night(21),
    },
    { number: 2, version: 2, counted: { orders: 1 }, reopenedAt: null },
  ]);
  const page = async (version: string) =>
    (await ana.get(detail, `/admin/end-of-day/2?version=${version}`, { id: "2" })).data as { version: number; versions: unknown[] };
  expect([(await page("")).version, (await page("1")).version, (await page("")).versions.length]).toEqual([2, 1, 2]);
  expect((await db.select().from(auditLog)).map(({ action }) => action)).toEqual([
    "close-day",
    "close-day",
    "reopen-day",
    "close-day-again",
  ]);
});

test("a closed day cannot be changed or deleted in the database", async () => {
  await atPickup(evening(20));
  await closeDay();
  const refused = { cause: { message: expect.stringContaining("a closed day cannot be changed") as string } };
  await expect(db.update(dayClosings).set({ note: "Other" })).rejects.toMatchObject(refused);
  await expect(
    db.update(dayClosings).set({ note: "Other", reopenedAt: now, reopenedByName: "Ana", reopenedBecause: "x" }),
  ).rejects.toMatchObject(refused);
  await expect(db.delete(dayClosings)).rejects.toMatchObject(refused);
  await expect(db.delete(dayClosingOrders)).rejects.toMatchObject(refused);
  await expect(db.update(dayClosingOrders).set({ refundedCents: 1 })).rejects.toMatchObject(refused);
});

test.each(["order-admin", "bookkeeper"])("a closed day is nothing that an %s changes, whatever the path guard says", async (role) => {
  await atPickup(evening(20));
  const other = openStaffPages(services, "Cy", null, [role]);
  expect((await send(await open(), {}, other)).status).toBe(403);
  await closeDay();
  expect((await reopen(1, "Because", other)).status).toBe(403);
});

test("a manager can close and reopen days", async () => {
  await atPickup(evening(20));
  const manager = openStaffPages(services, "Mo", null, ["manager"]);
  expect((await send(await open(), {}, manager)).status).toBe(302);
  expect((await reopen(1, "Because", manager)).status).toBe(302);
});

test("shows emails about closed days to administrators only", async () => {
  await closeDay();
  const mails = async (who: typeof ana) => ((await who.get(outbox, "/admin/orders/outbox")).data as { mails: unknown[] }).mails;
  expect(await mails(ana)).toHaveLength(2);
  expect(await mails(openStaffPages(services, "Cy", null, ["order-admin"]))).toEqual([]);
});

test("is removed with the demo's orders", async () => {
  await atPickup(evening(20));
  await closeDay();
  await inTransaction(db, clearOrders);
  expect([await closed(), await db.select().from(dayClosingOrders)]).toEqual([[], []]);
});

test("lists closed days by page, search and days", async () => {
  for (const day of [20, 21, 22]) {
    now = night(day);
    await closeDay("", day === 21 ? { note: "Power cut" } : {});
  }
  const numbers = async (query: string) =>
    ((await ana.get(list, `/admin/end-of-day${query}`)).data as { rows: { number: number }[] }).rows.map((row) => row.number);
  expect(await numbers("")).toEqual([3, 2, 1]);
  expect(await numbers("?sort=day")).toEqual([1, 2, 3]);
  expect(await numbers("?per_page=2&page=2")).toEqual([1]);
  expect(await numbers("?q=power")).toEqual([2]);
  expect(await numbers("?q=2026-11-22")).toEqual([3]);
  expect(await numbers("?from=2026-11-21&to=2026-11-21")).toEqual([2]);
  expect(await numbers("?q=%25")).toEqual([]);
});

test.for(["0", "2", "x", "1.5"])("finds no closed day %s", async (id) => {
  expect((await ana.get(detail, `/admin/end-of-day/${id}`, { id })).status).toBe(404);
});

test("the currency cannot change while unclosed days have money", async () => {
  const problem = async () => currencyProblem(await countCurrencyUses(db));
  await sold({ status: "completed", paymentState: "captured", capturedCents: 3938, acceptedAt: evening(19), completedAt: evening(19) });
  const paid = { status: "completed", paymentState: "captured", capturedCents: 3938 } as const;
  const { id } = await sold({ ...paid, acceptedAt: evening(20), completedAt: evening(20) });
  expect(await problem()).toBeNull();
  await closeDay("2026-11-20");
  expect(await problem()).toBeNull();
  now = night(21);
  await refund(id, 1000, evening(21), "failed");
  await sold({ ...paid, isTest: true, acceptedAt: evening(21), completedAt: evening(21) });
  await sold({ ...paid, currency: "eur", acceptedAt: evening(21), completedAt: evening(21) });
  expect(await problem()).toBeNull();
  await refund(id, 1000, evening(21));
  expect(await problem()).toBe(
    "The currency cannot change yet. Close the day first: 1 order with a payment or refund is in no closed day yet.",
  );
  await atPickup(evening(21));
  expect(await problem()).toContain("2 orders with a payment or refund are in no closed day yet.");
  await closeDay("2026-11-21");
  expect(await problem()).toBeNull();
  await reopen(2);
  expect(await problem()).toContain("Close the day first");
  await closeDay("2026-11-21");
  await writeSettings(db, services.secrets, { CURRENCY: "EUR" }, { userId: 1, userName: "Ana" });
  try {
    const refused = await reopen(2);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.data)).toContain("This day was closed in USD and the shop's currency is EUR now, so it stays closed.");
    expect((await closed()).at(-1)).toMatchObject({ currency: "usd", reopenedAt: null });
  } finally {
    await writeSettings(db, services.secrets, { CURRENCY: "USD" }, { userId: 1, userName: "Ana" });
  }
});
