import type { WeeklyHours } from "#app/store/domain/hours/opening-hours.ts";
import type { Cents } from "#app/values/money.ts";
import type { AttachedCustomization, KeptCopy } from "./customization/attached-customization.ts";

/** `soldOut` without an end. */
export const SOLD_OUT_UNTIL_UNDONE = "undone";
/** What lies in the bin longer is removed for good. */
export const BIN_DAYS = 30;

/** A product as staff edit it: plain JSON. */
export interface ProductRecord {
  readonly name: string;
  readonly summary: string;
  readonly descriptionHtml: string;
  readonly priceCents: Cents;
  readonly compareAtCents: Cents | null;
  readonly taxClass: string;
  /** In order of their numbers. */
  readonly categories: readonly number[];
  readonly tags: readonly string[];
  /** In their order. */
  readonly pictures: readonly number[];
  /** What the pictures show, by their number; one that is left out stays as it is. */
  readonly pictureTexts: Readonly<Record<string, string>>;
  /** "" = on sale, "undone" = sold out until somebody undoes it, else the ISO instant it is on sale again. */
  readonly soldOut: string;
  readonly isHidden: boolean;
  readonly isPopular: boolean;
  /** Products that a cart with this one suggests, best first; left out = none. */
  readonly goesWith?: readonly number[] | undefined;
  readonly dietaryTags: readonly string[];
  readonly allergens: readonly string[];
  readonly kitchenName: string | null;
  /** The kitchen's station that makes it; left out = it stays as it is. */
  readonly station?: string | null | undefined;
  readonly calories: number | null;
  /** null = not counted. */
  readonly stock: number | null;
  readonly hours: WeeklyHours | null;
  readonly seoTitle: string;
  readonly seoDescription: string;
  /** In their order. */
  readonly customizations: readonly AttachedCustomization[];
  /** The copies that `customizations` names. */
  readonly copies?: readonly KeptCopy[] | undefined;
  /** Its place on the whole menu; left out = the last. */
  readonly position?: number | undefined;
  /** ISO instant since when it lies in the bin; left out = it does not. */
  readonly deletedAt?: string | null | undefined;
}

/** What a new product begins with. */
export const BLANK_PRODUCT: ProductRecord = {
  name: "",
  summary: "",
  descriptionHtml: "",
  priceCents: 0,
  compareAtCents: null,
  taxClass: "standard",
  categories: [],
  tags: [],
  pictures: [],
  pictureTexts: {},
  soldOut: "",
  isHidden: false,
  isPopular: false,
  goesWith: [],
  dietaryTags: [],
  allergens: [],
  kitchenName: null,
  station: null,
  calories: null,
  stock: null,
  hours: null,
  seoTitle: "",
  seoDescription: "",
  customizations: [],
};

/** A product at $0.00 is given away: that is asked once, when it is shown at that price for the first time. Its choices may still cost something. */
export function freeQuestion(
  value: Pick<ProductRecord, "priceCents" | "isHidden">,
  before: Pick<ProductRecord, "priceCents" | "isHidden"> | undefined,
) {
  const isFree = (product: typeof value) => product.priceCents === 0 && !product.isHidden;
  if (!isFree(value) || (before !== undefined && isFree(before))) return null;
  return {
    field: "priceCents",
    text: "Its price is $0.00: customers could order it for nothing. Enter a price, hide the product, or confirm that it is free.",
    yes: "Show it at $0.00",
  };
}
