import { isSame } from "#app/staff/domain/record-changes.ts";
import { MAX_OPTION_UNITS, type CustomizationOverrides } from "./customization.ts";
import type { CopiedOption, CustomizationCopy } from "./customization-copy.ts";
import { ON_SALE, soldOutMark, type TemplateOption, type TemplateRecord, type TemplateUse } from "./customization-template.ts";

/** Link (follows edits) or copy once. */
export type ApplyMode = "link" | "copy";

/** For products with their own version: leave, update (keep overrides), or replace. */
export type ConflictWay = "skip" | "update" | "replace";

export interface Application {
  readonly mode: ApplyMode;
  readonly conflict: ConflictWay;
}

/** "same": already as requested; "conflict": has its own version. */
export type Outcome = "new" | "same" | "conflict";

/** How a product uses one template. */
export type TemplateUseState = "none" | "linked" | "own" | "copy";

/** Effects of applying a template, by product. */
export interface ApplicationPlan {
  readonly products: readonly { readonly id: number; readonly name: string; readonly outcome: Outcome; readonly isChanged: boolean }[];
  /** Hash of this plan; only this plan is applied. */
  readonly seal: string;
}

export interface PlannedUse {
  readonly productId: number;
  readonly outcome: Outcome;
  readonly isChanged: boolean;
  /** The product's uses of the template afterwards. */
  readonly uses: readonly TemplateUse[];
}

/** The existing data that an application needs. */
export interface ApplicationFacts {
  readonly template: TemplateRecord;
  readonly version: number;
  /** The position after the product's existing questions. */
  readonly placeOf: (productId: number) => number;
  readonly drawGroupId: () => number;
  readonly drawOptionId: () => number;
}

/** Plans applying a template. Idempotent. */
export function planUse(
  productId: number,
  present: readonly TemplateUse[],
  { mode, conflict }: Application,
  facts: ApplicationFacts,
): PlannedUse {
  const link = present.find((use) => use.copy === null);
  const copied = present.find((use) => use.copy !== null);
  const place = (link ?? copied)?.position ?? facts.placeOf(productId);
  const linked = (overrides: CustomizationOverrides): TemplateUse => ({
    productId,
    position: place,
    overrides,
    version: link?.version ?? facts.version,
    copy: null,
  });
  const copy = (body: CustomizationCopy, overrides: CustomizationOverrides = {}): TemplateUse => ({
    productId,
    position: place,
    overrides,
    version: facts.version,
    copy: body,
  });
  const plan = (outcome: Outcome, next: TemplateUse): PlannedUse => {
    const isChanged = present.length !== 1 || !isSameUse(present[0], next);
    return { productId, outcome, isChanged, uses: isChanged ? [next] : present };
  };
  const stay = (outcome: Outcome): PlannedUse => ({ productId, outcome, isChanged: false, uses: present });

  const planLink = (): PlannedUse => {
    if (present.length === 0) return plan("new", linked({}));
    if (link !== undefined && copied === undefined && Object.keys(link.overrides).length === 0) return stay("same");
    if (conflict === "skip") return stay("conflict");
    if (conflict === "replace") return plan("conflict", linked({}));
    return plan("conflict", linked(link?.overrides ?? ownParts(facts.template, copied ?? null)));
  };
  const planCopy = (): PlannedUse => {
    const earlier = copied?.copy ?? null;
    const kept = conflict === "update" && earlier === null ? (link?.overrides ?? {}) : {};
    const fresh = copyOfTemplate(facts.template, kept, earlier, facts);
    if (present.length === 0) return plan("new", copy(fresh));
    if (link === undefined && copied !== undefined && isSameUse(copied, copy(fresh))) return stay("same");
    if (conflict === "skip") return stay("conflict");
    if (conflict === "update" && copied !== undefined && earlier !== null)
      return plan("conflict", copy(withNewOptions(earlier, fresh), copied.overrides));
    return plan("conflict", copy(fresh));
  };
  return mode === "link" ? planLink() : planCopy();
}

