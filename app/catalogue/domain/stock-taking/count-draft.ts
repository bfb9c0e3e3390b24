import { MAX_STOCK } from "#app/values/limits.ts";
import { isRecord, jsonOf } from "#app/values/json.ts";
import { barcodeForms } from "#app/catalogue/domain/codes/product-codes.ts";
import { formatInstant, formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { addDays, localDateOf } from "#app/values/time.ts";
import { countKey, MAX_COUNTS, type Count, type CountRow } from "./stock-taking.ts";

/** Characters that a scanner types follow each other, and Enter, so fast; no hand does. */
const SCANNER_MS = 30;
/** From the keyboard to the scanner no hand is faster; a scanner that falters is. */
const HAND_MS = 200;
/** More digits than any stock has. */
const LONGEST_COUNT = 7;

/** A member of staff who counts. */
export interface Counter {
  readonly id: number;
  readonly name: string;
}

/** A count that is not applied yet. */
export interface DraftCount extends Omit<Count, "counted" | "ageSeconds" | "lastedSeconds"> {
  /** "Cola, Large" */
  readonly label: string;
  /** As it was typed. */
  readonly text: string;
  /** The browser's instant of the count, in milliseconds. */
  readonly at: number;
  /** That of the first scan of the row, if several counted it. */
  readonly firstAt?: number;
  /** Why the last stock-taking did not apply it; "" = it was not refused. */
  readonly problem: string;
}

export interface CountDraft {
  /** Number of the stock-taking; "" = none was sent yet. */
  readonly act: string;
  /** Who counted last; null: not known, of an earlier version. */
  readonly by: Counter | null;
  /** The last count when the user chose to continue with the counts, in milliseconds: they are asked about once. */
  readonly continued: number;
  /** By key of the row, in the order in which they were counted. */
  readonly counts: Readonly<Record<string, DraftCount>>;
}

export const NO_COUNTS: CountDraft = { act: "", by: null, continued: 0, counts: {} };

/** The draft as the browser keeps it; what is not understood is left out. */
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

/** When the last of the counts was made, in milliseconds; 0 = there are none. */
export function countedAt({ counts }: CountDraft): number {
  return Math.max(0, ...Object.values(counts).map(({ at }) => at));
}

/** Whether to ask before these counts are used: someone else's, or of an earlier day of the shop. @param at when the last count was made */
export function isDoubtful(draft: CountDraft, userId: number, at: Date, now: Date, zone: string): boolean {
  const isEarlierDay = localDateOf(at, zone) < localDateOf(now, zone);
  return at.getTime() > 0 && (draft.by?.id !== userId || (isEarlierDay && at.getTime() > draft.continued));
}

/** "Counted by Ana, yesterday at 9:40 PM" @param at when the last count was made */
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
 * What a scanner typed into the field of a count, after the count that was typed before it ("" = none): the last characters, as fast as no hand types,
 * else more digits than any stock has, or letters. null: no scanner typed. "1.5" is a typing error.
 * @param keys when each character and the Enter after them were pressed, in milliseconds
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

/** A typed count as units; null: it is none. */
export function unitsOf(text: string): number | null {
  const digits = text.trim();
  const units = Number(digits);
  return /^\d{1,7}$/.test(digits) && units <= MAX_STOCK ? units : null;
}

/** The draft with what was typed for a row at this instant (milliseconds), beside the stock that the row shows. An empty text is no count. */
export function withCount(draft: CountDraft, row: CountRow, text: string, at: number): CountDraft {
  const key = countKey(row);
  if (text.trim() === "") return withoutCounts(draft, [key]);
  const { productId, variantId, stock: seen, movement } = row;
  const count: DraftCount = { productId, variantId, label: labelOf(row), text, seen, movement, at, problem: "" };
  return { ...draft, counts: { ...draft.counts, [key]: count } };
}

/** The draft with one unit more of a row, which a scan has counted at this instant. */
export function withOneMore(draft: CountDraft, row: CountRow, at: number): CountDraft {
  const before = draft.counts[countKey(row)];
  if (before === undefined || before.problem !== "") return withCount(draft, row, "1", at);
  const text = String((unitsOf(before.text) ?? 0) + 1);
  // A clock that went back: the row is of a time to come, until it is counted again.
  const times = { firstAt: Math.min(before.firstAt ?? before.at, at), at: Math.max(before.at, at) };
  return { ...draft, counts: { ...draft.counts, [countKey(row)]: { ...before, text, ...times } } };
}

/** The draft with an earlier count of a row, or none, in its place. */
export function withEarlier(draft: CountDraft, row: CountRow, earlier: DraftCount | undefined): CountDraft {
  const { [countKey(row)]: _typed, ...counts } = draft.counts;
  return { ...draft, counts: earlier === undefined ? counts : { ...counts, [countKey(row)]: earlier } };
}

/** The draft without the counts of these rows, such as one of a product that is gone. */
export function withoutCounts(draft: CountDraft, keys: readonly string[]): CountDraft {
  const removed = new Set(keys);
  return { ...draft, counts: Object.fromEntries(Object.entries(draft.counts).filter(([key]) => !removed.has(key))) };
}

/** After a stock-taking: what it applied goes, unless it was counted again meanwhile; what it refused says why. */
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
  /** What is applied now: neither what was refused and not counted again, nor more than one stock-taking takes. */
  readonly counts: readonly (Omit<Count, "ageSeconds" | "lastedSeconds"> & Required<Pick<DraftCount, "at" | "firstAt">>)[];
  /** How many stay for the next time. */
  readonly left: number;
  /** Of those that are applied, the ones that change the stock. */
  readonly differing: readonly (DraftCount & { readonly difference: number })[];
  /** Typed texts that are no count. */
  readonly invalid: readonly DraftCount[];
}

/** What applying the draft would do. */
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
