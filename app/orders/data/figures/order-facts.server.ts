import { and, eq, gt, isNotNull, not, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Fact, FactKind, PeriodFigures } from "#app/orders/domain/figures/figures.ts";
import type { DaySpan } from "#app/orders/domain/figures/report-period.ts";
import { isOfDemoDay } from "#app/orders/data/demo-day.server.ts";
import { FACTS_VERSION, factsQuery, spanRows } from "./facts-query.server.ts";
import { loadOptionLabels } from "#app/orders/data/option-labels.server.ts";
import { OLDEST_FIRST } from "#app/orders/data/orders.server.ts";
import { readInTurn } from "#app/orders/data/slow-reads.server.ts";
import { orderDays, orders } from "#app/orders/data/tables.ts";

/** First key of the advisory locks of dates, as in the trigger order_days_forget. */
const DAY_LOCKS = 72041;

/** Processes of an earlier release may still add days of another version. */
const isCurrent = sql`d.query_version = ${FACTS_VERSION}`;

type FactRow = {
  readonly kind: FactKind | "day";
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly amount: number;
};

/**
 * Facts of these business days: precomputed days from `order_facts`, others (today, just changed) from their orders; both exact. `kinds` limits the
 * work.
 */
export async function readPeriod(db: Db, spans: readonly DaySpan[], zone: string, kinds?: readonly FactKind[]): Promise<PeriodFigures> {
  const { kept, keptDays, counted } = await readInTurn(() => readRows(db, spans, zone, kinds));
  const days = spans.map(({ day, startsAt }) => {
    const at = startsAt.getTime();
    const row = keptDays.get(at) ?? counted.find((each) => each.at === at && each.kind === "sum" && each.key === "sold");
    return { day, orders: row?.count ?? 0, sales: row?.amount ?? 0 };
  });
  const facts = new Map<string, Fact>();
  for (const { kind, key, label, count, amount } of [...kept, ...counted]) {
    if (kind === "day" || (kinds !== undefined && !kinds.includes(kind))) continue;
    const name = `${kind} ${key}`;
    const known = facts.get(name);
    facts.set(name, {
      kind,
      key,
      label: label === "" ? (known?.label ?? "") : label,
      count: count + (known?.count ?? 0),
      amount: amount + (known?.amount ?? 0),
    });
  }
  const options = [...facts.values()].filter(({ kind }) => kind === "option");
  const labels = await loadOptionLabels(
    db,
    options.map(({ key }) => key),
  );
  for (const option of options) facts.set(`option ${option.key}`, { ...option, label: labels.get(option.key) ?? option.label });
  return { days, facts: [...facts.values()] };
}

async function readRows(db: Db, spans: readonly DaySpan[], zone: string, kinds: readonly FactKind[] | undefined) {
  const kept = await readKept(db, spans, kinds);
  const keptDays = new Map(kept.filter(({ kind }) => kind === "day").map((row) => [Number(row.key), row]));
  const left = spans.filter(({ startsAt }) => !keptDays.has(startsAt.getTime()));
  const counted = left.length === 0 ? [] : await countFacts(db, left, zone, kinds && [...new Set<FactKind>(["sum", ...kinds])]);
  return { kept, keptDays, counted };
}

/** The precomputed days of a period added up, and each as a row of kind "day", in one statement so that no day is lost in between. */
async function readKept(db: Db, spans: readonly DaySpan[], kinds: readonly FactKind[] | undefined): Promise<readonly FactRow[]> {
  const wanted = kinds === undefined ? sql`true` : sql`f.kind in ${kinds}`;
  return db.execute<FactRow>(
    sql`with days as materialized (select d.starts_at from ${spanRows(spans)} join order_days d using (starts_at, ends_at) where ${isCurrent})
      select kind, key, max(label) as label, sum(count)::bigint as count, sum(amount)::bigint as amount
      from days join order_facts f using (starts_at) where ${wanted} group by kind, key
      union all
      select 'day', (extract(epoch from starts_at) * 1000)::bigint::text, '', coalesce(f.count, 0), coalesce(f.amount, 0)
      from days left join lateral (select count, amount from order_facts where starts_at = days.starts_at and kind = 'sum' and key = 'sold' offset 0) f on true`,
    "objects",
  );
}

/** The number of these days with orders that are not precomputed. */
export async function countUnkeptDays(db: Db, spans: readonly DaySpan[]): Promise<number> {
  const [row] = await db.execute<{ days: number }>(
    sql`select count(*)::int as days from ${spanRows(spans)} left join (select * from order_days d where ${isCurrent}) d using (starts_at, ends_at) where d.starts_at is null
        and exists (select 1 from orders where placed_at >= s.starts_at and placed_at < s.ends_at)`,
    "objects",
  );
  return row?.days ?? 0;
}

async function countFacts(
  db: Db,
  spans: readonly DaySpan[],
  zone: string,
  kinds: readonly FactKind[] | undefined,
): Promise<readonly (FactRow & { readonly at: number })[]> {
  return db.execute<FactRow & { at: number }>(
    sql`select (extract(epoch from starts_at) * 1000)::bigint as at, kind, key, label, count::bigint as count, amount::bigint as amount from (${factsQuery(spans, zone, kinds)}) facts`,
    "objects",
  );
}

/** Stores a claimed day's facts; removes those of another time zone's day with the same start. */
export async function insertDay(tx: Db, span: DaySpan, zone: string): Promise<void> {
  await tx.delete(orderDays).where(eq(orderDays.startsAt, span.startsAt));
  await tx.execute(
    sql`insert into order_days (starts_at, ends_at, query_version) values (${span.startsAt.toISOString()}, ${span.endsAt.toISOString()}, ${FACTS_VERSION})`,
  );
  await tx.execute(sql`insert into order_facts (starts_at, kind, key, label, count, amount) ${factsQuery([span], zone)}`);
}

/** Start bound of the first order's business day; null without orders. `since`: only orders placed later, except the demo's. */
export async function findFirstPlaced(db: Db, since: Date | null = null): Promise<Date | null> {
  const [row] = await db
    .select({ placedAt: orders.placedAt })
    .from(orders)
    .where(and(isNotNull(orders.placedAt), since === null ? undefined : and(gt(orders.placedAt, since), not(isOfDemoDay))))
    .orderBy(...OLDEST_FIRST)
    .limit(1);
  return row?.placedAt ?? null;
}

/** The precomputed ones of these days, by start. */
export async function listKeptDays(db: Db): Promise<ReadonlyMap<number, Date>> {
  const rows = await db.select().from(orderDays).where(eq(orderDays.queryVersion, FACTS_VERSION));
  return new Map(rows.map((row) => [row.startsAt.getTime(), row.endsAt]));
}

/**
 * Whether no other transaction is changing orders of this day; none then commits before this transaction ends. Never waits, because the
 * holder of an order's lock may wait for this lock.
 */
export async function claimDay(tx: Db, { startsAt, endsAt }: DaySpan): Promise<boolean> {
  const dates = sql`generate_series((${startsAt.toISOString()}::timestamptz at time zone 'UTC')::date, (${endsAt.toISOString()}::timestamptz at time zone 'UTC')::date, interval '1 day')`;
  const [row] = await tx.execute<{ mine: boolean }>(
    sql`select bool_and(pg_try_advisory_xact_lock(${sql.raw(String(DAY_LOCKS))}, d::date - date '2000-01-01')) as mine from ${dates} d`,
    "objects",
  );
  return row?.mine === true;
}
