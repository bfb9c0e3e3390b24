import type { Cents } from "#app/values/money.ts";
import type { Target } from "./promotion.ts";

interface Units {
  readonly target: Target;
  readonly count: number;
}

interface Spend {
  readonly target: Target;
  readonly amount: Cents;
}

/** What a cart must contain to earn a promotion, and the quantities and amounts at which its effect changes. */
export interface Requirements {
  readonly units: readonly Units[];
  readonly spends: readonly Spend[];
  /** Numbers of units at which an effect begins, ends or repeats. */
  readonly unitSteps: readonly Units[];
  /** Amounts at which an effect begins or ends. */
  readonly spendSteps: readonly Spend[];
}

export const NO_REQUIREMENTS: Requirements = { units: [], spends: [], unitSteps: [], spendSteps: [] };

export function requireUnits(units: readonly Units[]): Requirements {
  return { ...NO_REQUIREMENTS, units, unitSteps: units };
}

/** The steps without the requirements, for items that need not be in the cart. */
export function onlySteps({ unitSteps, spendSteps }: Requirements): Requirements {
  return { ...NO_REQUIREMENTS, unitSteps, spendSteps };
}

export function combineRequirements(a: Requirements, b: Requirements): Requirements {
  return {
    units: [...a.units, ...b.units],
    spends: [...a.spends, ...b.spends],
    unitSteps: [...a.unitSteps, ...b.unitSteps],
    spendSteps: [...a.spendSteps, ...b.spendSteps],
  };
}
