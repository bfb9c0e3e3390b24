import { groupedNumber } from "#app/values/number.ts";
import type { WeightUnit } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import type { MovementReason } from "#app/catalogue/domain/variants/stock-movement.ts";
import { MAX_STOCK } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Counts per stock-taking: the limit of a form. Orders of these products wait meanwhile. */
export const MAX_COUNTS = 5000;
/** Older counts must be repeated. */
const MAX_AGE_DAYS = 30;

/** A product or variant with counted stock, for the page. */
export interface CountRow {
  readonly productId: number;
  /** null: the product itself. */
  readonly variantId: number | null;
  readonly name: string;
  /** "Large, Red"; "" = the product itself. */
  readonly options: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  /** Units, or steps for a product sold by weight. */
  readonly stock: number;
  /** The weight of one step; null: sold per piece. */
  readonly step: { readonly unit: WeightUnit; readonly weight: number } | null;
  /** Its last movement, which led to `stock`; 0 = none is stored. */
  readonly movement: number;
}

/** A count by staff. */
export interface Count {
  readonly productId: number;
  readonly variantId: number | null;
  /** Units on the shelf. */
  readonly counted: number;
  /** Stock and last movement that the page showed during counting. */
  readonly seen: number;
  readonly movement: number;
  /** Age of the count: units sold before it were no longer on the shelf. Negative: the clock was ahead. */
  readonly ageSeconds: number;
  /** Time from its first scan to its last. */
  readonly lastedSeconds: number;
}

/** A stock change since the page showed the row. */
export interface LaterMovement {
  readonly before: number | null;
  readonly after: number | null;
  readonly reason: MovementReason;
  readonly userName: string;
  readonly stockTaking: string | null;
  /** It happened after the count, not before. */
  readonly isAfter: boolean;
  /** Between its first scan and its last. */
  readonly isDuring: boolean;
}

export const countKey = ({ productId, variantId }: Pick<Count, "productId" | "variantId">) =>
  variantId === null ? `p${productId}` : `v${variantId}`;

/** Sales and returns change the stock, but do not set it. */
const BY_ORDERS: ReadonlySet<MovementReason> = new Set(["order", "return", "refund"]);

/**
 * The stock after the count, in units: the count minus later sales. Refused, with the reason, if another user set the stock since the page
 * showed it.
 * @param stock the current, locked stock; undefined: no longer counted
 * @param act id of this stock-taking: counts that it already applied are not applied again
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
  // A unit sold between two scans may or may not have been scanned.
  if (unitsOut(later.filter(({ isDuring }) => isDuring)) !== 0) return fail("Its stock changed between its scans. Count it again.");
  const sold = soldAfter(later);
  const next = counted - sold;
  if (next < 0) return fail(`${sold} sold since the count of ${counted}. Count it again.`);
  return next > MAX_STOCK ? fail(`The stock would be more than ${groupedNumber(MAX_STOCK)}. Count it again.`) : ok(next);
}

/** Units taken from stock, minus returned ones. */
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
