import type { PrintedLook } from "#app/store/domain/look/look.ts";

/** The data of the low stock email, stored when it is enqueued. */
export interface LowStockMailData {
  readonly shopName: string;
  readonly look: PrintedLook;
  readonly items: readonly {
    /** "Cola, Large" */
    readonly name: string;
    /** Units, or steps of a weight. */
    readonly stock: number;
    readonly level: number;
    /** Both as weights, for products sold by weight: "1.2 kg". */
    readonly weights?: { readonly stock: string; readonly level: string };
  }[];
  /** Items that are not listed. */
  readonly more: number;
  /** The list of products with low stock. */
  readonly url: string;
}
