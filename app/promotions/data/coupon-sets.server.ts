import { escapeLike } from "#app/platform/db/escape-like.ts";
import { and, asc, count, desc, eq, gt, inArray, isNull, ne, sql, type SQL } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Db } from "#app/platform/db/database.server.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import type { CouponCodeListQuery, CouponSetListQuery } from "#app/promotions/domain/coupon-set.schema.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { couponCodes, couponSets, promotions, promotionUses } from "./tables.ts";
import { matchesWords } from "#app/values/text.ts";
import { insertRow } from "#app/staff/data/table-records.ts";

export interface CouponSetRow {
  readonly id: number;
  readonly name: string;
  readonly promotionId: number;
  readonly promotion: string;
  readonly codes: number;
  readonly active: number;
  readonly uses: number;
}

/** Every set with its counts. A shop has tens of them, so all are read. */
export async function listCouponSets(db: Db): Promise<readonly CouponSetRow[]> {
  const coded = db
    .select({
      id: couponCodes.couponSetId,
      codes: count().as("codes"),
      active: sql<number>`count(*) filter (where ${couponCodes.status} = 'active')::int`.as("active"),
    })
    .from(couponCodes)
    .groupBy(couponCodes.couponSetId)
    .as("coded");
  const used = db
    .select({ id: couponCodes.couponSetId, uses: count().as("uses") })
    .from(promotionUses)
    .innerJoin(couponCodes, eq(couponCodes.id, promotionUses.couponCodeId))
    .where(ne(promotionUses.state, "released"))
    .groupBy(couponCodes.couponSetId)
    .as("used");
  const rows = await db
    .select({
      id: couponSets.id,
      name: couponSets.name,
      promotionId: couponSets.promotionId,
      promotion: promotions.name,
      codes: coded.codes,
      active: coded.active,
      uses: used.uses,
    })
    .from(couponSets)
    .innerJoin(promotions, eq(promotions.id, couponSets.promotionId))
    .leftJoin(coded, eq(coded.id, couponSets.id))
    .leftJoin(used, eq(used.id, couponSets.id))
    .where(isNull(couponSets.deletedAt))
    .orderBy(desc(couponSets.id));
  return rows.map((row) => ({ ...row, codes: row.codes ?? 0, active: row.active ?? 0, uses: row.uses ?? 0 }));
}

/** The rows that match the list's URL, sorted; all pages. */
export function matchingCouponSets<Row extends CouponSetRow & { readonly revenue: number }>(
  rows: readonly Row[],
  { q, sort }: CouponSetListQuery,
): readonly Row[] {
  const way = sort.startsWith("-") ? -1 : 1;
  const key = sort.replace("-", "");
  return rows
    .filter((row) => matchesWords(q, `${row.name} ${row.promotion}`))
    .toSorted((a, b) => (key === "name" ? way * a.name.localeCompare(b.name, "en") : way * (numberOf(a, key) - numberOf(b, key))));
}

/** A coupon set as staff edit it. */
export interface CouponSetRecord {
  readonly name: string;
  readonly promotionId: number;
}

/** A deleted set stays in the table with its codes, so that undo restores them too. */
export const couponSetRecords: RecordStore<CouponSetRecord> = {
  kind: "coupon-set",
  nameOf: (value) => value.name,

  async find(db, ids, lock) {
    if (ids.length === 0) return new Map();
    const query = db
      .select()
      .from(couponSets)
      .where(and(inArray(couponSets.id, [...ids]), isNull(couponSets.deletedAt)))
      .orderBy(asc(couponSets.id));
    const rows = await (lock === undefined ? query : query.for("update"));
    return new Map(rows.map(({ id, version, name, promotionId }) => [id, { version, value: { name, promotionId } }]));
  },

  async check(tx, _id, { promotionId }) {
    const [promotion] = await tx.select({ id: promotions.id }).from(promotions).where(eq(promotions.id, promotionId));
    return promotion === undefined ? { promotionId: "This promotion is gone. Choose another one." } : undefined;
  },

  async insert(tx, { name, promotionId }, id) {
    if (id !== undefined) {
      await changeSet(tx, id, { name, promotionId, deletedAt: null });
      return id;
    }
    return insertRow(tx, couponSets, { name, promotionId });
  },

  async update(tx, id, { name, promotionId }) {
    await changeSet(tx, id, { name, promotionId, version: sql`${couponSets.version} + 1` });
  },

  async remove(tx, id) {
    await changeSet(tx, id, { deletedAt: sql`now()` });
  },

  /** Its codes may be in use, so undo keeps them. */
  async isHeld(tx, id, isGoing) {
    return !isGoing("coupon-codes", id) && (await tx.$count(couponCodes, eq(couponCodes.couponSetId, id))) > 0;
  },
};

/** The caller has checked that the set exists. */
async function changeSet(tx: Db, id: number, changes: PgUpdateSetSource<typeof couponSets>): Promise<void> {
  const changed = await tx.update(couponSets).set(changes).where(eq(couponSets.id, id)).returning({ id: couponSets.id });
  if (changed.length === 0) throw new Error("the coupon set is gone");
}

