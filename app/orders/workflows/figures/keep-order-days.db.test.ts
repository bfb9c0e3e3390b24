import { TORONTO } from "#test/clocks.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { countUnkeptDays, listKeptDays, readPeriod } from "#app/orders/data/figures/order-facts.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { factsOf, sumOf } from "#app/orders/domain/figures/figures.ts";
import { reportPeriod } from "#app/orders/domain/figures/report-period.ts";
import { connectClient } from "#app/platform/db/database.server.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createTestDatabase, untilOneWaits } from "#test/test-db.ts";
import { keepOrderDays } from "./keep-order-days.server.ts";

const ZONE = TORONTO.timeZone;
/** Friday, 20 November 2026, 6:00 PM in Toronto. */
const NOW = new Date("2026-11-20T23:00:00Z");
const { spans } = reportPeriod({ range: "week", from: "", to: "" }, NOW, TORONTO);

const { db, url } = await createTestDatabase();
await db.execute(
  `insert into settings (key, value) values ('STORE_TIMEZONE', '"${ZONE}"') on conflict (key) do update set value = excluded.value`,
);
/** Several days of orders of every kind; returns their ids. */
const placed = await Promise.all(
  [
    { placedAt: new Date("2026-11-14T10:00:00Z"), acceptedAt: new Date("2026-11-14T10:00:30Z") },
    { placedAt: new Date("2026-11-16T23:30:00Z"), fulfillment: "delivery" as const, acceptedAt: new Date("2026-11-16T23:37:00Z") },
    {
      placedAt: new Date("2026-11-16T23:40:00Z"),
      status: "completed" as const,
      promisedAt: new Date("2026-11-17T00:00:00Z"),
      readyAt: new Date("2026-11-17T00:12:00Z"),
      capturedCents: 3938,
      refundedCents: 483,
      appliedPromotions: [
        {
          promotionId: 3,
          title: "10 % off",
          code: null,
          kind: "order-percentage",
          amount: 338,
          explanation: "",
          lineShares: {},
          deliveryShare: 0,
        },
      ],
    },
    {
      placedAt: new Date("2026-11-17T20:00:00Z"),
      status: "rejected" as const,
      paymentState: "voided" as const,
      reasonCode: "too_busy" as const,
    },
    {
      placedAt: new Date("2026-11-20T22:00:00Z"),
      appliedPromotions: [
        {
          promotionId: 0,
          title: "Discount: cold soup",
          code: null,
          kind: "staff-discount",
          amount: 338,
          explanation: "",
          lineShares: {},
          deliveryShare: 0,
          byStaff: { kind: "amount" as const, amount: 338, reason: "cold soup" },
        },
      ],
    },
  ].map(async (changes) => (await storeOrder(db, changes)).order.id),
);
const figures = async () => {
  const { days, facts } = await readPeriod(db, spans, ZONE);
  return { days, facts: facts.toSorted((a, b) => (`${a.kind} ${a.key}` < `${b.kind} ${b.key}` ? -1 : 1)) };
};

test("precomputed days match their orders after refunds and edits", async () => {
  const counted = await figures();
  expect(sumOf(counted, "sold")).toMatchObject({ count: 4, amount: 4 * 3938 - 483 });
  expect(sumOf(counted, "calledOff")).toMatchObject({ count: 1, amount: 3938 });
  expect(factsOf(counted, "item")).toMatchObject([{ key: "1", count: 12, amount: 4 * 3375 }]);
  expect(factsOf(counted, "option").map(({ key, label, count }) => [key, label, count])).toEqual([
    ["1-2", "Extras: Bacon", 16],
    ["1-1", "Extras: Extra cheese", 8],
  ]);
  expect(factsOf(counted, "promotion")).toMatchObject([
    { key: "0", label: "Discount by staff", count: 1, amount: 338 },
    { key: "3", label: "10 % off", count: 1, amount: 338 },
  ]);
  expect(factsOf(counted, "answer").map(({ key, count }) => [key, count])).toEqual([
    ["10", 1],
    ["1", 1],
  ]);
  expect(factsOf(counted, "ready")).toMatchObject([{ key: "late-15", count: 1, amount: 720 }]);
  expect(counted.days.map((day) => day.orders)).toEqual([1, 0, 2, 0, 0, 0, 1]);

  expect(await keepOrderDays(db, NOW)).toBe(6); // Saturday to Thursday; today stays open
  expect((await listKeptDays(db)).size).toBe(6);
  expect(await figures()).toEqual(counted);
  expect(await keepOrderDays(db, NOW)).toBe(0);

  await db
    .update(orders)
    .set({ refundedCents: 0 })
    .where(eq(orders.id, placed[2] ?? ""));
  await db.delete(orders).where(eq(orders.id, placed[0] ?? ""));
  expect((await listKeptDays(db)).size).toBe(4);
  const changed = await figures();
  expect(sumOf(changed, "sold")).toMatchObject({ count: 3, amount: 3 * 3938 });
  expect(await keepOrderDays(db, NOW)).toBe(1); // the day of the deleted order lies before the first one now
  expect(await figures()).toEqual(changed);
});

