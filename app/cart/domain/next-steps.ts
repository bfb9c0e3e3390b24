import type { PricedCart } from "./pricing/priced-cart.ts";

/** What would earn an offer, or more of it, in the customer's words. */
export interface NextStep {
  /** The offer's title. */
  readonly title: string;
  /** "Add $4.20 more from Pizzas." */
  readonly text: string;
}

const MAX_STEPS = 3;

/**
 * The few next steps worth telling: more of what is earned already, free items that cannot be had, then what is missing for other offers, the
 * smallest first. Offers that nobody can reach by adding something stay silent; why a typed code waits is said where it is listed.
 */
export function listNextSteps({ applied, notApplied }: Pick<PricedCart, "applied" | "notApplied">): readonly NextStep[] {
  const more = applied.flatMap(({ title, nextStep }) => (nextStep === undefined ? [] : [{ title, text: nextStep }]));
  const automatic = notApplied.filter(({ code, title }) => code === null && title !== null);
  const withheld = automatic.filter(({ reason }) => reason === "gift-unavailable");
  const missing = automatic
    .filter(({ shortfall }) => shortfall !== null)
    .toSorted((a, b) => rankOf(a.shortfall) - rankOf(b.shortfall) || (a.promotionId ?? 0) - (b.promotionId ?? 0));
  const others = [...withheld, ...missing].map(({ title, message }) => ({ title: title ?? "", text: message }));
  return [...more, ...others].slice(0, MAX_STEPS);
}

/** One more item is about as far away as five dollars. */
function rankOf(shortfall: PricedCart["notApplied"][number]["shortfall"]): number {
  if (shortfall === null) return 0;
  return shortfall.kind === "cents" ? shortfall.amount : shortfall.amount * 500;
}