/** The link as a copy with overrides applied; looks the same. */
export function detachedUse(use: TemplateUse, facts: ApplicationFacts): TemplateUse {
  return { ...use, overrides: {}, version: facts.version, copy: copyOfTemplate(facts.template, use.overrides, null, facts) };
}

/** Restores a link after its template returns, if the copy is unchanged. Changed, sold-out or removed ones stay. `present`: current copies. */
export function returnedUses(
  template: TemplateRecord,
  before: readonly TemplateUse[],
  present: readonly TemplateUse[],
  hasBecomeCopies: boolean,
): readonly TemplateUse[] {
  const link = before.find((use) => use.copy === null);
  const older = before.find((use) => use.copy !== null)?.copy?.id;
  const made = present.find((use) => use.copy?.id !== older);
  const kept = present.filter((use) => use !== made);
  if (link === undefined || !hasBecomeCopies) return link === undefined ? kept : [...kept, link];
  if (made === undefined) return kept;
  return isUntouched(template, link, made) ? [...kept, { ...link, position: made.position }] : [made];
}

/** Whether a copy equals what its link became. */
function isUntouched(template: TemplateRecord, link: TemplateUse, { copy, overrides }: TemplateUse): boolean {
  if (copy === null || Object.keys(overrides).length > 0) return false;
  const none = { template, version: 0, placeOf: () => 0, drawGroupId: () => 0, drawOptionId: () => 0 };
  const asMade = copyOfTemplate(template, link.overrides, null, none).options;
  // A mark may have expired.
  const isMarkedAlike = copy.options.every(
    ({ isSoldOut, soldOutUntil }, index) =>
      (isSoldOut === asMade[index]?.isSoldOut && soldOutUntil === asMade[index].soldOutUntil) ||
      (!isSoldOut && (asMade[index]?.soldOutUntil ?? null) !== null),
  );
  return isMarkedAlike && isSameCopy(copyOfTemplate(template, link.overrides, copy, none), copy);
}

/** The template as a copy. Options copied before keep ids, for carts and marks. */
function copyOfTemplate(
  template: TemplateRecord,
  overrides: CustomizationOverrides,
  earlier: CustomizationCopy | null,
  { drawGroupId, drawOptionId }: ApplicationFacts,
): CustomizationCopy {
  const kept = new Map(earlier?.options.map((option) => [option.copiedFrom, option]));
  return {
    id: earlier?.id ?? drawGroupId(),
    name: template.name,
    title: overrides.title ?? template.title,
    help: template.help,
    kind: template.kind,
    minSelect: overrides.minSelect ?? template.minSelect,
    maxSelect: overrides.maxSelect ?? template.maxSelect,
    maxPerOption: template.maxPerOption,
    freeCount: overrides.freeCount ?? template.freeCount,
    showWhenOptionIds: template.showWhenOptionIds,
    maxLength: template.maxLength,
    kitchenLabel: template.kitchenLabel === "" ? null : template.kitchenLabel,
    options: template.options.map((option) => copyOfOption(option, overrides, kept.get(option.id) ?? null, drawOptionId)),
  };
}

function copyOfOption(
  option: TemplateOption,
  overrides: CustomizationOverrides,
  earlier: CopiedOption | null,
  drawOptionId: () => number,
): CopiedOption {
  const own = overrides.options?.[String(option.id)] ?? {};
  return {
    id: earlier?.id ?? drawOptionId(),
    copiedFrom: option.id,
    name: option.name,
    kitchenName: option.kitchenName === "" ? null : option.kitchenName,
    priceDelta: own.priceDelta ?? option.price,
    priceByOption: (own.priceDelta ?? null) === null ? option.prices : {},
    isDefault: own.isDefault ?? option.isDefault,
    defaultQuantity: option.defaultQuantity,
    countsTowardFree: option.countsTowardFree,
    allergens: option.allergens,
    dietaryTags: option.dietaryTags,
    calories: option.calories,
    hidden: own.hidden ?? option.isHidden,
    ...soldOutOf(option, own.soldOut ?? null, earlier),
  };
}

