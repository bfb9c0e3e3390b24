import { inArray } from "drizzle-orm";
import { products } from "#app/catalogue/data/tables.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { orderItems, orders, refunds } from "#app/orders/data/tables.ts";
import { formatMoney, US_DOLLARS } from "#app/values/money.ts";
import type { IntentRecord, RefundRecord } from "#stripe-simulator/payment/records.ts";
import type { Cell } from "./cells.ts";
import { firstOrder, REFUND, STOCK, WEIGHED_OFF, type Scene } from "./scene.ts";
import type { Ledger } from "./world.ts";

type Order = typeof orders.$inferSelect;

/** The amounts of one payment at the provider, in cents. */
interface Money {
  readonly intent: IntentRecord;
  readonly isHeld: boolean;
  readonly taken: number;
  readonly givenBack: number;
}

export const OVER = ["abandoned", "rejected", "cancelled"];

/** Compares the shop's claims with the provider's ledger. Returns every broken promise as a sentence. */
export async function judge(scene: Scene, cell: Cell): Promise<readonly string[]> {
  const { db } = scene.world.process.services;
  const wrong: string[] = [...scene.complaints];
  const ledger = await scene.world.ledger();
  const rows = await db.select().from(orders);
  for (const intent of ledger.intents) {
    const money = moneyOf(intent, ledger);
    const order = rows.find((row) => row.id === intent.metadata.order_id);
    if (order === undefined) wrong.push(`the payment ${intent.status} belongs to no order`);
    else if (order.paymentIntentId === intent.id) wrong.push(...compare(order, money));
    else if (money.isHeld || money.taken > money.givenBack)
      wrong.push(`a payment the order (${order.status}) does not know of is ${intent.status}`);
    // Nobody can pay with a secret that never left the server; while the order waits for its payment, the next attempt reuses it.
    else if (intent.status !== "canceled" && order.status !== "awaiting_payment")
      wrong.push(`a payment the order (${order.status}) does not know of can still be paid (${intent.status})`);
  }
  for (const order of rows) {
    const orderIntent = ledger.intents.find((intent) => intent.id === order.paymentIntentId);
    const money = orderIntent && moneyOf(orderIntent, ledger);
    if (order.pendingAction !== null) wrong.push(`${order.pendingAction.kind} is still under way`);
    wrong.push(...(await compareRefunds(scene, order, ledger)));
    const sentence = (await findOrderStatus(scene.world.process.services, order.publicToken))?.sentence ?? "";
    if (!isTrue(sentence, order, money)) wrong.push(`the customer of the ${order.status} order reads "${sentence}" (${describe(money)})`);
    const isPersonNeeded = needsPerson(scene, cell, order, money);
    const isSeen = order.paymentProblem !== null && order.status !== "abandoned";
    if (isSeen !== isPersonNeeded)
      wrong.push(
        `staff ${isSeen ? "are shown a problem without need" : "see no problem"}: ${order.status}, ${describe(money)}, "${order.paymentProblem ?? ""}"`,
      );
  }
  wrong.push(...(await compareStock(scene, rows)));
  wrong.push(...(await unfulfilled(scene, cell, ledger)));
  const living = rows.filter((row) => !OVER.includes(row.status) && row.status !== "awaiting_payment");
  if (cell.second !== "second checkout" && living.length > 1) wrong.push(`${living.length} orders for one wish`);
  return wrong;
}

export function moneyOf(intent: IntentRecord, ledger: Ledger): Money {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  return {
    intent,
    isHeld: intent.status === "requires_capture",
    taken: intent.amountReceived,
    givenBack: sum(ledger.refunds.filter((each) => each.intentId === intent.id && each.status !== "failed").map((each) => each.amount)),
  };
}

function describe(money: Money | undefined): string {
  if (money === undefined) return "no payment";
  return `${money.intent.status}, taken ${formatMoney(money.taken, US_DOLLARS)}, back ${formatMoney(money.givenBack, US_DOLLARS)}`;
}

/** Whether an order's payment state is true. */
export function compare(order: Order, money: Money): readonly string[] {
  const wrong: string[] = [];
  const facts = `${order.status}, ${order.paymentState}; ${describe(money)}`;
  const isOver = OVER.includes(order.status);
  if (order.capturedCents !== money.taken) wrong.push(`we say ${formatMoney(order.capturedCents, US_DOLLARS)} was taken: ${facts}`);
  if (order.refundedCents !== money.givenBack) wrong.push(`we say ${formatMoney(order.refundedCents, US_DOLLARS)} went back: ${facts}`);
  if (money.isHeld && (isOver || order.status === "awaiting_payment")) wrong.push(`a hold without a living order: ${facts}`);
  if (isOver && money.taken > money.givenBack) wrong.push(`money kept for an order that is over: ${facts}`);
  if (isOver && !["canceled", "succeeded"].includes(money.intent.status)) wrong.push(`an order that is over can still be paid: ${facts}`);
  if (money.taken > order.finalTotalCents && money.givenBack < money.taken - order.finalTotalCents)
    wrong.push(`more was taken than the order costs: ${facts}`);
  if (
    !STATES[money.intent.status].some((state) => state === order.paymentState) &&
    !(order.paymentState === "none" && money.taken === 0 && !money.isHeld)
  )
    wrong.push(`the payment's state is wrong: ${facts}`);
  return wrong;
}

