import { MAX_STOCK } from "#app/values/limits.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";
import { barcodeForms } from "#app/catalogue/domain/codes/product-codes.ts";
import { formatInstant, formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { addDays, localDateOf } from "#app/values/time.ts";
import { countKey, MAX_COUNTS, type Count, type CountRow } from "./stock-taking.ts";

/** A scanner types characters and Enter at this interval or faster; a person cannot. */
const SCANNER_MS = 30;
/** A person needs longer to move from the keyboard to the scanner; a stalling scanner does not. */
const HAND_MS = 200;
/** More digits than any stock has. */
const LONGEST_COUNT = 7;

/** A staff member who counts. */
export interface Counter {
  readonly id: number;
  readonly name: string;
}

/** A count that has not been applied yet. */
export interface DraftCount extends Omit<Count, "counted" | "ageSeconds" | "lastedSeconds"> {
  /** "Cola, Large" */
  readonly label: string;
  /** The typed text. */
  readonly text: string;
  /** The browser's time of the count, in milliseconds. */
  readonly at: number;
  /** The time of the row's first scan, if it was scanned several times. */
  readonly firstAt?: number;
  /** Why the last stock-taking refused it; "" = it was not refused. */
  readonly problem: string;
}

export interface CountDraft {
  /** Id of the stock-taking; "" = none was submitted yet. */
  readonly act: string;
  /** The user of the last count; null: unknown, from an earlier version. */
  readonly by: Counter | null;
  /** The last count when the user chose to continue, in milliseconds: the question is asked only once. */
  readonly continued: number;
  /** By row key, in counting order. */
  readonly counts: Readonly<Record<string, DraftCount>>;
}

export const NO_COUNTS: CountDraft = { act: "", by: null, continued: 0, counts: {} };

/** The draft stored in the browser; invalid parts are dropped. */
export function readDraft(text: string | null): CountDraft {
  const stored = jsonOf(text ?? "");
  if (!isRecord(stored) || !isRecord(stored["counts"])) return NO_COUNTS;
  const counts = Object.values(stored["counts"]).filter(isDraftCount);
  return {
    act: typeof stored["act"] === "string" ? stored["act"] : "",
    by: counterOf(stored["by"]),
    continued: Number(stored["continued"] ?? 0),
    counts: Object.fromEntries(counts.map((count) => [countKey(count), count])),
  };
}

function counterOf(stored: unknown): Counter | null {
  if (!isRecord(stored)) return null;
  const { id, name } = stored;
  return typeof id === "number" && typeof name === "string" ? { id, name } : null;
}

/** The time of the last count, in milliseconds; 0 = no counts. */
export function countedAt({ counts }: CountDraft): number {
  return Math.max(0, ...Object.values(counts).map(({ at }) => at));
}

/**
 * Whether to confirm before these counts are used: they are another user's, or from an earlier business day. @param at time of the last
 * count
 */
export function isDoubtful(draft: CountDraft, userId: number, at: Date, now: Date, zone: string): boolean {
  const isEarlierDay = localDateOf(at, zone) < localDateOf(now, zone);
  return at.getTime() > 0 && (draft.by?.id !== userId || (isEarlierDay && at.getTime() > draft.continued));
}

/** "Counted by Ana, yesterday at 9:40 PM" @param at time of the last count */
export function countedText({ by }: CountDraft, at: Date, now: Date, clock: ShopClock): string {
  const today = localDateOf(now, clock.timeZone);
  const day = localDateOf(at, clock.timeZone);
  const words = new Map([
    [today, "today"],
    [addDays(today, -1), "yesterday"],
  ]);
  const word = words.get(day);
  const when = word === undefined ? formatInstant(at, clock, now) : `${word} at ${formatTime(at, clock)}`;
  return by === null ? `Counted ${when}` : `Counted by ${by.name}, ${when}`;
}

/**
 * The text that a scanner typed into a count field, after the previously typed count ("" = none): the last characters, if they came faster
 * than a person types, else more digits than any stock has, or letters. null: no scanner. "1.5" is a typing error.
 * @param keys times of each character and the following Enter, in milliseconds
 */
export function scanIn(text: string, keys: readonly number[]): { readonly count: string; readonly code: string } | null {
  const all = text.trim();
  const pauseAt = (index: number) => (keys[index] ?? 0) - (keys[index - 1] ?? Number.NEGATIVE_INFINITY);
  const start = keys.findLastIndex((_, index) => pauseAt(index) > SCANNER_MS);
  const [count, code] = [all.slice(0, start - keys.length + 1), all.slice(start - keys.length + 1)];
  if (keys.length - start > 2 && pauseAt(start) > HAND_MS && (count === "" || unitsOf(count) !== null)) return { count, code };
  return all.length > LONGEST_COUNT || /\p{L}/u.test(all) ? { count: "", code: all } : null;
}

function isDraftCount(value: unknown): value is DraftCount {
  if (!isRecord(value)) return false;
  const { productId, variantId, seen, movement, at, firstAt, label, text, problem } = value;
  const areNumbers = [productId, variantId ?? 0, seen, movement, at, firstAt ?? 0].every((each) => typeof each === "number");
  return areNumbers && [label, text, problem].every((each) => typeof each === "string");
}

export const labelOf = ({ name, options }: CountRow) => (options === "" ? name : `${name}, ${options}`);

/** A typed count as units; null: invalid. */
export function unitsOf(text: string): number | null {
  const digits = text.trim();
  const units = Number(digits);
  return /^\d{1,7}$/.test(digits) && units <= MAX_STOCK ? units : null;
}

/** The draft with the text typed for a row at this instant (milliseconds) and the stock shown then. An empty text is no count. */
export function withCount(draft: CountDraft, row: CountRow, text: string, at: number): CountDraft {
  const key = countKey(row);
  if (text.trim() === "") return withoutCounts(draft, [key]);
  const { productId, variantId, stock: seen, movement } = row;
  const count: DraftCount = { productId, variantId, label: labelOf(row), text, seen, movement, at, problem: "" };
  return { ...draft, counts: { ...draft.counts, [key]: count } };
}

/** The draft with one more unit of a row, scanned at this instant. */
export function withOneMore(draft: CountDraft, row: CountRow, at: number): CountDraft {
  const before = draft.counts[countKey(row)];
  if (before === undefined || before.problem !== "") return withCount(draft, row, "1", at);
  const text = String((unitsOf(before.text) ?? 0) + 1);
  // The clock went back: the row's time is in the future until it is counted again.
  const times = { firstAt: Math.min(before.firstAt ?? before.at, at), at: Math.max(before.at, at) };
  return { ...draft, counts: { ...draft.counts, [countKey(row)]: { ...before, text, ...times } } };
}

/** The draft with a row's earlier count, or none, restored. */
export function withEarlier(draft: CountDraft, row: CountRow, earlier: DraftCount | undefined): CountDraft {
  const { [countKey(row)]: _typed, ...counts } = draft.counts;
  return { ...draft, counts: earlier === undefined ? counts : { ...counts, [countKey(row)]: earlier } };
}

/** The draft without the counts of these rows, such as those of a deleted product. */
export function withoutCounts(draft: CountDraft, keys: readonly string[]): CountDraft {
  const removed = new Set(keys);
  return { ...draft, counts: Object.fromEntries(Object.entries(draft.counts).filter(([key]) => !removed.has(key))) };
}

/** After a stock-taking: applied counts are removed, unless counted again meanwhile; refused ones get their reason. */
export function settledDraft(
  draft: CountDraft,
  sent: readonly Pick<Count, "productId" | "variantId" | "counted">[],
  refused: Readonly<Record<string, string>>,
): CountDraft {
  const sentUnits = new Map(sent.map((count) => [countKey(count), count.counted]));
  const left = Object.entries(draft.counts).flatMap(([key, count]): readonly (readonly [string, DraftCount])[] => {
    const problem = refused[key];
    if (sentUnits.get(key) !== unitsOf(count.text)) return [[key, count]];
    return problem === undefined ? [] : [[key, { ...count, problem }]];
  });
  return { ...draft, act: "", counts: Object.fromEntries(left) };
}

export interface CountSummary {
  /** The counts to apply now: without refused ones that were not counted again, up to the limit of one stock-taking. */
  readonly counts: readonly (Omit<Count, "ageSeconds" | "lastedSeconds"> & Required<Pick<DraftCount, "at" | "firstAt">>)[];
  /** Number of counts left for the next time. */
  readonly left: number;
  /** The counts to apply that change the stock. */
  readonly differing: readonly (DraftCount & { readonly difference: number })[];
  /** Texts that are not a valid count. */
  readonly invalid: readonly DraftCount[];
}

/** The effect of applying the draft. */
export function summaryOf({ counts }: CountDraft): CountSummary {
  const all = Object.values(counts).flatMap((count) => (count.problem === "" ? [{ count, units: unitsOf(count.text) }] : []));
  const valid = all.flatMap(({ count, units }) => (units === null ? [] : [{ count, units }]));
  const sent = valid.slice(0, MAX_COUNTS);
  return {
    counts: sent.map(({ count: { productId, variantId, seen, movement, at, firstAt = at }, units }) => ({
      productId,
      variantId,
      counted: units,
      seen,
      movement,
      at,
      firstAt,
    })),
    left: valid.length - sent.length,
    differing: sent.flatMap(({ count, units }) => (units === count.seen ? [] : [{ ...count, difference: units - count.seen }])),
    invalid: all.flatMap(({ count, units }) => (units === null ? [count] : [])),
  };
}

/** Whether the row has this SKU or barcode. */
export function hasCode({ sku, barcode }: CountRow, code: string): boolean {
  return sku?.toLowerCase() === code.trim().toLowerCase() || (barcode !== null && barcodeForms(code).includes(barcode));
}

/** "+2", "−1", "0" */
export function differenceText(difference: number): string {
  if (difference === 0) return "0";
  return difference > 0 ? `+${difference}` : `−${-difference}`;
}