/** An override takes precedence over an earlier copy's mark, and that over the template's. */
function soldOutOf(
  { soldOut }: TemplateOption,
  override: boolean | null,
  earlier: CopiedOption | null,
): Pick<CopiedOption, "isSoldOut" | "soldOutUntil"> {
  if (override !== null) return { isSoldOut: override, soldOutUntil: null };
  return earlier === null ? soldOutMark(soldOut) : { isSoldOut: earlier.isSoldOut, soldOutUntil: earlier.soldOutUntil };
}

/** A copy's differences as overrides of a link. */
function ownParts(template: TemplateRecord, use: TemplateUse | null): CustomizationOverrides {
  if (use === null || use.copy === null) return {};
  const copy = withOverrides(use.copy, use.overrides);
  const byId = new Map(template.options.map((option) => [option.id, option]));
  const options = copy.options.flatMap((option) => {
    const origin = byId.get(option.copiedFrom);
    if (origin === undefined) return [];
    const own = {
      ...(option.priceDelta === origin.price ? {} : { priceDelta: option.priceDelta }),
      ...(option.hidden === origin.isHidden ? {} : { hidden: option.hidden }),
      ...(option.isDefault === origin.isDefault ? {} : { isDefault: option.isDefault }),
      // A link's sold-out mark has no end; the end is in the template, so indefinite here.
      ...(option.isSoldOut && origin.soldOut === ON_SALE ? { soldOut: true } : {}),
    };
    return Object.keys(own).length === 0 ? [] : [[String(origin.id), own] as const];
  });
  return {
    ...(copy.title === template.title ? {} : { title: copy.title }),
    ...(copy.minSelect === template.minSelect ? {} : { minSelect: copy.minSelect }),
    // Overrides cannot express "no limit"; this exceeds any choice.
    ...(copy.maxSelect === template.maxSelect ? {} : { maxSelect: copy.maxSelect ?? MAX_OPTION_UNITS }),
    ...(copy.freeCount === template.freeCount ? {} : { freeCount: copy.freeCount }),
    ...(options.length === 0 ? {} : { options: Object.fromEntries(options) }),
  };
}

/** A copy with its product's overrides applied. */
function withOverrides(copy: CustomizationCopy, overrides: CustomizationOverrides): CustomizationCopy {
  return {
    ...copy,
    title: overrides.title ?? copy.title,
    minSelect: overrides.minSelect ?? copy.minSelect,
    maxSelect: overrides.maxSelect ?? copy.maxSelect,
    freeCount: overrides.freeCount ?? copy.freeCount,
    options: copy.options.map((option) => {
      const own = overrides.options?.[String(option.id)];
      return {
        ...option,
        priceDelta: own?.priceDelta ?? option.priceDelta,
        hidden: own?.hidden ?? option.hidden,
        isDefault: own?.isDefault ?? option.isDefault,
      };
    }),
  };
}

/** A copy with the options added to the template since. */
function withNewOptions(copy: CustomizationCopy, fresh: CustomizationCopy): CustomizationCopy {
  const known = new Set(copy.options.map((option) => option.copiedFrom));
  return { ...copy, options: [...copy.options, ...fresh.options.filter((option) => !known.has(option.copiedFrom))] };
}

function isSameUse(a: TemplateUse | undefined, b: TemplateUse): boolean {
  if (a === undefined || (a.copy === null) !== (b.copy === null)) return false;
  if (a.copy !== null && b.copy !== null && !isSameCopy(a.copy, b.copy)) return false;
  return isSame(a.overrides, b.overrides);
}

/** Equal except for sold-out marks. */
function isSameCopy(a: CustomizationCopy, b: CustomizationCopy): boolean {
  const plain = (copy: CustomizationCopy) => ({
    ...copy,
    options: copy.options.map((option) => ({ ...option, isSoldOut: false, soldOutUntil: null })),
  });
  return isSame(plain(a), plain(b));
}
