import type { CustomizationTemplate } from "./customization.ts";

/** A customization that can be attached, without overrides. */
export interface KnownQuestion {
  readonly kind: "link" | "copy";
  readonly id: number;
  /** For staff. */
  readonly name: string;
  readonly group: CustomizationTemplate;
}
