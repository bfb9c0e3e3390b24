import { isDeepStrictEqual } from "node:util";
import type { ConfigurationChange, ConfigurationPart, FileProblem } from "#app/content/workflows/configuration/configuration-change.ts";
import { readRecordNames, type RecordNames } from "#app/promotions/data/configuration/record-names.server.ts";
import { listStoredPromotions } from "#app/promotions/data/configuration/stored-promotions.server.ts";
import { couponSetRecords } from "#app/promotions/data/coupon-sets.server.ts";
import { promotionRecords, type PromotionRecord } from "#app/promotions/data/promotion-records.server.ts";
import {
  configuredPromotions,
  PROMOTION_FIELDS,
  promotionTexts,
  type ConfiguredPromotion,
} from "#app/promotions/domain/configured-promotion.schema.ts";
import { promotionForm } from "#app/promotions/domain/promotion-form.schema.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { changedFields } from "#app/staff/domain/record-changes.ts";
import { track, writeEntry, type Doer } from "#app/staff/workflows/change-records.server.ts";

/** Fields that hold more than one line of text stand in the file as they are. */
const PLAIN = ["schedule", "condition", "action"] as const;

interface Planned {
  /** null = a new one. */
  readonly id: number | null;
  readonly value: PromotionRecord;
  readonly newSets: readonly string[];
}

/**
 * Promotions with the names of their coupon sets, never the codes. Two of one name are told apart by their order; products and categories
 * that rules speak of are named, not numbered. Sets are only ever added: codes may be in people's hands.
 */
export const promotionsPart: ConfigurationPart = {
  section: "promotions",

  async exported(db) {
    const stored = await listStoredPromotions(db);
    const names = await readRecordNames(db, stored);
    return stored.map(({ value, couponSets: sets }) => fileOf(value, sets, names));
  },

  async planned(db, wanted, problems, lock) {
    const parsed = configuredPromotions.safeParse(wanted);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) problems.push({ path: `promotions${pathOf(path)}`, message });
      return { changes: [], apply: () => Promise.resolve() };
    }
    const stored = await listStoredPromotions(db, lock);
    const names = await readRecordNames(db, [stored, parsed.data]);
    const changes: ConfigurationChange[] = [];
    const plans: Planned[] = [];
    const met = new Map<string, number>();
    for (const [index, given] of parsed.data.entries()) {
      const place = met.get(given.name) ?? 0;
      met.set(given.name, place + 1);
      const before = stored.filter(({ value }) => value.name === given.name)[place];
      const path = `promotions[${index}]`;
      if (before !== undefined && isDeepStrictEqual(given, fileOf(before.value, before.couponSets, names))) continue;
      const value = valueOf(given, names, path, problems);
      if (value === undefined) continue;
      const isChanged = before === undefined || changedFields(before.value, value) !== undefined;
      const newSets = given.couponSets.filter((name) => !(before?.couponSets ?? []).includes(name));
      if (!isChanged && newSets.length === 0) continue;
      const refused = isChanged ? await promotionRecords.check?.(db, before?.id ?? null, value, before?.value) : undefined;
      for (const [field, message] of Object.entries(refused ?? {}))
        if (message !== undefined) problems.push({ path: `${path}.${field}`, message });
      plans.push({ id: before?.id ?? null, value, newSets });
      const sets = [...new Set([...(before?.couponSets ?? []), ...given.couponSets])].toSorted();
      const [was, will] = [before === undefined ? null : fileOf(before.value, before.couponSets, names), fileOf(value, sets, names)];
      changes.push({
        section: "promotions",
        name: value.name,
        before: was === null ? null : outline(was, will),
        after: outline(will, was ?? {}),
      });
    }
    return {
      changes,
      async apply(tx, actor) {
        for (const { id, value, newSets } of plans) {
          const kept = await put(tx, actor, promotionRecords, id, value);
          for (const name of newSets) await put(tx, actor, couponSetRecords, null, { name, promotionId: kept });
        }
      },
    };
  },
};

/** Stores a record with a row in its own history, as its form would; answers its id. */
async function put<Value extends object>(tx: Db, actor: Doer, store: RecordStore<Value>, id: number | null, value: Value): Promise<number> {
  const change = await track(tx, store, id === null ? [] : [id], async () => {
    if (id === null) return [await store.insert(tx, value)];
    await store.update(tx, id, value);
    return [];
  });
  await writeEntry(tx, store, actor, id === null ? "add" : "edit", store.nameOf(value), change);
  return id ?? change.made[0] ?? 0;
}

/** The fields as their form shows them, what is nested as it is, and names for numbers. */
function fileOf(value: PromotionRecord, sets: readonly string[], names: RecordNames): Record<string, unknown> {
  const plain = Object.fromEntries(PLAIN.map((field) => [field, names.named(value[field])]));
  // What is not given at all is not written either.
  return JSON.parse(JSON.stringify({ ...promotionTexts(value), ...plain, couponSets: [...sets] })) as Record<string, unknown>;
}

function valueOf(given: ConfiguredPromotion, names: RecordNames, path: string, problems: FileProblem[]): PromotionRecord | undefined {
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
