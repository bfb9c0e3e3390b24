import { groupedNumber } from "#app/values/number.ts";
import type { WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { MovementReason } from "#app/catalogue/domain/variants/stock-movement.ts";
import { MAX_STOCK } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Counts that one stock-taking applies at most: what a form can hold. Orders of their products wait meanwhile. */
export const MAX_COUNTS = 5000;
/** Older counts are made again. */
const MAX_AGE_DAYS = 30;

/** A product or one of its variants whose stock is counted, as the page shows it. */
export interface CountRow {
  readonly productId: number;
  /** null: the product itself. */
  readonly variantId: number | null;
  readonly name: string;
  /** "Large, Red"; "" = the product itself. */
  readonly options: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  /** Units, or steps of what is sold by weight. */
  readonly stock: number;
  /** What one step weighs; null: sold by the piece. */
  readonly step: { readonly unit: WeightUnit; readonly weight: number } | null;
  /** Its last movement, which led to `stock`; 0 = none is kept. */
  readonly movement: number;
}

/** What staff counted. */
export interface Count {
  readonly productId: number;
  readonly variantId: number | null;
  /** Units on the shelf. */
  readonly counted: number;
  /** Stock and last movement that the page showed when it was counted. */
  readonly seen: number;
  readonly movement: number;
  /** How long ago it was counted: what was sold before is not on the shelf any more. Less than 0: by a clock that ran ahead. */
  readonly ageSeconds: number;
  /** From its first scan to its last. */
  readonly lastedSeconds: number;
}

/** A change of stock since the page showed the row. */
export interface LaterMovement {
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: MovementReason;
  readonly userName: string;
  readonly stockTaking: string | null;
  /** It happened after the row was counted, not before. */
  readonly isAfter: boolean;
  /** Between its first scan and its last. */
  readonly isDuring: boolean;
}

export const countKey = ({ productId, variantId }: Pick<Count, "productId" | "variantId">) =>
  variantId === null ? `p${productId}` : `v${variantId}`;

/** Sales and what came back of them do not set the stock. */
const BY_ORDERS: ReadonlySet<MovementReason> = new Set(["order", "return", "refund"]);

/**
 * The stock after the count, in units: what was counted, less what was sold since. Refused, with the reason, when someone else set the stock since the
 * page showed it.
 * @param stock as it is now, under its lock; undefined: it is not counted any more
 * @param act number of this stock-taking: what it applied before is not applied again
 */
export function stockAfterCount(
  { counted, seen, ageSeconds }: Count,
  stock: number | undefined,
  later: readonly LaterMovement[],
  act: string,
): Result<number, string> {
  if (stock === undefined) return fail("It is not counted any more.");
  if (ageSeconds > MAX_AGE_DAYS * 86_400)
    return fail(`It was counted more than ${MAX_AGE_DAYS} days ago, by the clock of the device. Count it again.`);
  if (ageSeconds < 0) return fail("The clock of the device was wrong when it was counted. Count it again.");
  const set = later.filter(({ reason }) => !BY_ORDERS.has(reason));
  const [first] = set;
  if (first !== undefined) {
    const isOwn =
      set.length === 1 && first.stockTaking === act && first.after === counted - soldAfter(later.slice(0, later.indexOf(first)));
    return isOwn ? ok(stock) : fail(changedText(set));
  }
  if (stock + unitsOut(later) !== seen) return fail(`Its stock is ${stock} now. Count it again.`);
  // What was sold between two scans may have been scanned, or not.
  if (unitsOut(later.filter(({ isDuring }) => isDuring)) !== 0) return fail("Its stock changed between its scans. Count it again.");
  const sold = soldAfter(later);
  const next = counted - sold;
  if (next < 0) return fail(`${sold} sold since the count of ${counted}. Count it again.`);
  return next > MAX_STOCK ? fail(`The stock would be more than ${groupedNumber(MAX_STOCK)}. Count it again.`) : ok(next);
}

/** Units that left the stock, less what came back. */
function unitsOut(movements: readonly LaterMovement[]): number {
  return movements.reduce((units, { before, after }) => units + Number(before) - Number(after), 0);
}

function soldAfter(movements: readonly LaterMovement[]): number {
  return unitsOut(movements.filter(({ isAfter }) => isAfter));
}

const WORDS = (units: number | null) => (units === null ? "not counted" : String(units));

function changedText(set: readonly LaterMovement[]): string {
  const [first, last] = [set[0], set.at(-1)];
  const who = last?.userName === "" || last === undefined ? "Another change" : last.userName;
  return `${who} set the stock from ${WORDS(first?.before ?? null)} to ${WORDS(last?.after ?? null)} meanwhile. Count it again.`;
}