/** One valid code for each of these promotions that has one. */
export function listExampleCodes(
  db: Db,
  promotionIds: readonly number[],
): Promise<{ readonly code: string; readonly promotionId: number }[]> {
  if (promotionIds.length === 0) return Promise.resolve([]);
  return db
    .selectDistinctOn([couponSets.promotionId], { code: couponCodes.code, promotionId: couponSets.promotionId })
    .from(couponCodes)
    .innerJoin(couponSets, eq(couponSets.id, couponCodes.couponSetId))
    .where(and(inArray(couponSets.promotionId, [...promotionIds]), eq(couponCodes.status, "active"), isNull(couponSets.deletedAt)))
    .orderBy(asc(couponSets.promotionId), asc(couponCodes.id));
}

export interface NewCode {
  readonly code: string;
  readonly normalizedCode: string;
}

export interface CodeTerms {
  readonly maxUses: number | null;
  readonly perCustomerUses: number | null;
  readonly expiresAt: Date | null;
}

/** Adds codes to a set, except those that exist in any set. Returns how many were added. */
export async function insertCodes(tx: Db, couponSetId: number, codes: readonly NewCode[], terms: CodeTerms): Promise<number> {
  const texts = codes.map(({ code }) => code);
  const keys = codes.map(({ normalizedCode }) => normalizedCode);
  const rows = await tx.execute<{ added: number }>(
    sql`with added as (
          insert into coupon_codes (coupon_set_id, code, normalized_code, max_uses, per_customer_uses, expires_at)
          select ${couponSetId}, c.code, c.key, ${terms.maxUses}::int, ${terms.perCustomerUses}::int, ${terms.expiresAt?.toISOString() ?? null}::timestamptz
          from unnest(${sql.param(texts)}::text[], ${sql.param(keys)}::text[]) c (code, key)
          on conflict (normalized_code) do nothing returning 1)
        select count(*)::int as added from added`,
    "objects",
  );
  return rows[0]?.added ?? 0;
}

/** Counts the codes of all sets that have this normalized prefix and length. */
export async function countCodesAlike(db: Db, prefix: string, length: number): Promise<number> {
  return db.$count(
    couponCodes,
    sql`starts_with(${couponCodes.normalizedCode}, ${prefix}) and length(${couponCodes.normalizedCode}) = ${prefix.length + length}`,
  );
}

export interface CouponCodeRow {
  readonly id: number;
  readonly code: string;
  readonly status: "active" | "revoked";
  readonly maxUses: number | null;
  readonly perCustomerUses: number | null;
  readonly expiresAt: Date | null;
  readonly uses: number;
}

const uses = sql<number>`(select count(*)::int from promotion_uses u where u.coupon_code_id = coupon_codes.id and u.state <> 'released')`;

const codeColumns = {
  id: couponCodes.id,
  code: couponCodes.code,
  status: couponCodes.status,
  maxUses: couponCodes.maxUses,
  perCustomerUses: couponCodes.perCustomerUses,
  expiresAt: couponCodes.expiresAt,
  uses,
};

/** One page of a set's codes and how many there are. */
export async function listCodes(
  db: Db,
  couponSetId: number,
  query: CouponCodeListQuery,
): Promise<{ readonly rows: readonly CouponCodeRow[]; readonly total: number }> {
  const where = codesWhere(couponSetId, query);
  const key = query.sort.replace("-", "");
  const columns: Readonly<Record<string, typeof uses | typeof couponCodes.normalizedCode>> = { code: couponCodes.normalizedCode, uses };
  const column = columns[key] ?? couponCodes.id;
  const [counted] = await db.select({ total: count() }).from(couponCodes).where(where);
  const rows = await db
    .select(codeColumns)
    .from(couponCodes)
    .where(where)
    .orderBy(query.sort.startsWith("-") ? desc(column) : asc(column), asc(couponCodes.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  return { rows, total: counted?.total ?? 0 };
}

function codesWhere(couponSetId: number, { q, status }: Pick<CouponCodeListQuery, "q" | "status">): SQL | undefined {
  const key = escapeLike(normalizeCode(q));
  return and(
    eq(couponCodes.couponSetId, couponSetId),
    key === "" ? undefined : sql`${couponCodes.normalizedCode} like ${`%${key}%`}`,
    status === "active" || status === "revoked" ? eq(couponCodes.status, status) : undefined,
    status === "used" ? sql`${uses} > 0` : undefined,
  );
}

/** The next codes of a set after one, for reading all of them in parts. */
export function listCodesAfter(db: Db, couponSetId: number, after: number, limit: number): Promise<CouponCodeRow[]> {
  return db
    .select(codeColumns)
    .from(couponCodes)
    .where(and(eq(couponCodes.couponSetId, couponSetId), gt(couponCodes.id, after)))
    .orderBy(asc(couponCodes.id))
    .limit(limit);
}

/** Revokes codes of a set, or makes them valid again. Returns how many changed. */
export async function setCodeStatus(
  tx: Db,
  couponSetId: number,
  which: "all" | readonly number[],
  query: Pick<CouponCodeListQuery, "q" | "status">,
  status: "active" | "revoked",
): Promise<number> {
  const chosen =
    which === "all" ? codesWhere(couponSetId, query) : and(eq(couponCodes.couponSetId, couponSetId), inArray(couponCodes.id, [...which]));
  const changed = await tx
    .update(couponCodes)
    .set({ status })
    .where(and(chosen, ne(couponCodes.status, status)))
    .returning({ id: couponCodes.id });
  return changed.length;
}

/** The value that a list of sets is sorted by. */
function numberOf(row: CouponSetRow & { readonly revenue: number }, key: string): number {
  if (key === "codes" || key === "uses" || key === "revenue") return row[key];
  return row.id;
}
