import { and, asc, eq, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { CodeOnCart, Promotion } from "#app/promotions/domain/promotion.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { cached, cachedById } from "#app/platform/db/cached.server.ts";
import { contactsOfCustomer } from "./customer-contacts.server.ts";
import { couponCodes, couponSets, promotions, promotionUses } from "./tables.ts";

/** The contacts that limits per customer compare: normalised email and phone; "" = not given, and equal to no other. */
export interface CustomerKeys {
  readonly emailKey: string;
  readonly phoneKey: string;
}

/** Orders whose uses are not counted: the checkouts that this cart has already begun, because a new attempt replaces them. */
type OwnOrderIds = readonly string[];

/** A stored code with the promotion it unlocks. `code` is spelled as staff entered it. */
export interface CouponCodeRecord {
  readonly id: number;
  readonly normalizedCode: string;
  readonly promotionId: number;
  readonly status: "active" | "revoked";
  readonly expiresAt: Date | null;
  readonly maxUses: number | null;
  readonly perCustomerUses: number | null;
  /** Held + redeemed; counted only where `maxUses` is set. */
  readonly uses: number;
}

const COUNTED = sql`('held', 'redeemed')`;

/**
 * Promotions that a cart may earn: automatic ones that are switched on and not over, and those unlocked by codes in any state, so that the
 * cart can explain why a code gives nothing. `uses` and `spent` are counted only where a limit needs them.
 */
export async function listPromotionsForCart(
  db: Db,
  unlockedIds: readonly number[],
  now: Date,
  ownOrderIds: OwnOrderIds,
): Promise<readonly Promotion[]> {
  const automatic = await cached(db, "automatic promotions", () =>
    db
      .select()
      .from(promotions)
      .where(and(eq(promotions.status, "active"), eq(promotions.trigger, "automatic"))),
  );
  const unlocked = await cachedById(db, "promotion", unlockedIds, async (missing) => {
    const rows = await db
      .select()
      .from(promotions)
      .where(inArray(promotions.id, [...missing]));
    return new Map(rows.map((row) => [row.id, row]));
  });
  const running = automatic.filter((row) => !unlocked.has(row.id) && (row.endsAt === null || row.endsAt > now));
  const rows = [...running, ...unlocked.values()].toSorted((a, b) => a.id - b.id);
  const limited = rows.filter((row) => row.totalUses !== null || row.budgetCents !== null).map((row) => row.id);
  const counted = limited.length === 0 ? new Map<number, UsesCounted>() : await countUses(db, limited, ownOrderIds);
  return rows.map((row) => (row.totalUses === null && row.budgetCents === null ? withoutUses(row) : toPromotion(row, counted.get(row.id))));
}

type PromotionRow = typeof promotions.$inferSelect;

/** Promotions without counted uses, by their rows. */
const uncounted = new WeakMap<PromotionRow, Promotion>();

/** The same object for the same row, so that derived values can be cached by it. */
function withoutUses(row: PromotionRow): Promotion {
  let promotion = uncounted.get(row);
  if (promotion === undefined) uncounted.set(row, (promotion = toPromotion(row, undefined)));
  return promotion;
}

function toPromotion(row: PromotionRow, counted: UsesCounted | undefined): Promotion {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    description: row.description,
    status: row.status,
    trigger: row.trigger,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    schedule: row.schedule,
    condition: row.condition,
    action: { kind: row.actionKind, params: row.actionParams },
    cap: row.capCents,
    stacking: { group: row.stackingGroup, exclusive: row.isExclusive, priority: row.priority },
    limits: { totalUses: row.totalUses, perCustomerUses: row.perCustomerUses, budget: row.budgetCents },
    uses: counted?.uses ?? 0,
    spent: counted?.spent ?? 0,
  };
}

interface UsesCounted {
  readonly uses: number;
  readonly spent: number;
}

