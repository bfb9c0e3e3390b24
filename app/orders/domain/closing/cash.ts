import type { Cents } from "#app/values/money.ts";
import type { Counted } from "./counted.ts";

/** What staff enter about payments in person: at the counter, at pickup or at the door. */
export interface CashCount {
  /** Change in the drawer when the day began. */
  readonly float: Cents;
  /** Of these payments, what was paid on the shop's own card terminal; below zero: more was paid back. */
  readonly terminal: Cents;
  /** Everything in the drawer now. */
  readonly counted: Cents;
}

export function cashTaken({ atPickup }: Pick<Counted, "atPickup">, { terminal }: Pick<CashCount, "terminal">): Cents {
  return atPickup - terminal;
}

export function cashExpected(counted: Pick<Counted, "atPickup">, { float, terminal }: Pick<CashCount, "float" | "terminal">): Cents {
  return float + cashTaken(counted, { terminal });
}

/** Above zero: too much is in the drawer. */
export function cashDifference(counted: Pick<Counted, "atPickup">, cash: CashCount): Cents {
  return cash.counted - cashExpected(counted, cash);
}
