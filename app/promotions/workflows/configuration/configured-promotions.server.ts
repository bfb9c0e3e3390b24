import { isDeepStrictEqual } from "node:util";
import { changesOf, problemsOf, readPart, type EntryPlan } from "#app/content/workflows/configuration/compare-entries.ts";
import type { ConfigurationPart, Reading } from "#app/content/workflows/configuration/configuration-change.ts";
import {
  couponCodesRecords,
  findCodeOwners,
  listFileCodes,
  wholeCouponSetRecords,
} from "#app/promotions/data/configuration/configured-sets.server.ts";
import { namesCatalogue, readRuleNames, type RuleNames } from "#app/promotions/data/configuration/rule-names.server.ts";
import { listStoredPromotions, type StoredPromotion } from "#app/promotions/data/configuration/stored-promotions.server.ts";
import { insertCodes } from "#app/promotions/data/coupon-sets.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import {
  configuredPromotions,
  PROMOTION_FIELDS,
  promotionTexts,
  type ConfiguredPromotion,
  type FileCode,
  type FileCouponSet,
} from "#app/promotions/domain/configured-promotion.schema.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { promotionForm } from "#app/promotions/domain/promotion-form.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { isSame } from "#app/staff/domain/record-changes.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";
import { counted } from "#texts/plural.ts";

/** A coupon set that is new (`id` null) or gets new codes. */
interface NewSet {
  readonly id: number | null;
  readonly name: string;
  readonly codes: readonly FileCode[];
}

/** A promotion to store; `value` null: its fields stay, and only its sets change. */
interface Plan {
  readonly value: PromotionRecord | null;
  readonly sets: readonly NewSet[];
}

/**
 * Promotions with the names of their coupon sets, and with codes only on request. Equal names are distinguished by their order. Products
 * and categories in rules have names instead of ids. Sets and codes are only ever added, because customers may have the codes.
 */
export const promotionsPart: ConfigurationPart<readonly ConfiguredPromotion[]> = {
  section: "promotions",
  schema: configuredPromotions,
  stores: [promotionRecords, wholeCouponSetRecords, couponCodesRecords],

  async exported(db, { withCodes }) {
    const stored = await listStoredPromotions(db);
    const names = await readRuleNames(db, stored);
    const setIds = stored.flatMap(({ couponSets }) => couponSets.map(({ id }) => id));
    const codes = withCodes ? await listFileCodes(db, setIds) : null;
    return stored.map(({ value, couponSets }) => ({
      ...entryOf(value, names),
      couponSets: couponSets.map(({ id, name }) => (codes === null ? name : { name, codes: [...(codes.get(id) ?? [])] })),
    }));
  },

  async planned(file, reading) {
    const { db, lock, isEmpty, left } = reading;
    const wanted = isEmpty ? file.filter((each) => !namesCatalogue(each)) : file;
    const lost = file.length - wanted.length;
    if (lost > 0) left.push(counted(lost, "promotion for certain products", "promotions for certain products"));
    const promotions = await listStoredPromotions(db, lock);
    const names = await readRuleNames(db, [promotions, wanted]);
    const stored = promotions.map((each) => ({ ...each, entry: { ...entryOf(each.value, names), couponSets: namesOf(each.couponSets) } }));
    const plans: EntryPlan<object, Plan>[] = [];
    for (const [index, given] of wanted.entries()) {
      const path = `promotions[${index}]`;
      const place = wanted.slice(0, index).filter(({ name }) => name === given.name).length;
      const before = stored.filter(({ value }) => value.name === given.name)[place];
      const value = await valueOf(given, before, names, path, reading);
      if (value === undefined) continue;
      const sets = await newSets(given.couponSets, before?.couponSets ?? [], path, reading);
      const codes = sets.flatMap(({ name, codes: newCodes }) => (newCodes.length === 0 ? [] : [[`new codes of ${name}`, newCodes.length]]));
      const couponSets = namesOf([...(before?.couponSets ?? []), ...given.couponSets]);
      const isChanged = before === undefined || !isSame(value, before.value);
      plans.push({
        name: value.name,
        id: before?.id ?? null,
        before: before?.entry,
        after: { ...entryOf(value, names), couponSets, ...Object.fromEntries(codes) },
        value: { value: isChanged ? value : null, sets },
      });
    }
    const { writes, changes } = changesOf("promotions", plans);
    return {
      changes,
      async apply(recorder, tx) {
        for (const { id, value } of writes) await writePromotion(tx, recorder, id, value);
      },
    };
  },
};

