import type { TipChoice } from "#app/cart/domain/cart.ts";
import { TIP_CAP_CENTS } from "#app/values/limits.ts";
import { applyRate, formatUsd } from "#app/values/money.ts";
import type { Cents } from "#app/values/money.ts";
import type { PricingSettings } from "./settings.ts";

/**
 * What a percentage of tip is taken of: the items at list price, before any discount and without free items; plus the tax when the
 * shop counts tips after tax. Inclusive prices hold their tax already.
 */
export function tipBaseOf(items: Cents, tax: Cents, settings: Pick<PricingSettings, "tipBase" | "pricesIncludeTax">): Cents {
  return settings.tipBase === "posttax" && !settings.pricesIncludeTax ? items + tax : items;
}

/** The most a tip may be: the larger of $10 and the whole base, so that a slip of the finger cannot multiply the bill. */
export function tipCap(base: Cents): Cents {
  return Math.max(TIP_CAP_CENTS, base);
}

/**
 * The tip in cents: a fixed amount, or a percentage of the base rounded half up; never above `tipCap`. It is neither taxed nor
 * discounted. Presets on the page call this with their percentage, so that a button shows what it will add.
 */
export function tipOf(choice: TipChoice, base: Cents): Cents {
  if (choice.kind === "none") return 0;
  const wanted = choice.kind === "fixed" ? choice.amount : applyRate(base, Math.round(choice.percentage * 10_000));
  return Math.min(Math.max(0, wanted), tipCap(base));
}

/** Why the shop does not take this tip, with the field of the call that asked for it; null = it does. No tip is always fine. */
export function tipProblem(
  choice: TipChoice,
  base: Cents,
  { allowTip }: Pick<PricingSettings, "allowTip">,
): { readonly field: "tip" | "tipPercentage"; readonly message: string } | null {
  if (choice.kind === "none") return null;
  const field = choice.kind === "fixed" ? "tip" : "tipPercentage";
  if (!allowTip) return { field, message: "This shop takes no tips." };
  if (choice.kind === "fixed" && choice.amount > tipCap(base))
    return { field, message: `A tip for this order is at most ${formatUsd(tipCap(base))}.` };
  return null;
}
