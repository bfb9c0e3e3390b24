import type { Cents } from "#app/values/money.ts";
import { stableHash } from "#app/values/stable-hash.ts";

export const MAX_TEMPLATE_TITLE_LENGTH = 60;
export const MAX_TEXT_CHOICE_LENGTH = 500;

export const CUSTOMIZATION_KINDS = ["single", "multiple", "quantity", "text"] as const;
export type CustomizationKind = (typeof CUSTOMIZATION_KINDS)[number];

/** One thing a customer may choose inside a group. `id` is stable: it is also the key staff mark as sold out. */
export interface CustomizationOption {
  readonly id: number;
  readonly name: string;
  /** Short name on the kitchen ticket; null = `name`. */
  readonly kitchenName: string | null;
  /** Signed: an option can make the product cheaper. */
  readonly priceDelta: Cents;
  /** Price that replaces `priceDelta` while the option with that id (another group's) is chosen: size-dependent toppings. */
  readonly priceByOption: Readonly<Record<string, Cents>>;
  readonly isDefault: boolean;
  readonly defaultQuantity: number;
  readonly countsTowardFree: boolean;
  readonly allergens: readonly string[];
  readonly dietaryTags: readonly string[];
  readonly calories: number | null;
  readonly soldOut: boolean;
  readonly hidden: boolean;
}

/** A group of options as staff define it once; products link to it, with overrides. */
export interface CustomizationTemplate {
  readonly id: number;
  /** For staff. */
  readonly name: string;
  /** For customers, at most 60 characters. */
  readonly title: string;
  readonly help: string;
  readonly kind: CustomizationKind;
  readonly minSelect: number;
  /** null = no limit. */
  readonly maxSelect: number | null;
  /** Quantity kind only; null = no limit of its own. */
  readonly maxPerOption: number | null;
  /** How many units are included in the price; the lowest-priced eligible ones are free. */
  readonly freeCount: number;
  /** The group appears only when one of these options (of other groups) is chosen; empty = always. */
  readonly showWhenOptionIds: readonly number[];
  /** Text kind only. */
  readonly maxLength: number | null;
  readonly kitchenLabel: string | null;
  readonly options: readonly CustomizationOption[];
}

/** Per-product changes of a linked template. An absent or null field inherits; 0 means zero. */
export interface CustomizationOverrides {
  readonly title?: string | null;
  readonly minSelect?: number | null;
  readonly maxSelect?: number | null;
  readonly freeCount?: number | null;
  readonly options?: Readonly<
    Record<
      string,
      {
        readonly priceDelta?: Cents | null;
        readonly hidden?: boolean | null;
        readonly isDefault?: boolean | null;
        readonly soldOut?: boolean | null;
      }
    >
  >;
}

/** What a customer chose, as stored on a cart item and sent on the wire. Text groups carry `text` and a null option. */
export interface Choice {
  readonly templateId: number;
  readonly optionId: number | null;
  readonly quantity: number;
  readonly text: string | null;
}

/** A checked choice with names and price, for display, tickets and order snapshots. */
export interface SelectedOption {
  readonly templateId: number;
  readonly optionId: number | null;
  readonly group: string;
  readonly name: string;
  readonly kitchenName: string;
  readonly quantity: number;
  /** Units of `quantity` that are included in the price. */
  readonly freeQuantity: number;
  /** Per unit, before free units. */
  readonly priceDelta: Cents;
}

export interface ChoiceProblem {
  readonly templateId: number | null;
  readonly optionId: number | null;
  readonly code: "required" | "too-many" | "unknown-option" | "unknown-group" | "sold-out" | "quantity" | "text-too-long" | "not-offered";
  /** A sentence for the customer that says what would be right. */
  readonly message: string;
}

/** Most units of one option, whatever the group allows: keeps every sum far inside exact integers. */
export const MAX_OPTION_UNITS = 99;

/** How many units a group takes; null = no limit. A single choice is one unit whatever its template says. */
export function maxUnits(group: CustomizationTemplate): number | null {
  return group.kind === "single" || group.kind === "text" ? 1 : group.maxSelect;
}

/**
 * The template as one product shows it. Absent and null inherit, 0 is zero (so a price of 0 makes an option free, and false
 * puts a sold-out option back on sale for this product). A price given here is the price whatever else is chosen: it also
 * replaces the template's prices by option.
 */