function namesOf(sets: readonly { readonly name: string }[]): readonly string[] {
  return [...new Set(sets.map(({ name }) => name))].toSorted();
}

async function writePromotion(tx: Db, recorder: Recorder, id: number | null, { value, sets }: Plan): Promise<void> {
  const promotionId = value === null ? id : await recorder.put(promotionRecords, id, value);
  if (promotionId === null) return;
  for (const { id: setId, name, codes } of sets) {
    const storedSetId = setId ?? (await recorder.put(wholeCouponSetRecords, null, { name, promotionId }));
    if (codes.length > 0) await recorder.touch("coupon-codes", storedSetId, () => addCodes(tx, storedSetId, codes));
  }
}

async function addCodes(tx: Db, setId: number, codes: readonly FileCode[]): Promise<void> {
  const alike = Map.groupBy(codes, ({ maxUses, perCustomerUses, expiresAt }) => JSON.stringify([maxUses, perCustomerUses, expiresAt]));
  for (const [, sameTerms] of alike) {
    const { maxUses = null, perCustomerUses = null, expiresAt = null } = sameTerms[0] ?? {};
    const terms = { maxUses, perCustomerUses, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
    await insertCodes(
      tx,
      setId,
      sameTerms.map(({ code }) => ({ code, normalizedCode: normalizeCode(code) })),
      terms,
    );
  }
}

/** The sets that are new or get new codes. A code that belongs to another set is skipped. */
async function newSets(
  wanted: readonly FileCouponSet[],
  had: StoredPromotion["couponSets"],
  path: string,
  { db, problems }: Reading,
): Promise<readonly NewSet[]> {
  const owners = await findCodeOwners(
    db,
    wanted.flatMap((set) => (set.codes ?? []).map(({ code }) => normalizeCode(code))),
  );
  const seen = new Set<string>();
  return wanted.flatMap(({ name, codes }, index) => {
    const id = had.find((set) => set.name === name)?.id ?? null;
    const fresh = (codes ?? []).filter(({ code }) => {
      const key = normalizeCode(code);
      const owner = owners.get(key);
      if (key === "" || seen.has(key) || (owner !== undefined && owner !== id))
        problems.push({
          path: `${path}.couponSets[${index}]`,
          message: key === "" ? "A code needs letters or digits." : `The code “${code}” belongs to another set.`,
        });
      seen.add(key);
      return owner === undefined;
    });
    return id !== null && fresh.length === 0 ? [] : [{ id, name, codes: fresh }];
  });
}

/** The fields as the texts of their form, nested values as JSON, with names instead of ids. */
function entryOf(value: PromotionRecord, names: RuleNames): Record<string, unknown> {
  const { schedule, condition, action } = value;
  // Absent values are left out.
  const nested = { schedule: names.named(schedule), condition: names.named(condition), action: names.named(action) };
  return JSON.parse(JSON.stringify({ ...promotionTexts(value), ...nested })) as Record<string, unknown>;
}

/** The promotion's new value from the file; undefined if it is refused. */
async function valueOf(
  given: ConfiguredPromotion,
  before: (StoredPromotion & { readonly entry: object }) | undefined,
  names: RuleNames,
  path: string,
  { db, problems }: Reading,
): Promise<PromotionRecord | undefined> {
  const { couponSets: _sets, ...fields } = given;
  if (before !== undefined && isDeepStrictEqual({ ...fields, couponSets: [] }, { ...before.entry, couponSets: [] })) return before.value;
  const { schedule, condition, action, ...texts } = fields;
  const numbered = Object.entries({ schedule, condition, action }).map(([field, part]) => [
    field,
    JSON.stringify(names.numbered(part, (message) => problems.push({ path: `${path}.${field}`, message }))),
  ]);
  const blank = Object.fromEntries(PROMOTION_FIELDS.map((field) => [field, ""]));
  for (const field of Object.keys(texts))
    if (!(field in blank)) problems.push({ path: `${path}.${field}`, message: "There is no such field." });
  const value = readPart(promotionForm.safeParse({ ...blank, ...texts, ...Object.fromEntries(numbered) }), path, problems);
  if (value === undefined || isSame(value, before?.value)) return value;
  const refused = await promotionRecords.check?.(db, before?.id ?? null, value, before?.value);
  problems.push(...problemsOf(path, refused ?? {}));
  return value;
}
