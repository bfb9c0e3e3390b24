import type { CustomizationTemplate } from "./customization.ts";

/** A question that is or can be attached to a product, without what the product changes of it. */
export interface KnownQuestion {
  readonly kind: "link" | "copy";
  readonly id: number;
  /** For staff. */
  readonly name: string;
  readonly group: CustomizationTemplate;
}
