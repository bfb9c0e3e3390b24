import { applyRate, type Cents } from "#app/values/money.ts";
import type { CartFacts, LineSet } from "./cart-facts.ts";

/**
 * What is left of a cart while promotions work on it one after another. Lines are positions; amounts are whole cents in flat
 * arrays, because thousands of combinations are tried on copies of it.
 *
 * Units that a buy-get or a bundle has consumed are "closed": they keep their value for order discounts, but no other buy-get or
 * bundle may use them. The open units of a line always differ by at most one cent, so their number and sum say everything.
 */
export interface WorkingCart {
  readonly openUnits: Float64Array;
  /** What the open units still cost together. */
  readonly openValue: Float64Array;
  /** What the consumed units still cost together. */
  readonly closedValue: Float64Array;
  /** What delivery still costs. */
  delivery: Cents;
  /** What is left of the lines, by `facts.taxRates`. */
  readonly net: Float64Array;
  /** The tax rate of each line, as an index of `facts.taxRates`. */
  rateOf: Uint8Array;
  /** What order discounts took off a set without saying yet how much of it off which line; see `takeOffTogether`. */
  unspread: Unspread | null;
  /** All amounts per line and rate in one piece, of which the arrays above are parts. */
  readonly all: Float64Array;
  /** Positions of the lines that cost something at list price, cheapest first. */
  byPrice: readonly number[];
  /** Those of them that some promotion makes sets of. */
  unitLines: readonly number[];
  /** Units given away so far, by product. */
  given: ReadonlyMap<number, number>;
  /** See `getRunOrder`; null when a price has changed since. */
  runOrder: RunOrder | null;
  /** Room for an order of its own. Besides it only copies of this cart use that, and they are done with before a price of this one changes. */
  ownOrder: RunOrder | null;
}

/** Cents taken off the lines of one set together, one discount after another. */
export interface Unspread {
  readonly set: LineSet;
  readonly amount: Cents;
  /** What the set costs after it. */
  readonly left: Cents;
  /** All of these discounts together. */
  readonly total: Cents;
  readonly before: Unspread | null;
}

/** Open units of one line at one price are a run; runs in the order of their prices. */
export interface RunOrder {
  count: number;
  readonly positions: Int32Array;
  readonly prices: Float64Array;
  /** Per line: the lower of its at most two unit prices. */
  readonly lowPrices: Float64Array;
}

/** Space per line that promotions work with, made once for a whole search. */
export interface Buffers {
  /** What the working promotion took off each line; only ever added to. */
  readonly shares: Float64Array;
  /** Value of the units it consumed. */
  readonly taken: Float64Array;
  /** Free for any use in between. */
  readonly scratch: Float64Array;
  /** Sums of the pieces of each line, what falls to each, and the positions of their first pieces. */
  readonly sums: Float64Array;
  readonly portions: Float64Array;
  readonly firsts: Int32Array;
  /** Only what is to be paid counts: shares per line are worked out where a later rule needs them. */
  isSearch: boolean;
}

/**
 * Carts and buffers of one size. A search works on dozens of copies of a cart: what one pricing is done with is used by the next, or the garbage
 * collector would take as long as the search. Whoever gets one fills it.
 */
interface Room {
  readonly carts: WorkingCart[];
  readonly buffers: Buffers[];
  readonly columns: Float64Array[];
  usedCarts: number;
  usedBuffers: number;
  usedColumns: number;
}

/** By their number of lines, rounded up. */
const rooms = new Map<number, Room>();
const ROOM_STEP = 32;
/** Larger carts get room of their own: the memory of one is not kept for ever. */
const MAX_KEPT_LINES = 256;

/** Makes all carts and buffers free again: no pricing begins within another one. */
export function freeRooms(): void {
  for (const room of rooms.values()) {
    room.usedCarts = 0;
    room.usedBuffers = 0;
    room.usedColumns = 0;
  }
}

function roomFor(lineCount: number): Room {
  const size = sizeOf(lineCount);
  let room = rooms.get(size);
  if (room === undefined) {
    room = { carts: [], buffers: [], columns: [], usedCarts: 0, usedBuffers: 0, usedColumns: 0 };
    if (size <= MAX_KEPT_LINES) rooms.set(size, room);
  }
  return room;
}

function sizeOf(lineCount: number): number {
  return Math.ceil(Math.max(1, lineCount) / ROOM_STEP) * ROOM_STEP;
}

/** A number per line (and more behind them), whatever they are. */
export function getColumn(lineCount: number): Float64Array {
  const room = roomFor(lineCount);
  const column = (room.columns[room.usedColumns] ??= new Float64Array(sizeOf(lineCount)));
  room.usedColumns += 1;
  return column;
}

/** Buffers with anything in them. */
export function getBuffers(lineCount: number, isSearch = false): Buffers {
  const room = roomFor(lineCount);
  const buffers = (room.buffers[room.usedBuffers] ??= makeBuffers(sizeOf(lineCount)));
  room.usedBuffers += 1;
  buffers.isSearch = isSearch;
  return buffers;
}

