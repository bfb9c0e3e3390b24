import type { Cents } from "#app/values/money.ts";
import { stableHash } from "#app/values/stable-hash.ts";

export const MAX_TEMPLATE_TITLE_LENGTH = 60;
export const MAX_TEXT_CHOICE_LENGTH = 500;

export const CUSTOMIZATION_KINDS = ["single", "multiple", "quantity", "text"] as const;
export type CustomizationKind = (typeof CUSTOMIZATION_KINDS)[number];

/** An option of a group. `id` is stable and used for sold-out marks. */
export interface CustomizationOption {
  readonly id: number;
  readonly name: string;
  /** Short name on the kitchen ticket; null = `name`. */
  readonly kitchenName: string | null;
  /** Signed: an option may reduce the price. */
  readonly priceDelta: Cents;
  /** Replaces `priceDelta` while another group's option is chosen, for size-dependent prices. */
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

/** A group of options, defined once; products link to it with overrides. */
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
  /** Quantity kind only; null: no own limit. */
  readonly maxPerOption: number | null;
  /** Included units; the lowest-priced eligible ones. */
  readonly freeCount: number;
  /** Shown when one of these options of other groups is chosen; empty: always. */
  readonly showWhenOptionIds: readonly number[];
  /** Text kind only. */
  readonly maxLength: number | null;
  readonly kitchenLabel: string | null;
  readonly options: readonly CustomizationOption[];
}

/** Overrides of a linked template. Absent and null inherit; 0 is a value. */
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

/** A choice as stored and sent. Text groups have `text` and a null option. */
export interface Choice {
  readonly templateId: number;
  readonly optionId: number | null;
  readonly quantity: number;
  readonly text: string | null;
}

/** A validated choice with names and price, for display, tickets and orders. */
export interface SelectedOption {
  readonly templateId: number;
  readonly optionId: number | null;
  readonly group: string;
  readonly name: string;
  readonly kitchenName: string;
  readonly quantity: number;
  /** Units of `quantity` included in the price. */
  readonly freeQuantity: number;
  /** Per unit, before free units. */
  readonly priceDelta: Cents;
}

export interface ChoiceProblem {
  readonly templateId: number | null;
  readonly optionId: number | null;
  readonly code: "required" | "too-many" | "unknown-option" | "unknown-group" | "sold-out" | "quantity" | "text-too-long" | "not-offered";
  /** Message with the valid input. */
  readonly message: string;
}

/** Maximum units of an option, so that sums stay exact. */
export const MAX_OPTION_UNITS = 99;

/** Maximum units of a group; null: none. A single choice is one unit. */
export function maxUnits(group: CustomizationTemplate): number | null {
  return group.kind === "single" || group.kind === "text" ? 1 : group.maxSelect;
}

/** The template with a product's overrides. Absent and null inherit; 0 and false are values. An overridden price also replaces prices by option. */
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
 * Visible groups for these choices, in order. A conditional group shows when a trigger option is chosen in a visible group, so groups that only
 * trigger each other stay hidden.
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

/** Initial choices: available defaults of visible groups, up to their limits. */
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

/** Maximum available units of a group; 1 for a required text. */
function sellableUnits(group: CustomizationTemplate, blocked: ReadonlySet<number>): number {
  if (group.kind === "text") return 1;
  const sellable = group.options.filter((option) => !option.hidden && !option.soldOut && !blocked.has(option.id)).length;
  const perOption = group.kind === "quantity" ? (group.maxPerOption ?? MAX_OPTION_UNITS) : 1;
  return Math.min(sellable * perOption, maxUnits(group) ?? Number.POSITIVE_INFINITY);
}

/** Options that show a required group which cannot be filled ("combo" without drinks); greyed like sold-out ones. */
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

/** False if an always visible group cannot be filled: the product is unavailable. */
export function isOrderable(groups: readonly CustomizationTemplate[]): boolean {
  const blocked = deadEndOptionIds(groups);
  return groups.every((group) => group.showWhenOptionIds.length > 0 || sellableUnits(group, blocked) >= group.minSelect);
}

/** Equal fingerprints are one cart line: product, choices in any order, trimmed note. 32 hex digits for an index. */
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
