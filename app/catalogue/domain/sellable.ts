/** Something that can run out. */
export interface Sellable {
  readonly kind: "product" | "option";
  readonly id: number;
  readonly name: string;
  readonly isSoldOut: boolean;
  /** First three categories of a product, or products of an option. */
  readonly within: readonly string[];
  /** How many there are of these in all. */
  readonly withinCount: number;
}
