import type { Cents } from "#app/values/money.ts";
import type { Counted } from "./counted.ts";

/** Staff's count of payments in person: at the counter, at pickup or on delivery. */
export interface CashCount {
  /** Change in the drawer when the day began. */
  readonly float: Cents;
  /** The part of these payments made on the shop's own card terminal; negative: more was refunded. */
  readonly terminal: Cents;
  /** The cash in the drawer now. */
  readonly counted: Cents;
}

export function cashTaken({ atPickup }: Pick<Counted, "atPickup">, { terminal }: Pick<CashCount, "terminal">): Cents {
  return atPickup - terminal;
}

export function cashExpected(counted: Pick<Counted, "atPickup">, { float, terminal }: Pick<CashCount, "float" | "terminal">): Cents {
  return float + cashTaken(counted, { terminal });
}

/** Positive: the drawer has too much. */
export function cashDifference(counted: Pick<Counted, "atPickup">, cash: CashCount): Cents {
  return cash.counted - cashExpected(counted, cash);
}
