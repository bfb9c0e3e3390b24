import type { Cents } from "./money.ts";

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
    Record<string, { readonly priceDelta?: Cents | null; readonly hidden?: boolean | null; readonly isDefault?: boolean | null; readonly soldOut?: boolean | null }>
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
