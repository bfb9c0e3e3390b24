import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { couponSetRecords, type CouponSetRecord } from "#app/promotions/data/coupon-sets.server.ts";
import { couponCodes, couponSets, promotionUses } from "#app/promotions/data/tables.ts";
import type { FileCode } from "#app/promotions/domain/configured-promotion.schema.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { counted } from "#texts/plural.ts";

/** The valid codes of each of these sets, oldest first, by the set's number. */
export async function listFileCodes(db: Db, setIds: readonly number[]): Promise<ReadonlyMap<number, readonly FileCode[]>> {
  const rows = await db
    .select({
      setId: couponCodes.couponSetId,
      code: couponCodes.code,
      maxUses: couponCodes.maxUses,
      perCustomerUses: couponCodes.perCustomerUses,
      expiresAt: couponCodes.expiresAt,
    })
    .from(couponCodes)
    .where(and(inArray(couponCodes.couponSetId, [...setIds]), eq(couponCodes.status, "active")))
    .orderBy(asc(couponCodes.couponSetId), asc(couponCodes.id));
  return new Map(
    [...Map.groupBy(rows, (row) => row.setId)].map(([id, setRows]) => [
      id,
      setRows.map(({ setId: _setId, expiresAt, ...code }) => ({ ...code, expiresAt: expiresAt?.toISOString() ?? null })),
    ]),
  );
}

/** The set of each of these normalized codes; codes that do not exist yet are absent. */
export async function findCodeOwners(db: Db, normalizedCodes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ code: couponCodes.normalizedCode, setId: couponCodes.couponSetId })
    .from(couponCodes)
    .where(sql`${couponCodes.normalizedCode} = any(${sql.param([...normalizedCodes])}::text[])`);
  return new Map(rows.map((row) => [row.code, row.setId]));
}

/** Coupon sets that a file added: undo deletes them. Sets from the forms keep their codes and are only deactivated. */
export const wholeCouponSetRecords: RecordStore<CouponSetRecord> = {
  ...couponSetRecords,
  async insert(tx, value, id) {
    if (id === undefined) return couponSetRecords.insert(tx, value);
    await tx.insert(couponSets).values({ ...value, id });
    return id;
  },
  async remove(tx, id) {
    await tx.delete(couponSets).where(eq(couponSets.id, id));
  },
};

interface CodesRecord {
  /** Ids of the codes instead of the codes: readers of the history may not see them. */
  readonly codes: readonly number[];
}

/** The codes of a set, by its id; a set without codes has no such record. Removed codes do not come back. */
export const couponCodesRecords: RecordStore<CodesRecord> = {
  kind: "coupon-codes",
  nameOf: ({ codes }) => counted(codes.length, "code", "codes"),

  async find(db, ids) {
    const rows = await db
      .select({ setId: couponCodes.couponSetId, id: couponCodes.id })
      .from(couponCodes)
      .innerJoin(couponSets, and(eq(couponSets.id, couponCodes.couponSetId), isNull(couponSets.deletedAt)))
      .where(inArray(couponCodes.couponSetId, [...ids]))
      .orderBy(asc(couponCodes.id));
    const sets = Map.groupBy(rows, (row) => row.setId);
    return new Map([...sets].map(([id, setRows]) => [id, { version: 0, value: { codes: setRows.map((row) => row.id) } }]));
  },

  async check(tx, id, { codes }) {
    if (id === null) return undefined;
    const remaining = await tx.$count(couponCodes, and(eq(couponCodes.couponSetId, id), inArray(couponCodes.id, [...codes])));
    if (remaining < codes.length) return { codes: "Removed codes cannot be restored. Read the file again." };
    return (await usesOf(tx, id, codes)) > 0 ? { codes: "Some of the codes have been used." } : undefined;
  },

  async update(tx, id, { codes }) {
    await tx.delete(couponCodes).where(and(eq(couponCodes.couponSetId, id), notInArray(couponCodes.id, [...codes])));
  },
  async remove(tx, id) {
    await tx.delete(couponCodes).where(eq(couponCodes.couponSetId, id));
  },
  insert: () => Promise.reject(new Error("codes come from a file or are made")),
  isHeld: async (tx, id) => (await usesOf(tx, id, [])) > 0,
};

/** Uses of the set's codes, except these codes. */
function usesOf(tx: Db, setId: number, excluded: readonly number[]): Promise<number> {
  const others = tx
    .select({ id: couponCodes.id })
    .from(couponCodes)
    .where(and(eq(couponCodes.couponSetId, setId), excluded.length === 0 ? undefined : notInArray(couponCodes.id, [...excluded])));
  return tx.$count(promotionUses, and(isNotNull(promotionUses.couponCodeId), inArray(promotionUses.couponCodeId, others)));
}
