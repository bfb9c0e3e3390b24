import { moneyFormat } from "#app/store/domain/settings.ts";
import { and, asc, count, desc, eq, ne, sql } from "drizzle-orm";
import { listProductNames } from "#app/catalogue/data/product-lists/product-names.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { sortText } from "#app/platform/db/sort-text.ts";
import type { Condition, Promotion, PromotionStatus, ScheduleWindow } from "#app/promotions/domain/promotion.ts";
import { promotionState, type PromotionState } from "#app/promotions/domain/promotion-state.ts";
import { validateRule, type RuleErrors } from "#app/promotions/domain/validate-rule.ts";
import { paramsOf } from "#app/promotions/domain/promotion-requirements.ts";
import type { PromotionListQuery } from "#app/promotions/domain/promotion-form.schema.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Cents } from "#app/values/money.ts";
import { instantOf, getClockMinutes, localTimeOf } from "#app/values/time.ts";
import type { Given } from "./promotion-reports.server.ts";
import { couponSets, promotions, promotionUses } from "./tables.ts";
import { matchesWords } from "#app/values/text.ts";
import { insertRow, readRows } from "#app/staff/data/table-records.ts";

/** A promotion as staff edit it. Start and end are moments on the shop's clock, "2026-11-20T15:00". */
export interface PromotionRecord {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly status: PromotionStatus;
  readonly trigger: "automatic" | "coupon";
  readonly startsAt: string | null;
  readonly endsAt: string | null;
  readonly schedule: readonly ScheduleWindow[];
  readonly condition: Condition;
  readonly action: { readonly kind: string; readonly params: unknown };
  readonly cap: Cents | null;
  readonly group: string | null;
  readonly isExclusive: boolean;
  readonly priority: number;
  readonly totalUses: number | null;
  readonly perCustomerUses: number | null;
  readonly budget: Cents | null;
}

type PromotionRow = typeof promotions.$inferSelect;

export const promotionRecords: RecordStore<PromotionRecord> = {
  kind: "promotion",
  nameOf: (value) => value.name,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const zone = (await readSettings(db)).STORE_TIMEZONE;
    const rows = await readRows(db, promotions, ids, lock);
    return new Map(rows.map((row) => [row.id, { version: row.version, value: recordOf(row, zone) }]));
  },

  async check(tx, id, value) {
    const problems = value.status === "active" ? await findInvalidRule(tx, value) : undefined;
    if (id === null) return problems;
    const hasEnded = sql`(${promotions.status} = 'archived' or (${promotions.status} <> 'draft' and ${promotions.endsAt} <= now()))`;
    const ended = await tx
      .select({ id: promotions.id })
      .from(promotions)
      .where(and(eq(promotions.id, id), hasEnded));
    return ended.length > 0 ? { status: "It has ended. Copy it to run it again: what it gave then stays as it was." } : problems;
  },

  async insert(tx, value, id) {
    const columns = await columnsOf(tx, value);
    return insertRow(tx, promotions, { ...columns, ...(id === undefined ? {} : { id }) });
  },

  async update(tx, id, value) {
    const changed = await tx
      .update(promotions)
      .set({ ...(await columnsOf(tx, value)), version: sql`${promotions.version} + 1`, updatedAt: sql`now()` })
      .where(eq(promotions.id, id))
      .returning({ id: promotions.id });
    if (changed.length === 0) throw new Error("the promotion is gone");
  },

  async remove(tx, id) {
    await tx.delete(promotions).where(eq(promotions.id, id));
  },

  async whyItStays(db, id) {
    if ((await db.$count(promotionUses, eq(promotionUses.promotionId, id))) > 0)
      return "Orders have used it, so it stays as their reason. End it instead.";
    const sets = await db.select({ deletedAt: couponSets.deletedAt }).from(couponSets).where(eq(couponSets.promotionId, id));
    if (sets.some(({ deletedAt }) => deletedAt === null))
      return "A coupon set unlocks it. Let the set unlock another promotion, or end this one.";
    return sets.length > 0 ? "A deleted coupon set belongs to it and can still come back with its codes. End it instead." : null;
  },

  async isHeld(tx, id, isGoing) {
    const [uses] = await tx.select({ total: count() }).from(promotionUses).where(eq(promotionUses.promotionId, id));
    const sets = await tx.select({ id: couponSets.id }).from(couponSets).where(eq(couponSets.promotionId, id));
    return (uses?.total ?? 0) > 0 || sets.some((set) => !isGoing("coupon-set", set.id));
  },
};

