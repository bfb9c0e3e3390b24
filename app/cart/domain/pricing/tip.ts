import * as texts from "#texts/cart/answers.ts";
import type { TipChoice } from "#app/cart/domain/cart.ts";
import { TIP_CAP_CENTS } from "#app/values/limits.ts";
import { applyRate, type Cents, formatMoney } from "#app/values/money.ts";
import type { PricingSettings } from "./pricing-settings.ts";

/** Base of tip percentages: items at list price without free items, plus tax with posttax tips. Inclusive prices contain tax already. */
export function tipBaseOf(items: Cents, tax: Cents, settings: Pick<PricingSettings, "tipBase" | "pricesIncludeTax">): Cents {
  return settings.tipBase === "posttax" && !settings.pricesIncludeTax ? items + tax : items;
}

/** Maximum tip: the larger of $10 and the base, as a guard against typing errors. */
export function tipCap(base: Cents): Cents {
  return Math.max(TIP_CAP_CENTS, base);
}

/**
 * The tip in cents: fixed, or a percentage of the base rounded half up, at most `tipCap`. Not taxed or discounted. Preset buttons use it for their
 * amount.
 */
export function tipOf(choice: TipChoice, base: Cents): Cents {
  if (choice.kind === "none") return 0;
  const wanted = choice.kind === "fixed" ? choice.amount : applyRate(base, Math.round(choice.percentage * 10_000));
  return Math.min(Math.max(0, wanted), tipCap(base));
}

/** Why a tip is refused, with its API field; null if accepted. Zero is always accepted. */
export function tipProblem(
  choice: TipChoice,
  base: Cents,
  { allowTip, format }: Pick<PricingSettings, "allowTip" | "format">,
): { readonly field: "tip" | "tipPercentage"; readonly message: string } | null {
  if (choice.kind === "none") return null;
  const field = choice.kind === "fixed" ? "tip" : "tipPercentage";
  if (!allowTip) return { field, message: texts.noTips };
  if (choice.kind === "fixed" && choice.amount > tipCap(base)) return { field, message: texts.mostTip(formatMoney(tipCap(base), format)) };
  return null;
}
