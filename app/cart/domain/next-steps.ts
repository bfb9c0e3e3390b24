import type { PricedCart } from "./pricing/priced-cart.ts";

/** How to earn a promotion, or more of it, as text. */
export interface NextStep {
  /** The offer's title. */
  readonly title: string;
  /** "Add $4.20 more from Pizzas." */
  readonly text: string;
}

const MAX_STEPS = 3;

/**
 * Up to three next steps: more of earned offers, unavailable gifts, then the smallest shortfalls. Unreachable offers are omitted, and
 * entered codes, which show their own reasons.
 */
export function listNextSteps({ applied, notApplied }: Pick<PricedCart, "applied" | "notApplied">): readonly NextStep[] {
  const nextTiers = applied.flatMap(({ title, nextStep }) => (nextStep === undefined ? [] : [{ title, text: nextStep }]));
  const automatic = notApplied.filter(({ code, title }) => code === null && title !== null);
  const withheld = automatic.filter(({ reason }) => reason === "gift-unavailable");
  const missing = automatic
    .filter(({ shortfall }) => shortfall !== null)
    .toSorted((a, b) => rankOf(a.shortfall) - rankOf(b.shortfall) || (a.promotionId ?? 0) - (b.promotionId ?? 0));
  const others = [...withheld, ...missing].map(({ title, message }) => ({ title: title ?? "", text: message }));
  return [...nextTiers, ...others].slice(0, MAX_STEPS);
}

/** One item counts like five dollars. */
function rankOf(shortfall: PricedCart["notApplied"][number]["shortfall"]): number {
  if (shortfall === null) return 0;
  return shortfall.kind === "cents" ? shortfall.amount : shortfall.amount * 500;
}
