import type { CategorySummary } from "./category.ts";
import { unitPrice } from "./customization/customization-choices.ts";
import { deadEndOptionIds, isOrderable, visibleGroups, type Choice, type CustomizationTemplate } from "./customization/customization.ts";
import type { OrderHoursNote } from "./order-hours-note.ts";
import type { OrderRules } from "./order-rules/order-rules.ts";
import type { SoldByWeight, WeightUnit } from "./weight/sold-by-weight.ts";
import type { Cents } from "#app/values/money.ts";
import type { Picture } from "#app/media/domain/picture.ts";

export const PRODUCT_SORTS = ["menu", "name", "price", "price-desc", "newest", "relevance"] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
export const MAX_PRODUCT_PRICE_CENTS = 9_999_999;

/** A product in lists. */
export interface ProductCard {
  readonly id: number;
  readonly name: string;
  /** One line of plain text. */
  readonly summary: string;
  /** Lowest price: base plus the cheapest required choices. */
  readonly price: Cents;
  /** Compare-at price with the same choices; null: no sale. */
  readonly was: Cents | null;
  /** Hours of the sale price: "Mon–Thu 3:00–5:00 PM"; absent or "" = none. */
  readonly saleHours?: string;
  /** " / kg": the price is per this weight; absent = per piece. */
  readonly per?: string;
  readonly weightUnit?: WeightUnit;
  /** Show "from": a required choice can raise the price. */
  readonly isFrom: boolean;
  /** False = "+" can add it directly. */
  readonly hasRequiredChoices: boolean;
  readonly picture: Picture | null;
  /** Hue of its first category, for the initial tile. */
  readonly hue: number;
  readonly tags: readonly string[];
  readonly dietaryTags: readonly string[];
  readonly isSoldOut: boolean;
  /** "Sold out" with its end if known; "" if available. */
  readonly soldOutText: string;
  /** Order hours; null: always. */
  readonly hours: OrderHoursNote | null;
}

/** A product page. */
export interface ProductDetail extends Omit<ProductCard, "picture" | "price">, OrderRules {
  /** Base price, before any choice. */
  readonly basePrice: Cents;
  readonly startingPrice: Cents;
  /** For search engines; empty = use name and summary. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** Sanitized. */
  readonly descriptionHtml: string;
  /** null: sold per piece. */
  readonly weight: SoldByWeight | null;
  readonly taxClass: string;
  readonly isHidden: boolean;
  /** 0: none left, 1: some, null: not counted. */
  readonly stock: number | null;
  readonly allergens: readonly string[];
  readonly calories: number | null;
  readonly pictures: readonly Picture[];
  /** Its own visible categories, first one first. */
  readonly categories: readonly CategorySummary[];
  /** The first category's path from the root. */
  readonly trail: readonly CategorySummary[];
  /** Customization groups with this product's overrides applied, in order. */
  readonly groups: readonly CustomizationTemplate[];
  readonly updatedAt: Date;
}

/** Compare-at price plus the cheapest required choices; null if not higher. */
export function priceBefore(
  { priceCents, compareAtCents }: { readonly priceCents: Cents; readonly compareAtCents: Cents | null },
  starting: Cents,
): Cents | null {
  if (compareAtCents === null || compareAtCents <= priceCents) return null;
  return compareAtCents + starting - priceCents;
}

/** Whether a sold-out mark is active; without end: indefinitely. */
export function isSoldOutAt(row: { readonly isSoldOut: boolean; readonly soldOutUntil: Date | null }, now: Date): boolean {
  return row.isSoldOut && (row.soldOutUntil === null || row.soldOutUntil.getTime() > now.getTime());
}

/** Sold out: marked, no stock, or required choices unavailable. */
export function isUnavailable(
  row: { readonly isSoldOut: boolean; readonly soldOutUntil: Date | null; readonly stock: number | null },
  groups: readonly CustomizationTemplate[],
  now: Date,
): boolean {
  return isSoldOutAt(row, now) || row.stock === 0 || !isOrderable(groups);
}

export interface StartingPrice {
  readonly price: Cents;
  /** Required choices have different prices. */
  readonly varies: boolean;
  readonly hasRequiredChoices: boolean;
}

/** Keeps `unitPrice` above zero while comparing choices. */
const FAR_FROM_ZERO: Cents = 1_000_000_000;

/** Lowest price. Fills required groups in order with the cheapest unit given earlier choices, including groups they show. */
export function startingPrice(base: Cents, groups: readonly CustomizationTemplate[]): StartingPrice {
  const blocked = deadEndOptionIds(groups);
  const withoutIncluded = groups.map((group) => ({ ...group, freeCount: 0 }));
  const costOf = (choices: readonly Choice[], of = groups): Cents => unitPrice(FAR_FROM_ZERO, of, choices) - FAR_FROM_ZERO;
  const choices: Choice[] = [];
  let varies = false;
  let hasRequiredChoices = false;
  for (let unit = nextRequiredUnits(groups, choices, blocked); unit !== null; unit = nextRequiredUnits(groups, choices, blocked)) {
    hasRequiredChoices = true;
    // Included units are free, so using up cheap ones leaves cheap ones to pay for.
    const priced = unit
      .map((choice) => ({ choice, cost: costOf([...choices, choice]), listCost: costOf([...choices, choice], withoutIncluded) }))
      .toSorted((a, b) => a.cost - b.cost || a.listCost - b.listCost);
    const [cheapest] = priced;
    if (cheapest === undefined) break;
    varies ||= priced.at(-1)?.cost !== cheapest.cost;
    choices.push(cheapest.choice);
  }
  const needsText = visibleGroups(groups, choices).some((group) => group.kind === "text" && group.minSelect > 0);
  return { price: Math.max(0, base + costOf(choices)), varies, hasRequiredChoices: hasRequiredChoices || needsText };
}

/** Units for the first unfilled required group; null if all are filled. */
function nextRequiredUnits(
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
  blocked: ReadonlySet<number>,
): readonly Choice[] | null {
  for (const group of visibleGroups(groups, choices)) {
    if (group.kind === "text") continue;
    const groupChoices = choices.filter((choice) => choice.templateId === group.id);
    if (groupChoices.length >= group.minSelect) continue;
    const most = group.kind === "quantity" ? (group.maxPerOption ?? Number.POSITIVE_INFINITY) : 1;
    return group.options
      .filter((option) => !option.hidden && !option.soldOut && !blocked.has(option.id))
      .filter((option) => groupChoices.filter((choice) => choice.optionId === option.id).length < most)
      .map((option) => ({ templateId: group.id, optionId: option.id, quantity: 1, text: null }));
  }
  return null;
}
