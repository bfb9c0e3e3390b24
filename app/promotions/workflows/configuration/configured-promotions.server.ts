import { isDeepStrictEqual } from "node:util";
import type { ConfigurationChange, ConfigurationPart, FileProblem } from "#app/content/workflows/configuration/configuration-change.ts";
import {
  couponCodesRecords,
  findCodeOwners,
  listFileCodes,
  wholeCouponSetRecords,
} from "#app/promotions/data/configuration/configured-sets.server.ts";
import { namesCatalogue, readRuleNames, type RuleNames } from "#app/promotions/data/configuration/rule-names.server.ts";
import { listStoredPromotions } from "#app/promotions/data/configuration/stored-promotions.server.ts";
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
import { changedFields } from "#app/staff/domain/record-changes.ts";
import type { Recorder } from "#app/staff/workflows/combined-records.ts";

/** Fields that hold more than one line of text stand in the file as they are. */
const PLAIN = ["schedule", "condition", "action"] as const;

interface Planned {
  /** null = a new one. */
  readonly id: number | null;
  readonly value: PromotionRecord;
  readonly isChanged: boolean;
  /** `id` null = a new set. */
  readonly sets: readonly { readonly id: number | null; readonly name: string; readonly codes: readonly FileCode[] }[];
}

/**
 * Promotions with the names of their coupon sets, and with codes only on request. Equal names are distinguished by their
 * order; products and categories that rules speak of are named, not numbered. Sets and codes are only ever added: codes may be in people's
 * hands.
 */
export const promotionsPart: ConfigurationPart = {
  section: "promotions",
  namesCatalogue,
  stores: [promotionRecords, wholeCouponSetRecords, couponCodesRecords],

  async exported(db, { withCodes }) {
    const stored = await listStoredPromotions(db);
    const names = await readRuleNames(db, stored);
    const codes = withCodes
      ? await listFileCodes(
          db,
          stored.flatMap((each) => each.couponSets.map((set) => set.id)),
        )
      : null;
    return stored.map(({ value, couponSets: sets }) => ({
      ...fileOf(value, [], names),
      couponSets: sets.map(({ id, name }) => (codes === null ? name : { name, codes: [...(codes.get(id) ?? [])] })),
    }));
  },

  async planned(db, wanted, problems, lock) {
    const parsed = configuredPromotions.safeParse(wanted);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) problems.push({ path: `promotions${pathOf(path)}`, message });
      return { changes: [], apply: () => Promise.resolve() };
    }
    const stored = await listStoredPromotions(db, lock);
    const names = await readRuleNames(db, [stored, parsed.data]);
    const changes: ConfigurationChange[] = [];
    const plans: Planned[] = [];
    const met = new Map<string, number>();
    for (const [index, given] of parsed.data.entries()) {
      const place = met.get(given.name) ?? 0;
      met.set(given.name, place + 1);
      const before = stored.filter(({ value }) => value.name === given.name)[place];
      const plan = await planOf(db, { given, before, names, path: `promotions[${index}]`, problems });
      if (plan === null) continue;
      plans.push(plan);
      changes.push(changeOf(plan, before, given, names));
    }
    return { changes, apply: (recorder, tx) => writePromotions(tx, recorder, plans) };
  },
};

type StoredPromotion = Awaited<ReturnType<typeof listStoredPromotions>>[number];

interface Wanted {
  readonly given: ConfiguredPromotion;
  /** The promotion that the shop has by this name; undefined = a new one. */
  readonly before: StoredPromotion | undefined;
  readonly names: RuleNames;
  readonly path: string;
  readonly problems: FileProblem[];
}

/** What is to be written for one promotion of the file; null = nothing, or nothing that could be read. */
async function planOf(db: Db, { given, before, names, path, problems }: Wanted): Promise<Planned | null> {
  const isSame = before !== undefined && isDeepStrictEqual({ ...given, couponSets: [] }, fileOf(before.value, [], names));
  const value = isSame ? before.value : valueOf(given, names, path, problems);
  if (value === undefined) return null;
  const isChanged = before === undefined || changedFields(before.value, value) !== undefined;
  const sets = await newSets(db, given.couponSets, before?.couponSets ?? [], path, problems);
  if (!isChanged && sets.length === 0) return null;
  const refused = isChanged ? await promotionRecords.check?.(db, before?.id ?? null, value, before?.value) : undefined;
  for (const [field, message] of Object.entries(refused ?? {}))
    if (message !== undefined) problems.push({ path: `${path}.${field}`, message });
  return { id: before?.id ?? null, value, isChanged, sets };
}