async function findInvalidRule(tx: Db, value: PromotionRecord): Promise<RuleErrors | undefined> {
  const settings = await readSettings(tx);
  const zone = settings.STORE_TIMEZONE;
  const localTime = (moment: string | null) => {
    const instant = instantAt(moment, zone);
    return instant === null ? null : localTimeOf(instant, zone);
  };
  const ids = value.action.kind === "free-item" ? (paramsOf(value)?.productIds ?? []) : [];
  const prices = new Map((await listProductNames(tx, ids)).map(({ id, price }) => [id, price]));
  return validateRule(
    value,
    { from: localTime(value.startsAt), until: localTime(value.endsAt) },
    (productId) => prices.get(productId) ?? null,
    moneyFormat(settings),
  );
}

function recordOf(row: PromotionRow, zone: string): PromotionRecord {
  return {
    name: row.name,
    title: row.title,
    description: row.description,
    status: row.status,
    trigger: row.trigger,
    startsAt: momentOf(row.startsAt, zone),
    endsAt: momentOf(row.endsAt, zone),
    schedule: row.schedule,
    condition: row.condition,
    action: { kind: row.actionKind, params: row.actionParams },
    cap: row.capCents,
    group: row.stackingGroup,
    isExclusive: row.isExclusive,
    priority: row.priority,
    totalUses: row.totalUses,
    perCustomerUses: row.perCustomerUses,
    budget: row.budgetCents,
  };
}

async function columnsOf(tx: Db, value: PromotionRecord): Promise<typeof promotions.$inferInsert> {
  const zone = (await readSettings(tx)).STORE_TIMEZONE;
  return {
    name: value.name,
    title: value.title,
    description: value.description,
    status: value.status,
    trigger: value.trigger,
    startsAt: instantAt(value.startsAt, zone),
    endsAt: instantAt(value.endsAt, zone),
    schedule: value.schedule,
    condition: value.condition,
    actionKind: value.action.kind,
    actionParams: value.action.params,
    capCents: value.cap,
    stackingGroup: value.group,
    isExclusive: value.isExclusive,
    priority: value.priority,
    totalUses: value.totalUses,
    perCustomerUses: value.perCustomerUses,
    budgetCents: value.budget,
  };
}

function momentOf(instant: Date | null, zone: string): string | null {
  if (instant === null) return null;
  const { date, minutes } = localTimeOf(instant, zone);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${date}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function instantAt(moment: string | null, zone: string): Date | null {
  return moment === null ? null : instantOf(moment.slice(0, 10), getClockMinutes(moment.slice(11)), zone);
}

/** Converts a record of the form for the engine and the texts; `id` 0 = a new promotion. */
export function toPromotion(id: number, value: PromotionRecord, zone: string): Promotion {
  return {
    ...value,
    id,
    startsAt: instantAt(value.startsAt, zone),
    endsAt: instantAt(value.endsAt, zone),
    stacking: { group: value.group, exclusive: value.isExclusive, priority: value.priority },
    limits: { totalUses: value.totalUses, perCustomerUses: value.perCustomerUses, budget: value.budget },
    uses: 0,
    spent: 0,
  };
}

/** A row of the staff's list. */
export interface PromotionListRow {
  readonly id: number;
  readonly name: string;
  readonly state: PromotionState;
  readonly trigger: "automatic" | "coupon";
  readonly promotion: Promotion;
}

/** Every promotion, newest first. A shop has tens of them, so all are read. */
export async function listPromotionRows(db: Db, now: Date): Promise<readonly PromotionListRow[]> {
  const rows = await db.select().from(promotions).orderBy(desc(promotions.id));
  const zone = (await readSettings(db)).STORE_TIMEZONE;
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: promotionState(row, now),
    trigger: row.trigger,
    promotion: toPromotion(row.id, recordOf(row, zone), zone),
  }));
}

/** The rows that match the list's URL, sorted; all pages. Sorting by what promotions gave needs `given`. */
export function matchingPromotions(
  rows: readonly PromotionListRow[],
  { q, state, trigger, sort }: PromotionListQuery,
  given: ReadonlyMap<number, Given> = new Map(),
): readonly PromotionListRow[] {
  const way = sort.startsWith("-") ? -1 : 1;
  const key = sort.replace("-", "");
  return rows
    .filter(({ promotion }) => matchesWords(q, `${promotion.name} ${promotion.title}`))
    .filter((row) => state === "" || row.state === state)
    .filter((row) => trigger === "" || row.trigger === trigger)
    .toSorted((a, b) => {
      if (key === "name") return way * a.name.localeCompare(b.name, "en");
      if (key === "id") return way * (a.id - b.id);
      const figure = key === "uses" || key === "revenue" ? key : "discount";
      return way * ((given.get(a.id)?.[figure] ?? 0) - (given.get(b.id)?.[figure] ?? 0));
    });
}

/** Promotions by name, for choosing the one that codes unlock. */
export function listCouponPromotions(db: Db): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .select({ id: promotions.id, name: promotions.name })
    .from(promotions)
    .where(and(eq(promotions.trigger, "coupon"), ne(promotions.status, "archived")))
    .orderBy(asc(sortText(promotions.name)));
}
