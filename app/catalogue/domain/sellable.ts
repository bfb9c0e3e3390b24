/** A product or option that can be sold out. */
export interface Sellable {
  readonly kind: "product" | "option";
  readonly id: number;
  readonly name: string;
  readonly isSoldOut: boolean;
  /** First three categories of a product, or products of an option. */
  readonly within: readonly string[];
  /** Total number of these. */
  readonly withinCount: number;
}
