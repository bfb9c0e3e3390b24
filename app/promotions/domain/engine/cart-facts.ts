import { US_REGION } from "#app/values/clock/shop-clock.ts";
import { type Cents, type PartsPerMillion, US_DOLLARS } from "#app/values/money.ts";
import type { GiftProduct, PromotionInput, PromotionLine, PromotionNames, Target } from "#app/promotions/domain/promotion.ts";
import { localTimeOf, type LocalTime } from "#app/values/time.ts";

/** The lines a target covers, by position in the cart. */
export interface LineSet {
  /** Ascending. */
  readonly lines: readonly number[];
  /** Per position: whether the line is in the set. */
  readonly has: readonly boolean[];
}

/** The constant facts of a cart during evaluation, with indexes for finding the lines of a target. */
export interface CartFacts {
  readonly input: PromotionInput;
  /** Inside `none`, where a met condition ends an offer: unknown facts count as met. */
  readonly isOpposite?: boolean;
  readonly names: PromotionNames;
  readonly lines: readonly PromotionLine[];
  /** Per position: the position of the first piece of its line. Pieces of a line are adjacent and share its id. */
  readonly lineStart: readonly number[];
  /** Positions of the lines that cost something at list price, most expensive first. */
  readonly byPrice: readonly number[];
  /** Each tax rate of the lines and of delivery once. */
  readonly taxRates: readonly PartsPerMillion[];
  /** Taxes that are rounded once each, with the indexes of the rates that they are part of. */
  readonly taxPools: readonly { readonly rate: PartsPerMillion; readonly of: readonly number[] }[];
  readonly gifts: ReadonlyMap<number, GiftProduct>;
  /** The store's local time now, and of the requested time. */
  readonly localNow: LocalTime;
  readonly localSlot: LocalTime;
  /** Per position: its tax rate, as an index of `taxRates`. */
  readonly rateOf: readonly number[];
  readonly byProduct: ReadonlyMap<number, readonly number[]>;
  readonly byCategory: ReadonlyMap<number, readonly number[]>;
  readonly byTag: ReadonlyMap<string, readonly number[]>;
}

const NO_NAMES: PromotionNames = { format: US_DOLLARS, region: US_REGION, products: {}, categories: {} };

/** Prepares a cart for the engine. Its lines are sorted, so that the order in the cart does not change the amounts. */
export function gatherFacts(input: PromotionInput): CartFacts {
  return factsOf(input, input.lines.toSorted(compareLines));
}

/**
 * The same cart with single units split off its lines, as many per line as `singles` returns, for rules that take only some units. The pieces
 * of a line stay together and keep its id.
 */
export function splitLines(facts: CartFacts, singles: (position: number) => number): CartFacts {
  const lines = facts.lines.flatMap((line, position) => {
    const count = Math.min(line.quantity, singles(position));
    const rest = line.quantity - count;
    const ones = Array.from({ length: count }, () => ({ ...line, quantity: 1 }));
    return rest === 0 ? ones : [...ones, { ...line, quantity: rest }];
  });
  return factsOf(facts.input, lines);
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

function factsOf(input: PromotionInput, lines: readonly PromotionLine[]): CartFacts {
  const byProduct = new Map<number, number[]>();
  const byCategory = new Map<number, number[]>();
  const byTag = new Map<string, number[]>();
  const lineStart: number[] = [];
  for (const [position, line] of lines.entries()) {
    addTo(byProduct, line.productId, position);
    for (const categoryId of line.categoryIds) addTo(byCategory, categoryId, position);
    for (const tag of line.tags) addTo(byTag, tag, position);
    lineStart.push(line.id === lines[position - 1]?.id ? (lineStart[position - 1] ?? position) : position);
  }
  const localNow = localTimeOf(input.now, input.timeZone);
  const taxRates = [...new Set([...lines.map((line) => line.taxRate ?? 0), input.tax?.deliveryRate ?? 0])];
  return {
    input,
    names: input.names ?? NO_NAMES,
    lines,
    lineStart,
    byPrice: lines.flatMap((line, position) => (line.unitPrice > 0 ? [position] : [])),
    taxRates,
    taxPools: poolsOf(input, taxRates),
    rateOf: lines.map((line) => taxRates.indexOf(line.taxRate ?? 0)),
    gifts: new Map(input.gifts.map((gift) => [gift.productId, gift])),
    localNow,
    localSlot: input.requestedFor === null ? localNow : localTimeOf(input.requestedFor, input.timeZone),
    byProduct,
    byCategory,
    byTag,
  };
}

function poolsOf({ tax }: PromotionInput, taxRates: readonly PartsPerMillion[]): CartFacts["taxPools"] {
  const pools = tax?.pools ?? taxRates.map((rate) => ({ rate, of: [rate] }));
  return pools
    .map(({ rate, of }) => ({ rate, of: of.map((each) => taxRates.indexOf(each)).filter((index) => index >= 0) }))
    .filter(({ of }) => of.length > 0);
}

/** The lines of the cart that a target covers. */
export function findLines({ lines, byProduct, byCategory, byTag }: CartFacts, target: Target): LineSet {
  const has = lines.map(() => target.everything);
  const mark = (positions: readonly number[] | undefined, isIn: boolean): void => {
    for (const position of positions ?? []) has[position] = isIn;
  };
  for (const id of target.productIds) mark(byProduct.get(id), true);
  for (const id of target.categoryIds) mark(byCategory.get(id), true);
  for (const tag of target.tags) mark(byTag.get(tag), true);
  for (const id of target.excludedProductIds) mark(byProduct.get(id), false);
  for (const id of target.excludedCategoryIds) mark(byCategory.get(id), false);
  for (const tag of target.excludedTags ?? []) mark(byTag.get(tag), false);
  if (target.excludesReduced === true) for (const [position, line] of lines.entries()) if (line.isReduced === true) has[position] = false;
  return lineSet(has);
}

/** The set without lines sold by weight. */
export function onlyPieces({ lines }: CartFacts, { has }: LineSet): LineSet {
  return lineSet(has.map((isIn, position) => isIn && lines[position]?.isWeighed !== true));
}

export function lineSet(has: readonly boolean[]): LineSet {
  return { has, lines: has.flatMap((isIn, position) => (isIn ? [position] : [])) };
}

/** The value of a target's lines at list price, before any discount and without free items. */
export function subtotalOf({ lines }: CartFacts, set: LineSet): Cents {
  return sum(set.lines, (position) => (lines[position]?.unitPrice ?? 0) * (lines[position]?.quantity ?? 0));
}

/** The number of units on a target's lines. */
export function unitsOf({ lines }: CartFacts, set: LineSet): number {
  return sum(set.lines, (position) => lines[position]?.quantity ?? 0);
}

/** Adds up a number per item. */
export function sum<T>(items: readonly T[], numberOf: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += numberOf(item);
  return total;
}

function addTo<K>(index: Map<K, number[]>, key: K, position: number): void {
  const positions = index.get(key);
  if (positions === undefined) index.set(key, [position]);
  else positions.push(position);
}