test("comparisons match with and without precomputed days", async () => {
  const whole = await figures();
  const some = await readPeriod(db, spans, ZONE, ["sum", "hour"]);
  const byName = (facts: typeof some.facts) => Object.fromEntries(facts.map((fact) => [`${fact.kind} ${fact.key}`, fact]));
  expect(byName(some.facts)).toEqual(byName(whole.facts.filter(({ kind }) => kind === "sum" || kind === "hour")));
  expect(some.days).toEqual(whole.days);
  const hours = await readPeriod(db, spans, ZONE, ["hour"]);
  expect(new Set(hours.facts.map(({ kind }) => kind))).toEqual(new Set(["hour"]));
  expect(hours.days).toEqual(whole.days);
});

test("recomputes days that an earlier version of the query computed", async () => {
  await keepOrderDays(db, NOW);
  const counted = await figures();
  await db.execute("update order_facts set amount = amount + 1");
  await db.execute("update order_days set query_version = 1");
  expect(await figures()).toEqual(counted);
  expect(await countUnkeptDays(db, spans)).toBe(3);
  expect(await keepOrderDays(db, NOW)).toBe(4);
  expect(await figures()).toEqual(counted);
});

test("skips a day that is being changed", async () => {
  await keepOrderDays(db, NOW);
  const clerk = await connectClient(url);
  try {
    await clerk.query("begin");
    await clerk.query("update orders set refunded_cents = 100 where id = $1", [placed[2]]);
    const before = await figures();
    expect(await keepOrderDays(db, NOW)).toBe(0); // still kept for everybody else: nothing is committed
    await clerk.query("commit");
    expect(sumOf(await figures(), "refunds")).toMatchObject({ count: 1, amount: 100 });
    expect(sumOf(before, "refunds").amount).toBe(0);
    await clerk.query("begin");
    await clerk.query("update orders set refunded_cents = 200 where id = $1", [placed[2]]);
    expect(await keepOrderDays(db, NOW)).toBe(0); // forgotten, but not added up under the clerk's hands
    await clerk.query("commit");
    expect(await keepOrderDays(db, NOW)).toBe(1);
    expect(sumOf(await figures(), "refunds").amount).toBe(200);
  } finally {
    await clerk.end();
  }
});

test("days of another time zone are separate", async () => {
  await keepOrderDays(db, NOW);
  const tokyo = reportPeriod({ range: "week", from: "", to: "" }, NOW, { ...TORONTO, timeZone: "Asia/Tokyo" });
  const { facts } = await readPeriod(db, tokyo.spans, "Asia/Tokyo", ["hour"]);
  expect(facts.map((fact) => fact.key).toSorted()).toEqual(["7", "8"]);
});

test("precomputes a day after 4 AM local time", async () => {
  const kept = async (now: string) => {
    await keepOrderDays(db, new Date(now));
    return (await listKeptDays(db)).has(new Date("2026-11-20T09:00:00Z").getTime());
  };
  expect(await kept("2026-11-21T08:59:59Z")).toBe(false);
  expect(await kept("2026-11-21T09:00:00Z")).toBe(true);
});

test("labels an option of several dishes by its group", async () => {
  await db.execute(`
    insert into customization_templates (id, name, title, kind) values (1, 'Extras', 'Toppings', 'multiple');
    insert into customization_options (id, template_id, name) values (2, 1, 'Bacon')`);
  const options = factsOf(await figures(), "option").map(({ key, label }) => [key, label]);
  await db.execute("delete from customization_options; delete from customization_templates");
  expect(options).toEqual([
    ["1-2", "Toppings: Bacon"],
    ["1-1", "Extras: Extra cheese"],
  ]);
});

test("an uncharged amount is not a refund, and the parts add up to the sales", async () => {
  await storeOrder(db, { placedAt: new Date("2026-10-05T20:00:00Z"), status: "completed", capturedCents: 3000, refundedCents: 200 });
  const { spans: october } = reportPeriod({ range: "today", from: "2026-10-05", to: "2026-10-05" }, NOW, TORONTO);
  const counted = await readPeriod(db, october, ZONE);
  const [sold, refunds, uncharged] = (["sold", "refunds", "uncharged"] as const).map((sum) => sumOf(counted, sum));
  expect([refunds, uncharged]).toMatchObject([
    { count: 1, amount: 200 },
    { count: 1, amount: 938 },
  ]);
  expect(sold?.amount).toBe(3938 - 200 - 938);
});

test("a change of the currency discards days that are being precomputed", async () => {
  const [keeper, owner] = [await connectClient(url), await connectClient(url)];
  try {
    await keeper.query("begin; insert into order_days values ('2026-11-01T09:00:00Z', '2026-11-02T09:00:00Z')");
    const changed = owner.query(`insert into settings (key, value) values ('CURRENCY', '"EUR"')`);
    await untilOneWaits(db);
    await keeper.query("commit");
    await changed;
    expect((await listKeptDays(db)).size).toBe(0);
  } finally {
    await keeper.end();
    await owner.end();
  }
});
