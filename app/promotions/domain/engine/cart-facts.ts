import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import type { GiftProduct, PromotionInput, PromotionLine, PromotionNames, Target } from "#app/promotions/domain/promotion.ts";
import { localTimeOf, type LocalTime } from "#app/values/time.ts";

/** The lines a target covers, by position in the cart: the positions in ascending order, and a mark per line. */
export interface LineSet {
  readonly lines: readonly number[];
  /** 1 for a line of the set. */
  readonly has: Uint8Array;
  /** Where taking cents off any line of the set changes what is to be paid alike: the index of their rate in `facts.taxRates`; else -1. */
  readonly rate: number;
}

/** What does not change while promotions are tried on a cart, with indexes so that a target costs its own length, not the cart's. */
export interface CartFacts {
  readonly input: PromotionInput;
  readonly names: PromotionNames;
  readonly lines: readonly PromotionLine[];
  /** Some lines are cut in pieces, which stay together and share their id. */
  readonly isSplit: boolean;
  /** A number per position, the same for the pieces of one line. */
  readonly lineOf: Int32Array;
  /** Each tax rate of the lines and of delivery once. */
  readonly taxRates: readonly PartsPerMillion[];
  readonly gifts: ReadonlyMap<number, GiftProduct>;
  /** Wall clock of the store now, and when the order is wanted. */
  readonly localNow: LocalTime;
  readonly localSlot: LocalTime;
  /** The tax rate of each line, as an index of `taxRates`. */
  readonly rateOf: Uint8Array;
  /** Every set found so far: equal sets are one object. */
  readonly knownSets: LineSet[];
  readonly byProduct: ReadonlyMap<number, readonly number[]>;
  readonly byCategory: ReadonlyMap<number, readonly number[]>;
  readonly byTag: ReadonlyMap<string, readonly number[]>;
}

const NO_NAMES: PromotionNames = { products: {}, categories: {} };

/** Prepares a cart for trying promotions on it. Its lines are put in an order of their own, so that the order of the cart moves no cent. */
export function gatherFacts(input: PromotionInput): CartFacts {
  return factsOf(input, input.lines.toSorted(compareLines), false);
}

/**
 * The same cart with single units cut off its lines, as many per line as `singles` says, for rules that take only some units. The pieces
 * of a line stay together and keep its id.
 */
export function splitLines(facts: CartFacts, singles: (position: number) => number): CartFacts {
  const lines = facts.lines.flatMap((line, position) => {
    const count = Math.min(line.quantity, singles(position));
    const rest = line.quantity - count;
    const ones = Array.from({ length: count }, () => ({ ...line, quantity: 1 }));
    return rest === 0 ? ones : [...ones, { ...line, quantity: rest }];
  });
  return factsOf(facts.input, lines, true);
}

function compareLines(a: PromotionLine, b: PromotionLine): number {
  return (
    b.unitPrice - a.unitPrice ||
    a.productId - b.productId ||
    b.quantity - a.quantity ||
    (a.taxRate ?? 0) - (b.taxRate ?? 0) ||
    (a.id < b.id ? -1 : 1)
  );
}

function factsOf(input: PromotionInput, lines: readonly PromotionLine[], isSplit: boolean): CartFacts {
  const byProduct = new Map<number, number[]>();
  const byCategory = new Map<number, number[]>();
  const byTag = new Map<string, number[]>();
  for (let position = 0; position < lines.length; position += 1) {
    const line = lines[position];
    if (line === undefined) continue;
    addTo(byProduct, line.productId, position);
    for (const categoryId of line.categoryIds) addTo(byCategory, categoryId, position);
    for (const tag of line.tags) addTo(byTag, tag, position);
  }
  const localNow = localTimeOf(input.now, input.timeZone);
  const taxRates = [...new Set([...lines.map((line) => line.taxRate ?? 0), input.tax?.deliveryRate ?? 0])];
  return {
    input,
    names: input.names ?? NO_NAMES,
    lines,
    isSplit,
    lineOf: numberLines(lines),
    taxRates,
    rateOf: Uint8Array.from(lines, (line) => taxRates.indexOf(line.taxRate ?? 0)),
    knownSets: [],
    gifts: new Map(input.gifts.map((gift) => [gift.productId, gift])),
    localNow,
    localSlot: input.requestedFor === null ? localNow : localTimeOf(input.requestedFor, input.timeZone),
    byProduct,
    byCategory,
    byTag,
  };
}

function numberLines(lines: readonly PromotionLine[]): Int32Array {
  let number = 0;
  return Int32Array.from(lines, ({ id }, position) => (id === lines[position - 1]?.id ? number : (number += 1)));
}

/** The lines of the cart that a target covers. */
export function findLines(facts: CartFacts, target: Target): LineSet {
  const count = facts.lines.length;
  if (marks.length < count) marks = new Uint8Array(count);
  const has = marks;
  has.fill(target.everything ? 1 : 0);
  if (!target.everything) {
    for (const id of target.productIds) mark(has, facts.byProduct.get(id), 1);
    for (const id of target.categoryIds) mark(has, facts.byCategory.get(id), 1);
    for (const tag of target.tags) mark(has, facts.byTag.get(tag), 1);
  }
  for (const id of target.excludedProductIds) mark(has, facts.byProduct.get(id), 0);
  for (const id of target.excludedCategoryIds) mark(has, facts.byCategory.get(id), 0);
  for (const tag of target.excludedTags ?? []) mark(has, facts.byTag.get(tag), 0);
  if (target.excludesReduced === true) facts.lines.forEach((line, position) => line.isReduced === true && (has[position] = 0));
  const known = facts.knownSets.find((set) => isMarked(set.has, has));
  if (known !== undefined) return known;
  const lines: number[] = [];
  for (let position = 0; position < count; position += 1) if (has[position] === 1) lines.push(position);
  const set = { lines, has: has.slice(0, count), rate: commonRate(facts, lines) };
  facts.knownSets.push(set);
  return set;
}

/** Room for the marks of one set; nothing in it outlives a call. */
let marks = new Uint8Array(128);

function isMarked(known: Uint8Array, has: Uint8Array): boolean {
  for (let position = 0; position < known.length; position += 1) if (known[position] !== has[position]) return false;
  return true;
}

/** Prices that include their tax are paid as they are, whatever the rate. */
function commonRate({ rateOf, input }: CartFacts, lines: readonly number[]): number {
  const rate = rateOf[lines[0] ?? 0] ?? 0;
  return (input.tax?.included ?? true) || lines.every((position) => rateOf[position] === rate) ? rate : -1;
}

/** Value of a target's lines at list price, before any discount and without free items. */
export function subtotalOf(facts: CartFacts, set: LineSet): Cents {
  let subtotal = 0;
  for (const position of set.lines) {
    const line = facts.lines[position];
    if (line !== undefined) subtotal += line.unitPrice * line.quantity;
  }
  return subtotal;
}

/** How many units a target's lines hold. */
export function unitsOf(facts: CartFacts, set: LineSet): number {
  let units = 0;
  for (const position of set.lines) units += facts.lines[position]?.quantity ?? 0;
  return units;
}

function addTo<K>(index: Map<K, number[]>, key: K, position: number): void {
  const positions = index.get(key);
  if (positions === undefined) {
    index.set(key, [position]);
  } else {
    positions.push(position);
  }
}

function mark(has: Uint8Array, positions: readonly number[] | undefined, value: 0 | 1): void {
  if (positions === undefined) return;
  for (const position of positions) has[position] = value;
}