const STATES: Readonly<Record<IntentRecord["status"], readonly Order["paymentState"][]>> = {
  requires_payment_method: ["pending", "failed"],
  requires_confirmation: ["pending", "failed"],
  requires_action: ["pending"],
  processing: ["pending"],
  requires_capture: ["authorized"],
  succeeded: ["captured", "partially_refunded", "refunded"],
  canceled: ["voided"],
};

/** The shop's refunds and the provider's are equal; none waits forever, none was paid twice. */
async function compareRefunds(scene: Scene, order: Order, ledger: Ledger): Promise<readonly string[]> {
  const { db } = scene.world.process.services;
  const ours = (await db.select().from(refunds)).filter((row) => row.orderId === order.id);
  const theirs = ledger.refunds.filter((refund) => refund.intentId === order.paymentIntentId && refund.status !== "failed");
  const amounts = (list: readonly number[]) =>
    list
      .toSorted((a, b) => a - b)
      .map((amount) => formatMoney(amount, US_DOLLARS))
      .join(" + ");
  const ourList = amounts(ours.filter((row) => row.status === "succeeded").map((row) => row.amountCents));
  const theirList = amounts(theirs.map((refund) => refund.amount));
  const wrong: string[] = [];
  if (ours.some((row) => row.status === "pending")) wrong.push("a refund waits for ever");
  // The reversal of a late payment is no refund of an order: it has no row of its own.
  if (ourList !== theirList && order.status !== "abandoned")
    wrong.push(`our refunds are ${ourList || "none"}, the provider's ${theirList || "none"}`);
  const byShop = theirs.filter(isByShop);
  const amount = scene.isWeighed ? WEIGHED_OFF : REFUND;
  if (byShop.filter((refund) => refund.amount === amount).length > 1) wrong.push("the same refund was paid twice");
  return wrong;
}

/** The shop adds metadata to its refunds. */
function isByShop(refund: RefundRecord): boolean {
  return Object.keys(refund.metadata).length > 0;
}

/** Checks every claim about money in the customer's sentence. */
function isTrue(sentence: string, order: Order, money: Money | undefined): boolean {
  const keptAmount = money === undefined ? 0 : money.taken - money.givenBack;
  const back = /(?:Refunded (\$[\d.,]+\d))|(?:(\$[\d.,]+\d) goes back)/.exec(sentence);
  const claims = [
    !/not been charged/.test(sentence) || (keptAmount === 0 && money?.isHeld !== true),
    !/only on hold/.test(sentence) || money?.isHeld === true,
    !/waiting for your payment/.test(sentence) || (keptAmount === 0 && money?.isHeld !== true && !OVER.includes(order.status)),
    !/hold ran out/.test(sentence) || (money?.intent.status === "canceled" && keptAmount === 0),
    back === null || formatMoney(money?.givenBack ?? 0, US_DOLLARS) === (back[1] ?? back[2]),
    // Refunded money must be mentioned.
    money === undefined || money.givenBack === 0 || back !== null || /goes back|Refunded/.test(sentence),
  ];
  return claims.every(Boolean);
}

/** Whether only a staff member can settle the order. */
function needsPerson(scene: Scene, cell: Cell, order: Order, money: Money | undefined): boolean {
  if (OVER.includes(order.status)) return (money?.taken ?? 0) > (money?.givenBack ?? 0) || money?.isHeld === true;
  if (order.status === "awaiting_payment") return (money?.taken ?? 0) > 0 || money?.isHeld === true;
  const isPaid = money === undefined ? order.gateway === "none" : money.isHeld || money.taken > 0;
  if (!isPaid) return true;
  // Staff tried a refund, or removed a charged item, but the provider refused: everything was already refunded by hand.
  const givesBack =
    cell.call === "refund" || cell.call === "weigh" || (cell.call === "capture" && cell.second === "edit" && cell.moment === "after");
  return givesBack && cell.fault === "refunded by hand" && scene.token === order.publicToken;
}

/** The stock is reduced by what living orders took, and by nothing else. */
async function compareStock(scene: Scene, rows: readonly Order[]): Promise<readonly string[]> {
  const { db } = scene.world.process.services;
  const items = await db.select().from(orderItems);
  const shelf = await db
    .select()
    .from(products)
    .where(inArray(products.id, [...scene.productIds]));
  return shelf.flatMap((product) => {
    const taken = items
      .filter(
        (item) =>
          item.productId === product.id && rows.some((row) => row.id === item.orderId && !OVER.includes(row.status) && row.isStockTaken),
      )
      .reduce((sum, item) => sum + (item.weight?.steps ?? item.quantity), 0);
    return product.stock === STOCK - taken ? [] : [`of ${product.name} ${product.stock} are left, ${STOCK - taken} should be`];
  });
}

/** Every request that reached the provider is completed in the end, or staff are told that it was not. */
async function unfulfilled(scene: Scene, { call }: Cell, ledger: Ledger): Promise<readonly string[]> {
  const order = await firstOrder(scene);
  if (order === undefined || order.paymentProblem !== null || OVER.includes(order.status)) return [];
  const isRefunded = (amount: number) =>
    ledger.refunds.some((refund) => refund.intentId === order.paymentIntentId && refund.amount === amount && isByShop(refund));
  const isDone = {
    create: true,
    retrieve: order.status !== "awaiting_payment",
    capture: order.status !== "received",
    void: false,
    refund: isRefunded(REFUND),
    weigh: isRefunded(WEIGHED_OFF),
  }[call];
  return isDone ? [] : [`the ${call} that was asked for is forgotten: ${order.status}, ${order.paymentState}`];
}