function makeBuffers(size: number): Buffers {
  return {
    isSearch: false,
    shares: new Float64Array(size),
    taken: new Float64Array(size),
    scratch: new Float64Array(size),
    sums: new Float64Array(size),
    portions: new Float64Array(size),
    firsts: new Int32Array(size),
  };
}

/**
 * The whole cart at list price, nothing consumed.
 *
 * @param setsOfUnits the targets that promotions make sets of
 */
export function startCart(facts: CartFacts, setsOfUnits: readonly LineSet[]): WorkingCart {
  const cart = getCart(facts);
  cart.all.fill(0);
  cart.rateOf = facts.rateOf;
  for (let position = 0; position < facts.lines.length; position += 1) {
    const line = facts.lines[position];
    if (line === undefined) continue;
    const value = line.unitPrice * line.quantity;
    const rate = cart.rateOf[position] ?? 0;
    cart.openUnits[position] = line.quantity;
    cart.openValue[position] = value;
    cart.net[rate] = (cart.net[rate] ?? 0) + value;
  }
  cart.byPrice = facts.lines
    .map((_, position) => position)
    .filter((position) => (facts.lines[position]?.unitPrice ?? 0) > 0)
    .sort((a, b) => (facts.lines[a]?.unitPrice ?? 0) - (facts.lines[b]?.unitPrice ?? 0));
  const sets = [...new Set(setsOfUnits)];
  cart.unitLines = cart.byPrice.filter((position) => sets.some(({ has }) => has[position] === 1));
  cart.delivery = facts.input.fulfillment === "delivery" ? facts.input.deliveryFee : 0;
  cart.unspread = null;
  cart.given = NOTHING_GIVEN;
  cart.runOrder = null;
  return cart;
}

const NO_RATES = new Uint8Array(0);
const NOTHING_GIVEN: ReadonlyMap<number, number> = new Map();

/** A cart with anything in it: something is to be copied to it. */
export function getCart({ lines, taxRates }: CartFacts): WorkingCart {
  if (taxRates.length > MAX_KEPT_RATES) return makeCart(lines.length, taxRates.length);
  const room = roomFor(lines.length);
  const cart = (room.carts[room.usedCarts] ??= makeCart(sizeOf(lines.length), MAX_KEPT_RATES));
  room.usedCarts += 1;
  return cart;
}

/** Each cart of a room has room for so many tax rates. */
const MAX_KEPT_RATES = 8;

function makeCart(lineCount: number, rateCount: number): WorkingCart {
  const all = new Float64Array(lineCount * 3 + rateCount);
  return {
    all,
    net: all.subarray(lineCount * 3),
    rateOf: NO_RATES,
    openUnits: all.subarray(0, lineCount),
    openValue: all.subarray(lineCount, lineCount * 2),
    closedValue: all.subarray(lineCount * 2, lineCount * 3),
    unspread: null,
    delivery: 0,
    byPrice: [],
    unitLines: [],
    given: NOTHING_GIVEN,
    runOrder: null,
    ownOrder: null,
  };
}

export function copyCart(from: WorkingCart, to: WorkingCart): void {
  to.all.set(from.all);
  to.delivery = from.delivery;
  to.unspread = from.unspread;
  to.rateOf = from.rateOf;
  to.byPrice = from.byPrice;
  to.unitLines = from.unitLines;
  to.given = from.given;
  to.runOrder = from.runOrder;
}

/** What a line still costs. */
export function valueLeft(cart: WorkingCart, position: number): Cents {
  return (cart.openValue[position] ?? 0) + (cart.closedValue[position] ?? 0);
}

/** Takes cents off a line, from its open units first, and books them as the working promotion's share. */
export function takeOff(cart: WorkingCart, position: number, amount: Cents, shares: Float64Array): void {
  const open = cart.openValue[position] ?? 0;
  const fromOpen = Math.min(open, amount);
  cart.openValue[position] = open - fromOpen;
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) - (amount - fromOpen);
  takeOffNet(cart, position, amount);
  shares[position] = (shares[position] ?? 0) + amount;
  cart.runOrder = null;
}

/** Takes cents off the consumed units of a line and books them as the working promotion's share. */
export function takeOffClosed(cart: WorkingCart, position: number, amount: Cents, shares: Float64Array): void {
  cart.closedValue[position] = (cart.closedValue[position] ?? 0) - amount;
  takeOffNet(cart, position, amount);
  shares[position] = (shares[position] ?? 0) + amount;
}

function takeOffNet(cart: WorkingCart, position: number, amount: Cents): void {
  const rate = cart.rateOf[position] ?? 0;
  cart.net[rate] = (cart.net[rate] ?? 0) - amount;
}

/** What is to be paid for a cart: lines and delivery with their tax, each rate rounded once (tips are the customer's own affair). */
export function payOf(cart: WorkingCart, { taxRates, input }: CartFacts): Cents {
  const { included = true, deliveryRate = 0 } = input.tax ?? {};
  let pay = cart.delivery;
  for (let index = 0; index < taxRates.length; index += 1) {
    const rate = taxRates[index] ?? 0;
    const net = cart.net[index] ?? 0;
    pay += net + (included || rate === 0 ? 0 : applyRate(net + (rate === deliveryRate ? cart.delivery : 0), rate));
  }
  return pay;
}
