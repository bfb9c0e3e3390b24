import { listCategories } from "#app/catalogue/data/categories.server.ts";
import { lockPromotions } from "#app/promotions/data/promotions.server.ts";
import { takeDailyNumber } from "#app/orders/data/order/insert-order.server.ts";
import { DEMO_DAY_KEY, type DemoDay } from "#app/orders/domain/demo-day.ts";
import { formatOrderNumber } from "#app/orders/domain/order.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { addMinutes, businessDay, instantOf, localTimeOf, minutesBetween } from "#app/values/time.ts";
import { SEED_CATEGORIES } from "#db/seed/categories.ts";
import { insertRows, readOrderSources } from "./insert-orders.ts";
import { CUSTOMERS, HOURS, priceOne, toRows, type OrderFacts, type OrderSources, type SeedOrder } from "./make-orders.ts";
import { makeCustomers, type SeedCustomer } from "#db/seed/people.ts";
import { createRandom, DEMO_SEED, type Random } from "#db/seed/random.ts";

const FINISHED = 26;
/** Ages of the orders in progress, in minutes. */
const IN_PROGRESS = [27, 20, 14, 9];
/** Ages of the waiting orders, in minutes. */
const WAITING = [5, 1];
/** Minimum age of finished orders, in minutes. */
const YOUNGEST_FINISHED_MINUTES = 75;
const STEP_MINUTES = 5;
const TRIES = 20;
const ALLERGY = "Sesame allergy";

/**
 * Adds the orders of a business day up to `now`: finished ones, some in progress, and two that wait for a decision. Deterministic for the
 * same moment and catalogue.
 */
export async function insertBusyDay(tx: Db, now: Date): Promise<DemoDay> {
  const random = createRandom(Math.floor(now.getTime() / 60_000));
  const ids = new Map((await listCategories(tx)).map(({ id, name }) => [name, id]));
  const nameOf = new Map(SEED_CATEGORIES.flatMap((each) => [each, ...(each.children ?? [])]).map(({ key, name }) => [key, name]));
  const sources = await readOrderSources(tx, (key) => ids.get(nameOf.get(key) ?? "") ?? 0, random, now);
  if (sources.products.length === 0) return { orders: 0, waiting: 0 };
  // In the order of a checkout, which locks them before it takes its number.
  await lockPromotions(
    tx,
    sources.promotions.map(({ id }) => id),
    [...sources.codes.values()].map(({ id }) => id),
  );
  const customers = makeCustomers(createRandom(DEMO_SEED), CUSTOMERS);
  const made: SeedOrder[] = [];
  for (const { placedAt, until } of dayTimes(random, now, sources.settings.timeZone)) {
    const facts = orderOf(sources, customers, placedAt, until);
    const row = facts === null ? null : toRows(sources, { ...facts, number: "" });
    // A customer's cancellation is shown above the orders.
    if (facts === null || row === null || row.order.status === "cancelled") continue;
    const number = formatOrderNumber(await takeDailyNumber(tx, facts.businessDate));
    made.push({ ...row, order: { ...row.order, number } });
  }
  const waiting = made.filter(({ order }) => order.status === "received");
  await insertRows(
    tx,
    made.map((each) => (each === waiting[0] ? { ...each, order: { ...each.order, allergyNote: ALLERGY } } : each)),
  );
  return { orders: made.length, waiting: waiting.length };
}

interface PlacedTime {
  readonly placedAt: Date;
  /** The order's progress. */
  readonly until: Date;
}

/** When the day's orders were placed, oldest first; more of them at meal times. */
function dayTimes(random: Random, now: Date, timeZone: string): readonly PlacedTime[] {
  const start = instantOf(businessDay(now, timeZone), BUSINESS_DAY_STARTS_AT_MINUTES, timeZone);
  const steps = Math.floor((minutesBetween(start, now) - YOUNGEST_FINISHED_MINUTES) / STEP_MINUTES);
  const free = Array.from({ length: Math.max(0, steps) }, (_, step) => addMinutes(start, step * STEP_MINUTES));
  const demand = (at: Date): number => {
    const hour = Math.floor(localTimeOf(at, timeZone).minutes / 60);
    return HOURS.find(([each]) => each === hour)?.[1] ?? 0.2;
  };
  const finished = Array.from({ length: Math.min(FINISHED, free.length) }, () =>
    addMinutes(random.weighted(free, demand), random.between(0, STEP_MINUTES * 60 - 1) / 60),
  ).toSorted((a, b) => a.getTime() - b.getTime());
  const ago = (minutes: number): Date => addMinutes(now, -minutes);
  return [
    ...finished.map((placedAt) => ({ placedAt, until: now })),
    ...IN_PROGRESS.map((minutes) => ({ placedAt: ago(minutes), until: now })),
    ...WAITING.map((minutes) => ({ placedAt: ago(minutes), until: ago(minutes) })),
  ];
}

/** An order that can be placed at that time; null if none was found. */
function orderOf(
  sources: OrderSources,
  customers: readonly SeedCustomer[],
  placedAt: Date,
  until: Date,
): Omit<OrderFacts, "number"> | null {
  const customer = sources.random.weighted(customers, (each) => each.weight);
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const priced = priceOne(sources, placedAt, customer, 1);
    const businessDate = businessDay(placedAt, sources.settings.timeZone);
    if (priced !== null) return { ...priced, placedAt, until, key: DEMO_DAY_KEY, customer, businessDate };
  }
  return null;
}
