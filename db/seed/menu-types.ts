import type { CustomizationKind } from "#app/catalogue/domain/customization/customization.ts";
import type { Cents } from "#app/values/money.ts";

/* Types of the demo data. Records refer to each other by key; ids are assigned on insert. */

export interface SeedCategory {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly hue: number;
  /** The product whose picture represents it. */
  readonly pictureOf: string;
  readonly children?: readonly SeedCategory[];
}

/** Code points: the dish and up to two sides. */
export interface SeedPicture {
  readonly main: string;
  readonly sides?: readonly string[];
}

export interface SeedProduct {
  readonly key: string;
  readonly name: string;
  readonly kitchenName?: string;
  /** One line on the card. */
  readonly summary: string;
  /** Paragraphs; plain text, `<em>` and `<strong>`. */
  readonly text: readonly string[];
  readonly price: Cents;
  /** Category keys. */
  readonly in: readonly string[];
  readonly picture: SeedPicture;
  /** The alternative text. */
  readonly alt: string;
  readonly calories?: number;
  readonly allergens?: readonly string[];
  readonly dietary?: readonly string[];
  readonly tags?: readonly string[];
  readonly groups?: readonly (string | SeedLink)[];
  readonly isPopular?: true;
  readonly stock?: number;
  readonly isSoldOut?: true;
  /** Zero-rated, as basic groceries are. */
  readonly isUntaxed?: true;
}

/** A template with overrides by option key. */
export interface SeedLink {
  readonly template: string;
  readonly title?: string;
  readonly minSelect?: number;
  readonly maxSelect?: number;
  readonly freeCount?: number;
  readonly options?: Readonly<Record<string, { readonly priceDelta?: Cents; readonly hidden?: boolean; readonly isDefault?: boolean }>>;
}

export interface SeedTemplate {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly help?: string;
  readonly kind: CustomizationKind;
  readonly min?: number;
  readonly max?: number;
  readonly maxPerOption?: number;
  readonly free?: number;
  /** Option keys, "template/option". */
  readonly showWhen?: readonly string[];
  readonly maxLength?: number;
  readonly kitchenLabel?: string;
  readonly options?: readonly SeedOption[];
}

interface SeedOption {
  /** Unique within its template. */
  readonly key: string;
  readonly name: string;
  readonly kitchenName?: string;
  readonly price?: Cents;
  /** Prices by option, by "template/option". */
  readonly priceBy?: Readonly<Record<string, Cents>>;
  readonly isDefault?: true;
  readonly notIncluded?: true;
  readonly allergens?: readonly string[];
  readonly dietary?: readonly string[];
  readonly calories?: number;
}
