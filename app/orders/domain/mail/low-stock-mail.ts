import type { PrintedLook } from "#app/store/domain/look/look.ts";

/** Everything the email about low stock needs, stored when it is enqueued. */
export interface LowStockMailData {
  readonly shopName: string;
  readonly look: PrintedLook;
  readonly items: readonly {
    /** "Cola, Large" */
    readonly name: string;
    /** Units. */
    readonly stock: number;
    readonly level: number;
  }[];
  /** Items that are not listed. */
  readonly more: number;
  /** The list of products that are low. */
  readonly url: string;
}
