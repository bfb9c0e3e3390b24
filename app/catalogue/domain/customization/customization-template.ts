import type { CustomizationCopy } from "./customization-copy.ts";
import { MAX_OPTION_UNITS, type CustomizationOption, type CustomizationOverrides, type CustomizationTemplate } from "./customization.ts";
import type { Cents } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";

/** Sold-out mark: on sale, indefinitely, or until an instant (ISO 8601). */
export const ON_SALE = "no";
export const UNTIL_UNDONE = "until undone";

/** A stored sold-out mark; `soldOutUntil` null: indefinitely. */
export function soldOutMark(mark: string): { readonly isSoldOut: boolean; readonly soldOutUntil: string | null } {
  if (mark === ON_SALE || mark === "") return { isSoldOut: false, soldOutUntil: null };
  return { isSoldOut: true, soldOutUntil: mark === UNTIL_UNDONE ? null : mark };
}

/** An option as staff edit it. */
export interface TemplateOption extends Pick<
  CustomizationOption,
  "name" | "isDefault" | "defaultQuantity" | "countsTowardFree" | "allergens" | "dietaryTags" | "calories"
> {
  /** null: new; a stored one keeps its id. */
  readonly id: number | null;
  /** Kitchen name; "" = the name. */
  readonly kitchenName: string;
  readonly price: Cents;
  /** Price while another template's option (key) is chosen. */
  readonly prices: Readonly<Record<string, Cents>>;
  readonly soldOut: string;
  readonly isHidden: boolean;
}

/** A product's use of a template: link or copy. */
export interface TemplateUse {
  readonly productId: number;
  readonly position: number;
  readonly overrides: CustomizationOverrides;
  /** The template's version when it was linked or copied. */
  readonly version: number | null;
  readonly copy: CustomizationCopy | null;
}

/** A template as staff edit it. */
export interface TemplateRecord extends Omit<CustomizationTemplate, "id" | "kitchenLabel" | "options"> {
  readonly kitchenLabel: string;
  /** Options of other templates that prices depend on. */
  readonly priceOptionIds: readonly number[];
  readonly options: readonly TemplateOption[];
  /** Key for configuration files; missing: new or unchanged. */
  readonly key?: string | undefined;
  readonly position?: number | undefined;
  readonly importKey?: string | null | undefined;
  /** The products that use it. */
  readonly products?: readonly TemplateUse[] | undefined;
  /** Of a restored template: copies made from its links; missing: not recorded. */
  readonly hasBecomeCopies?: boolean | undefined;
}

/** Messages by form field, such as "options[2].price". */
export type TemplateProblems = Readonly<Record<string, string>>;

/** Why this template can never be filled in as intended; empty if valid. */
export function templateProblems(template: TemplateRecord): TemplateProblems {
  const { kind, minSelect, options } = template;
  const problems: Record<string, string> = {};
  const say: Say = (field, sentence) => {
    problems[field] ??= sentence;
  };
  if (kind === "text") {
    if (options.length > 0) say("options", "A text has no options. Remove them, or choose another kind.");
    if (minSelect > 1) say("minSelect", "A text is filled in or not: enter 1 or 0.");
    return problems;
  }
  sayLimits(template, say);
  sayNames(template, say);
  sayDefaults(template, say);
  return problems;
}

type Say = (field: string, sentence: string) => void;

/** The maximum number of options; null: unlimited. */
function mostChosen({ kind, maxSelect }: TemplateRecord): number | null {
  return kind === "single" ? 1 : maxSelect;
}

function sayLimits(template: TemplateRecord, say: Say): void {
  const { kind, minSelect, maxSelect, maxPerOption, freeCount, options } = template;
  const max = mostChosen(template);
  if (options.length === 0) say("options", "Add at least one option: there would be nothing to choose.");
  if (kind === "single" && maxSelect !== null && maxSelect > 1)
    say("maxSelect", "A single choice takes one option. Enter 1, or choose another kind.");
  if (max !== null && max < minSelect) {
    if (kind === "single") say("minSelect", "A single choice takes one option: enter 1 or 0.");
    else say("maxSelect", `Enter ${minSelect} or more: at least ${minSelect} must be chosen.`);
  }
  const most = kind === "quantity" ? options.length * (maxPerOption ?? MAX_OPTION_UNITS) : options.length;
  if (options.length > 0 && most < minSelect)
    say("minSelect", `Enter ${most} or less: with ${counted(options.length, "option", "options")} no more can be chosen.`);
  if (max !== null && freeCount > max) say("freeCount", `Enter ${max} or less: no more than ${max} can be chosen.`);
}

function sayNames({ options }: TemplateRecord, say: Say): void {
  const names = new Set<string>();
  for (const [index, { name }] of options.entries()) {
    const key = name.toLowerCase();
    if (names.has(key)) say(`options[${index}].name`, `There is a “${name}” already. Customers could not tell them apart.`);
    names.add(key);
  }
}

/** The default options must be a valid choice. */
function sayDefaults(template: TemplateRecord, say: Say): void {
  const { kind, maxPerOption, options } = template;
  const max = mostChosen(template);
  let chosen = 0;
  for (const [index, option] of options.entries()) {
    if (!option.isDefault) continue;
    const at = (field: string) => `options[${index}].${field}`;
    const units = kind === "quantity" ? option.defaultQuantity : 1;
    if (kind === "quantity" && maxPerOption !== null && units > maxPerOption)
      say(at("defaultQuantity"), `Enter ${maxPerOption} or less: no more of one option can be chosen.`);
    chosen += units;
    if (option.soldOut === UNTIL_UNDONE)
      say(at("isDefault"), "It is sold out until undone. Choose another default, or put it back on sale.");
    if (option.isHidden) say(at("isDefault"), "It is hidden. Choose another default, or show it.");
    if (max !== null && chosen > max) {
      const sentence =
        max === 1 ? "Only one can be chosen, so only one can be chosen at first." : `At most ${max} can be chosen, so no more at first.`;
      say(at("isDefault"), sentence);
    }
  }
}

/** Templates whose options show this group; none: always shown. */
export type ShowRules = ReadonlyMap<number, readonly number[]>;

/** Templates with circular conditions. */
export function neverShownIds(rules: ShowRules): readonly number[] {
  const shown = new Set<number>();
  for (let grew = true; grew;) {
    grew = false;
    for (const [id, owners] of rules) {
      if (shown.has(id) || (owners.length > 0 && !owners.some((owner) => shown.has(owner) || !rules.has(owner)))) continue;
      shown.add(id);
      grew = true;
    }
  }
  return [...rules.keys()].filter((id) => !shown.has(id));
}

/** The effect of an option's new price. */
export interface PriceEffect {
  readonly name: string;
  readonly before: Cents;
  readonly after: Cents;
  /** Linked products without their own price. */
  readonly products: number;
}

/** Price changes for customers, with the number of products; copies and own prices stay. */
export function priceEffects(
  before: readonly Pick<TemplateOption, "id" | "price">[],
  after: readonly Pick<TemplateOption, "id" | "name" | "price">[],
  uses: readonly Pick<TemplateUse, "overrides" | "copy">[],
): readonly PriceEffect[] {
  const linked = uses.filter((use) => use.copy === null);
  return after.flatMap((option) => {
    const was = before.find((each) => each.id === option.id && each.id !== null);
    if (was === undefined || was.price === option.price) return [];
    const products = linked.filter(({ overrides }) => (overrides.options?.[String(option.id)]?.priceDelta ?? null) === null).length;
    return products === 0 ? [] : [{ name: option.name, before: was.price, after: option.price, products }];
  });
}