/** Held + redeemed uses of these promotions, right now. */
async function countUses(db: Db, ids: readonly number[], ownOrderIds: OwnOrderIds): Promise<ReadonlyMap<number, UsesCounted>> {
  const rows = await db
    .select({
      id: promotionUses.promotionId,
      uses: sql<number>`count(*)::int`,
      spent: sql<number>`coalesce(sum(${promotionUses.amountCents}), 0)::bigint`.mapWith(Number),
    })
    .from(promotionUses)
    .where(and(inArray(promotionUses.promotionId, [...ids]), sql`${promotionUses.state} in ${COUNTED}`, notOwn(ownOrderIds)))
    .groupBy(promotionUses.promotionId);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The stored codes among `normalizedCodes`, by normalised code. */
export async function findCouponCodes(
  db: Db,
  normalizedCodes: readonly string[],
  ownOrderIds: OwnOrderIds = [],
): Promise<ReadonlyMap<string, CouponCodeRecord>> {
  if (normalizedCodes.length === 0) return new Map();
  const counted = db
    .select({ uses: sql<number>`count(*)::int`.as("uses") })
    .from(promotionUses)
    .where(
      and(
        sql`${couponCodes.maxUses} is not null`,
        eq(promotionUses.couponCodeId, couponCodes.id),
        sql`${promotionUses.state} in ${COUNTED}`,
        notOwn(ownOrderIds),
      ),
    )
    .as("counted");
  const rows = await db
    .select({
      id: couponCodes.id,
      normalizedCode: couponCodes.normalizedCode,
      promotionId: couponSets.promotionId,
      status: couponCodes.status,
      expiresAt: couponCodes.expiresAt,
      maxUses: couponCodes.maxUses,
      perCustomerUses: couponCodes.perCustomerUses,
      uses: counted.uses,
    })
    .from(couponCodes)
    .innerJoin(couponSets, eq(couponSets.id, couponCodes.couponSetId))
    .leftJoinLateral(counted, sql`true`)
    .where(and(inArray(couponCodes.normalizedCode, [...normalizedCodes]), isNull(couponSets.deletedAt)));
  return new Map(rows.map((row) => [row.normalizedCode, { ...row, uses: row.uses ?? 0 }]));
}

export interface CustomerUses {
  readonly byPromotion: ReadonlyMap<number, number>;
  readonly byCode: ReadonlyMap<number, number>;
}

export interface CustomerUse {
  readonly promotionId: number;
  readonly codeId: number | null;
  readonly uses: number;
}

/**
 * The query that counts held + redeemed uses of these promotions by the customer. It finds the customer by email, phone or another contact
 * of the same customer; at least one is given.
 */
export function customerUses(db: Db, promotionIds: readonly number[], customer: CustomerKeys, ownOrderIds: OwnOrderIds) {
  return db
    .select({
      promotionId: sql<number>`${promotionUses.promotionId}`.as("promotion_id"),
      codeId: sql<number | null>`${promotionUses.couponCodeId}`.as("code_id"),
      uses: sql<number>`count(*)::int`.as("uses"),
    })
    .from(promotionUses)
    .where(
      and(
        sql`${promotionUses.promotionId} = any(${sql.param([...promotionIds])}::int[])`,
        sql`${promotionUses.state} in ${COUNTED}`,
        sameCustomer(customer),
        notOwn(ownOrderIds),
      ),
    )
    .groupBy(promotionUses.promotionId, promotionUses.couponCodeId);
}

export function toCustomerUses(rows: readonly CustomerUse[]): CustomerUses {
  const byPromotion = new Map<number, number>();
  const byCode = new Map<number, number>();
  for (const { promotionId, codeId, uses } of rows) {
    byPromotion.set(promotionId, (byPromotion.get(promotionId) ?? 0) + uses);
    if (codeId !== null) byCode.set(codeId, (byCode.get(codeId) ?? 0) + uses);
  }
  return { byPromotion, byCode };
}

/** Locks promotions, then codes, each in id order, so that two checkouts cannot deadlock. */
export async function lockPromotions(tx: Db, promotionIds: readonly number[], codeIds: readonly number[]): Promise<void> {
  if (promotionIds.length > 0) {
    await tx
      .select({ id: promotions.id })
      .from(promotions)
      .where(inArray(promotions.id, [...promotionIds]))
      .orderBy(asc(promotions.id))
      .for("update");
  }
  if (codeIds.length > 0) {
    await tx
      .select({ id: couponCodes.id })
      .from(couponCodes)
      .where(inArray(couponCodes.id, [...codeIds]))
      .orderBy(asc(couponCodes.id))
      .for("update");
  }
}

/** Converts a typed code for the engine. `customerUses` are those of this customer, 0 while unknown. */
export function toCodeOnCart(
  code: string,
  record: CouponCodeRecord | undefined,
  isMistyped: boolean,
  customerUses: CustomerUses,
): CodeOnCart {
  if (record === undefined) return { code, state: { kind: "unknown", mistyped: isMistyped } };
  const { promotionId, status, expiresAt, maxUses, uses, perCustomerUses } = record;
  return {
    code,
    state: {
      kind: "known",
      promotionId,
      status,
      expiresAt,
      maxUses,
      uses,
      perCustomerUses,
      customerUses: customerUses.byCode.get(record.id) ?? 0,
    },
  };
}

function notOwn(ownOrderIds: OwnOrderIds): SQL | undefined {
  if (ownOrderIds.length === 0) return undefined;
  const [first] = ownOrderIds;
  if (ownOrderIds.length === 1 && first !== undefined) return ne(promotionUses.orderId, first);
  return sql`${promotionUses.orderId} <> all(${sql.param([...ownOrderIds])}::uuid[])`;
}

function sameCustomer({ emailKey, phoneKey }: CustomerKeys): SQL | undefined {
  const contacts = contactsOfCustomer(emailKey, phoneKey);
  return or(
    sql`${promotionUses.emailKey} = any(${contacts})`,
    sql`${promotionUses.phoneKey} = any(${contacts})`,
    emailKey === "" ? undefined : eq(promotionUses.emailKey, emailKey),
    phoneKey === "" ? undefined : eq(promotionUses.phoneKey, phoneKey),
  );
}