/** One line of the list of changes that is confirmed before the file is taken over. */
function changeOf(
  { value, sets }: Planned,
  before: StoredPromotion | undefined,
  given: ConfiguredPromotion,
  names: RuleNames,
): ConfigurationChange {
  const had = (before?.couponSets ?? []).map((set) => set.name);
  const all = [...new Set([...had, ...given.couponSets.map((set) => set.name)])].toSorted();
  const was = before === undefined ? null : fileOf(before.value, had, names);
  const will = fileOf(value, all, names);
  const codes = sets.flatMap((set) => (set.codes.length === 0 ? [] : [`new codes of ${set.name}: ${set.codes.length}`]));
  return {
    section: "promotions",
    name: value.name,
    before: was === null ? null : outline(was, will),
    after: [outline(will, was ?? {}), ...codes].filter((line) => line !== "").join("\n"),
  };
}

async function writePromotions(tx: Db, recorder: Recorder, plans: readonly Planned[]): Promise<void> {
  for (const { id, value, isChanged, sets } of plans) {
    const promotionId = id !== null && !isChanged ? id : await recorder.put(promotionRecords, id, value);
    for (const { id: setId, name, codes } of sets) {
      const kept = setId ?? (await recorder.put(wholeCouponSetRecords, null, { name, promotionId }));
      if (codes.length > 0) await recorder.touch("coupon-codes", kept, () => addCodes(tx, kept, codes));
    }
  }
}

async function addCodes(tx: Db, setId: number, codes: readonly FileCode[]): Promise<void> {
  const alike = Map.groupBy(codes, ({ maxUses, perCustomerUses, expiresAt }) => JSON.stringify([maxUses, perCustomerUses, expiresAt]));
  for (const [, own] of alike) {
    const { maxUses = null, perCustomerUses = null, expiresAt = null } = own[0] ?? {};
    const terms = { maxUses, perCustomerUses, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
    await insertCodes(
      tx,
      setId,
      own.map(({ code }) => ({ code, normalizedCode: normalizeCode(code) })),
      terms,
    );
  }
}

/** The sets that are new or get new codes. A code that another set has cannot be had twice. */
async function newSets(
  db: Db,
  wanted: readonly FileCouponSet[],
  had: readonly { readonly id: number; readonly name: string }[],
  path: string,
  problems: FileProblem[],
): Promise<Planned["sets"]> {
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

/** The fields as their form shows them, what is nested as it is, and names for numbers. */
function fileOf(value: PromotionRecord, sets: readonly string[], names: RuleNames): Record<string, unknown> {
  const plain = Object.fromEntries(PLAIN.map((field) => [field, names.named(value[field])]));
  // What is not given at all is not written either.
  return JSON.parse(JSON.stringify({ ...promotionTexts(value), ...plain, couponSets: [...sets] })) as Record<string, unknown>;
}

function valueOf(given: ConfiguredPromotion, names: RuleNames, path: string, problems: FileProblem[]): PromotionRecord | undefined {
  const { couponSets: _sets, schedule, condition, action, ...texts } = given;
  const numbered = Object.entries({ schedule, condition, action }).map(([field, part]) => [
    field,
    JSON.stringify(names.numbered(part, (message) => problems.push({ path: `${path}.${field}`, message }))),
  ]);
  const blank = Object.fromEntries(PROMOTION_FIELDS.map((field) => [field, ""]));
  for (const field of Object.keys(texts))
    if (!(field in blank)) problems.push({ path: `${path}.${field}`, message: "There is no such field." });
  const parsed = promotionForm.safeParse({ ...blank, ...texts, ...Object.fromEntries(numbered) });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) problems.push({ path: `${path}${pathOf(issue.path)}`, message: issue.message });
  return undefined;
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
}

/** A line per field that is not the same in the other one, for the comparison. */
function outline(file: Record<string, unknown>, other: Record<string, unknown>): string {
  return Object.entries(file)
    .filter(([field, value]) => !isDeepStrictEqual(value, other[field]))
    .map(([field, value]) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