export function applyOverrides(template: CustomizationTemplate, overrides: CustomizationOverrides | null): CustomizationTemplate {
  if (overrides === null) return template;
  return {
    ...template,
    title: overrides.title ?? template.title,
    minSelect: overrides.minSelect ?? template.minSelect,
    maxSelect: overrides.maxSelect ?? template.maxSelect,
    freeCount: overrides.freeCount ?? template.freeCount,
    options: template.options.map((option) => {
      const own = overrides.options?.[String(option.id)];
      if (own === undefined) return option;
      const hasOwnPrice = own.priceDelta !== undefined && own.priceDelta !== null;
      return {
        ...option,
        priceDelta: own.priceDelta ?? option.priceDelta,
        priceByOption: hasOwnPrice ? {} : option.priceByOption,
        hidden: own.hidden ?? option.hidden,
        isDefault: own.isDefault ?? option.isDefault,
        soldOut: own.soldOut ?? option.soldOut,
      };
    }),
  };
}

/**
 * The groups a customer sees with these choices, in order. A conditional group shows once one of its trigger options is chosen
 * in a group that itself shows; groups that only trigger each other therefore stay out of sight.
 */
export function visibleGroups(groups: readonly CustomizationTemplate[], choices: readonly Choice[]): readonly CustomizationTemplate[] {
  const shown = new Set<number>();
  const chosen = new Set<number>();
  for (let grew = true; grew;) {
    grew = false;
    for (const group of groups) {
      if (shown.has(group.id)) continue;
      if (group.showWhenOptionIds.length > 0 && !group.showWhenOptionIds.some((id) => chosen.has(id))) continue;
      shown.add(group.id);
      grew = true;
      for (const option of group.options) {
        const isChosen = choices.some((choice) => choice.templateId === group.id && choice.optionId === option.id && choice.quantity >= 1);
        if (isChosen && !option.hidden) chosen.add(option.id);
      }
    }
  }
  return groups.filter((group) => shown.has(group.id));
}

/** The choices a fresh product page starts with: the defaults that are on sale, up to each group's limit, of groups that show. */
export function defaultChoices(groups: readonly CustomizationTemplate[]): readonly Choice[] {
  const all = groups.flatMap((group) => {
    let room = maxUnits(group) ?? Number.POSITIVE_INFINITY;
    return group.options.flatMap((option): readonly Choice[] => {
      if (!option.isDefault || option.hidden || option.soldOut || room < 1) return [];
      const wanted = group.kind === "quantity" ? Math.max(1, option.defaultQuantity) : 1;
      const quantity = Math.min(wanted, group.maxPerOption ?? wanted, room);
      room -= quantity;
      return [{ templateId: group.id, optionId: option.id, quantity, text: null }];
    });
  });
  const shown = new Set(visibleGroups(groups, all).map((group) => group.id));
  return all.filter((choice) => shown.has(choice.templateId));
}

/** The most units of a group that can be had now, given options that may not be chosen; for a required text, 1. */
function sellableUnits(group: CustomizationTemplate, blocked: ReadonlySet<number>): number {
  if (group.kind === "text") return 1;
  const sellable = group.options.filter((option) => !option.hidden && !option.soldOut && !blocked.has(option.id)).length;
  const perOption = group.kind === "quantity" ? (group.maxPerOption ?? MAX_OPTION_UNITS) : 1;
  return Math.min(sellable * perOption, maxUnits(group) ?? Number.POSITIVE_INFINITY);
}

/**
 * Options that lead nowhere: choosing one opens a required group that cannot be filled now ("combo" while every drink is sold
 * out). The product page greys them out like sold-out ones.
 */
export function deadEndOptionIds(groups: readonly CustomizationTemplate[]): ReadonlySet<number> {
  const blocked = new Set<number>();
  for (let grew = true; grew;) {
    const before = blocked.size;
    for (const group of groups) {
      if (sellableUnits(group, blocked) < group.minSelect) for (const id of group.showWhenOptionIds) blocked.add(id);
    }
    grew = blocked.size > before;
  }
  return blocked;
}

/** False when a group that always shows requires more than can be had now: the product is then unavailable by itself. */
export function isOrderable(groups: readonly CustomizationTemplate[]): boolean {
  const blocked = deadEndOptionIds(groups);
  return groups.every((group) => group.showWhenOptionIds.length > 0 || sellableUnits(group, blocked) >= group.minSelect);
}

/**
 * Equal fingerprints are one cart line: same product, same choices in any order, same note (spaces around it do not count).
 * 32 hex digits, so that it fits an index.
 */
export function choicesFingerprint(productId: number, choices: readonly Choice[], note: string): string {
  const units = new Map<string, number>();
  const texts: string[] = [];
  for (const choice of choices) {
    if (choice.optionId === null) {
      texts.push(JSON.stringify([choice.templateId, (choice.text ?? "").trim()]));
    } else {
      const key = `${choice.templateId}:${choice.optionId}`;
      units.set(key, (units.get(key) ?? 0) + choice.quantity);
    }
  }
  return stableHash(JSON.stringify([productId, [...units].sort(byKey), texts.sort(), note.trim()]));
}

function byKey(a: readonly [string, number], b: readonly [string, number]): number {
  return a[0] < b[0] ? -1 : 1;
}
