import type { WooColumn } from "./woocommerce-columns.ts";

/** "Attribute 1": all values of a product, one of a variation, none for "any". */
interface WooAttribute {
  readonly name: string;
  readonly values: readonly string[];
  /** Shown on the other shop's product page. */
  readonly isVisible: boolean;
}

/** One row of a WooCommerce export. */
export interface WooRecord {
  readonly line: number;
  readonly cells: Readonly<Partial<Record<WooColumn, string>>>;
  readonly attributes: readonly WooAttribute[];
}
