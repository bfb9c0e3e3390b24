import { randomUUID } from "node:crypto";
import { fingerprintOf, quantityRefusal } from "#app/cart/domain/cart.ts";
import { LEAD_TIME_PROBLEMS, type CartProblemCode } from "#app/cart/domain/cart-problems.ts";
import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { loadCart, NO_CART, type CartSource, type LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { OrderItemRow, OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { Coverage } from "#app/orders/domain/changes/order-change.ts";
import type { ItemQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import type { OrderItem } from "#app/orders/domain/order.ts";
import { loadProductsForSale } from "#app/catalogue/data/products-for-sale.server.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import { seenWeightOf } from "#app/catalogue/domain/weight/steps.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { addressOf, addressProblems } from "#app/store/domain/delivery/delivery-address.schema.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { MAX_CART_LINES, MAX_QUANTITY } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import type { EditCommand } from "./order-command.server.ts";

/** Why a change is refused. "not-paid-for": the added items need their own payment. */
export interface ChangeRefusal {
  readonly code: "refused" | "not-paid-for" | "forbidden";
  readonly message: string;
}

/** An order with the data for planning. */
export interface Planned {
  readonly db: Db;
  readonly order: OrderRow;
  readonly rows: readonly OrderItemRow[];
  readonly command: EditCommand;
  readonly settings: Settings;
  readonly now: Date;
  readonly coverage: Coverage;
  /** Remaining units of each line: bought less refunded. */
  readonly units: ItemQuantities;
}

/** The requested units of each line, and requested items that match no line. */
export interface WantedLines {
  readonly units: ItemQuantities;
  readonly cart: LoadedCart;
  /** Ids of the requested lines in the cart. */
  readonly newIds: readonly string[];
}

export function refuse(message: string, code: ChangeRefusal["code"] = "refused"): { readonly ok: false; readonly error: ChangeRefusal } {
  return fail({ code, message });
}

/** Whether a closed day, also one closed meanwhile, may count the order. */
export function mayBeCounted({ paidBy, firstCompletedAt, capturedCents }: OrderRow): boolean {
  return paidBy !== null || firstCompletedAt !== null || capturedCents > 0;
}

/** The new address; null: it stays. */
export function addressIn({
  order,
  command,
  settings,
}: Pick<Planned, "order" | "command" | "settings">): Result<DeliveryAddress | null, ChangeRefusal> {
  if (command.address === undefined) return ok(null);
  if (order.fulfillment !== "delivery") return refuse("This order is picked up, so it has no address.");
  const { keep_postal_code: isKept, ...typed } = command.address;
  const address = addressOf({ ...typed, keep_postal_code: isKept }, settings.COUNTRY);
  const [problem] = addressProblems(address, isKept);
  return problem === undefined ? ok(address) : refuse(problem.message);
}

/** The order as a cart with its new lines at current prices, for limits and times. Its own stock and slot do not count against it. */
export async function wantedLines(planned: Planned, address: DeliveryAddress | null): Promise<Result<WantedLines, ChangeRefusal>> {
  const { db, order, rows, command, now } = planned;
  const ids = [...rows, ...(command.add ?? [])].map((item) => item.productId);
  const units = unitsWanted(planned, await loadProductsForSale(db, [...new Set(ids)], now));
  if (!units.ok) return units;
  const bought = rows.filter((row) => !row.isFreeItem && (units.value.byId[row.id] ?? 0) > 0);
  const added = units.value.added.map((item) => ({ ...item, id: randomUUID(), seenUnitPrice: null }));
  if (bought.length + added.length > MAX_CART_LINES) return refuse(`An order can have at most ${MAX_CART_LINES} different items.`);
  const stock: Record<string, number> = {};
  if (order.isStockTaken) for (const row of rows) stock[row.productId] = (stock[row.productId] ?? 0) + (row.stockTaken ?? row.quantity);
  const variants = order.isStockTaken ? rows.flatMap((row) => row.variantsTaken) : null;
  const source: CartSource = {
    ...NO_CART,
    isAddOn: order.goesWith !== null,
    fulfillment: order.fulfillment,
    requestedFor: command.requestedFor === undefined ? order.requestedFor : command.requestedFor,
    postalCode: (address ?? order.address)?.postalCode ?? null,
    items: [
      ...bought.map(({ id, productId, choices, note, weight, unitPriceCents }) => ({
        id,
        productId,
        quantity: Math.min(MAX_QUANTITY, weight?.steps ?? units.value.byId[id] ?? 0),
        choices,
        note,
        // As bought, so that the same weight is checked even if the product's steps have changed.
        seenUnitPrice: unitPriceCents,
        seenWeight: weight === null ? null : seenWeightOf(weight),
      })),
      ...added,
    ],
    checkouts: [{ id: order.id, checkoutKey: order.checkoutKey, stock, variants }],
  };
  const cart = await loadCart(db, source, now);
  const more = [...added, ...bought.filter(({ id }) => (units.value.byId[id] ?? 0) > (planned.units[id] ?? 0))];
  if (more.some(({ id }) => !cart.priced.lines.some((line) => line.id === id))) return refuse(NOT_ON_THE_MENU);
  const grown = new Set(more.map((item) => item.productId));
  const problem = problemOf(planned, cart, grown, address);
  return problem === null ? ok({ units: units.value.byId, cart, newIds: added.map(({ id }) => id) }) : refuse(problem);
}

const NOT_ON_THE_MENU = "One of the products is not on the menu any more. Take it out and try again.";

const ANOTHER_WEIGHT = "This item is sold by weight. Add more of it as another line.";

/** Requested items that equal a line add units to it, except items sold by weight. */
function unitsWanted({ rows, command, units: before }: Planned, products: ReadonlyMap<number, ProductForSale>) {
  const isWeighed = ({ productId, weight }: OrderItemRow) => weight !== null || (products.get(productId)?.weight ?? null) !== null;
  const byId: Record<string, number> = { ...before };
  const named = [...command.removeItemIds.map((id) => ({ id, quantity: 0 })), ...(command.units ?? [])];
  for (const { id, quantity } of named) {
    const row = rows.find((each) => each.id === id);
    if (row === undefined) return refuse("One of these items is not part of the order any more. Reload the order and choose again.");
    if (isWeighed(row) && quantity > (before[id] ?? 0)) return refuse(ANOTHER_WEIGHT);
    if (row.isFreeItem && quantity > 0 && quantity !== row.quantity) return refuse("A free item can only be taken out.");
    byId[id] = quantity;
  }
  const lines = rows.filter((row) => !row.isFreeItem && (byId[row.id] ?? 0) > 0);
  const added = (command.add ?? []).filter((item) => {
    const equal = lines.find((row) => !isWeighed(row) && fingerprintOf(row) === fingerprintOf({ ...item, id: row.id }));
    if (equal !== undefined) byId[equal.id] = (byId[equal.id] ?? 0) + item.quantity;
    return equal === undefined;
  });
  const over = Object.keys(byId).find((id) => (byId[id] ?? 0) > Math.max(MAX_QUANTITY, before[id] ?? 0));
  return over === undefined ? ok({ byId, added }) : refuse(quantityRefusal(0).message);
}

const TIME_PROBLEMS: ReadonlySet<CartProblemCode> = new Set<CartProblemCode>([
  ...LEAD_TIME_PROBLEMS,
  "not_now",
  "closed",
  "paused",
  "delivery_closed",
  "time_unavailable",
]);
const ADDRESS_PROBLEMS: ReadonlySet<CartProblemCode> = new Set<CartProblemCode>(["out_of_area", "delivery_off"]);

/** The problem that blocks the change: limits of added items, of another time and of another address. Items already bought are not checked again. */
function problemOf(
  { command, order }: Planned,
  { priced }: LoadedCart,
  grown: ReadonlySet<number>,
  address: DeliveryAddress | null,
): string | null {
  const isOtherTime = isOther(order, command);
  const isKept = isLater(order, command);
  const isOfTime = (code: CartProblemCode) => isOtherTime && TIME_PROBLEMS.has(code) && !(isKept && LEAD_TIME_PROBLEMS.has(code));
  const found = priced.problems.find(({ code, cartItemId, blocks }) => {
    if (!blocks) return false;
    if (cartItemId === null) return isOfTime(code) || (address !== null && ADDRESS_PROBLEMS.has(code));
    const productId = priced.lines.find((line) => line.id === cartItemId)?.productId;
    return (productId !== undefined && grown.has(productId)) || isOfTime(code);
  });
  return found?.message ?? null;
}

export function isOther(order: OrderRow, { requestedFor }: EditCommand): boolean {
  return requestedFor !== undefined && requestedFor?.getTime() !== order.requestedFor?.getTime();
}

/** An add-on met its lead times when it was placed, and still does at a later time. */
function isLater({ goesWith, requestedFor: before, promisedAt }: OrderRow, { requestedFor = null }: EditCommand): boolean {
  return goesWith !== null && requestedFor !== null && requestedFor >= (before ?? promisedAt ?? requestedFor);
}

/** More units of a line join it at the same price; otherwise they are a new line. */
export function splitLines({ rows, units: before }: Planned, { units, cart, newIds }: WantedLines) {
  const quantities: Record<string, number> = {};
  const removeItemIds: string[] = [];
  const newLines = new Map<string, PricedLine>();
  const priced = (id: string) => cart.priced.lines.find((line) => line.id === id && !line.isFreeItem);
  for (const row of rows) {
    const [now, wanted] = [before[row.id] ?? 0, units[row.id] ?? 0];
    const line = priced(row.id);
    const isSamePrice = line?.unitPrice === row.unitPriceCents && line.taxRate === row.taxRatePpm;
    if (wanted === 0 && now > 0) removeItemIds.push(row.id);
    else if (wanted < now || (wanted > now && isSamePrice)) quantities[row.id] = wanted;
    else if (wanted > now && line !== undefined) newLines.set(randomUUID(), { ...line, quantity: wanted - now });
  }
  for (const id of newIds) {
    const line = priced(id);
    if (line !== undefined) newLines.set(id, line);
  }
  const added = [...newLines].map(([id, line]): OrderItem => newItem(id, line));
  return { quantities, removeItemIds, newLines, added };
}

function newItem(id: string, { selected, quantity, unitPrice, ...line }: PricedLine): OrderItem {
  const { choices: _choices, promotionId: _promotion, maxQuantity: _most, isPickupOnly: _pickup, stepTexts: _texts, ...item } = line;
  return { ...item, id, quantity, unitPrice, lineTotal: unitPrice * quantity, options: selected, discount: 0, tax: 0 };
}
