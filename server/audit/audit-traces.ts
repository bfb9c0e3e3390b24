import { money, paidOf, sum } from "./arithmetic.ts";
import { ENDED } from "./audit-ledger.ts";
import { BY_STAFF, type Books, type ItemRow, type OrderRow, type UseRow } from "./books.ts";

/** What an order leaves elsewhere: its money in the mirror and the refunds, its history, offers and mails. */
export function auditTraces(books: Books, nameOf: (order: OrderRow) => string): readonly string[] {
  const by = <Row extends { readonly order_id: string }>(rows: readonly Row[]) => {
    const groups = Map.groupBy(rows, ({ order_id }) => order_id);
    return (order: OrderRow): readonly Row[] => groups.get(order.id) ?? [];
  };
  const [mirrorOf, refundsOf, eventsOf, usesOf, mailsOf, itemsOf, heldOf] = [
    by(books.mirror),
    by(books.refunds),
    by(books.events),
    by(books.uses),
    by(books.mails),
    by(books.items),
    by(books.held),
  ];
  // Demo orders were not placed here: they have no payments and no emails.
  const receivedBy = (order: OrderRow) =>
    isOfDemo(order) ? order.captured_cents : sum(mirrorOf(order).map(({ received_cents }) => received_cents));
  const isByCustomer = ({ source, pay_by: payBy, has_email: hasEmail }: OrderRow) => source === "web" || (payBy !== null && hasEmail);
  const hasMails = (order: OrderRow) =>
    order.placed_at !== null && order.placed_at >= books.mailsSince && isByCustomer(order) && !order.is_erased && !isOfDemo(order);
  return books.orders.flatMap((order) =>
    [
      ...auditMoney(order, receivedBy(order), refundsOf(order)),
      ...auditHistory(order, eventsOf(order)),
      ...auditUses(order, usesOf(order)),
      ...(hasMails(order) ? auditMail(mailsOf(order)) : []),
      ...(ENDED.has(order.status) && order.is_stock_taken ? ["it has ended and still holds stock"] : []),
      ...(eventsOf(order).some(({ keeps_stock }) => keeps_stock === true)
        ? []
        : auditVariants(books, order, itemsOf(order), heldOf(order))),
    ].map((what) => `${nameOf(order)}: ${what}`),
  );
}

/** What the lines took of variants is what the movements of their stock say; an order without stock holds none. */
function auditVariants(
  { counted, movementsSince }: Books,
  order: OrderRow,
  items: readonly ItemRow[],
  held: Books["held"],
): readonly string[] {
  const taken = new Map<number, number>();
  for (const { id, units } of items.flatMap(({ variants_taken: variants }) => variants)) taken.set(id, (taken.get(id) ?? 0) + units);
  if (!order.is_stock_taken && taken.size > 0) return ["its lines hold stock of variants, and it holds none"];
  if (movementsSince === null || order.created_at < movementsSince) return [];
  const ids = new Set([...taken.keys(), ...held.map(({ id }) => id)]);
  return [...ids].flatMap((id) => {
    const [byLines, byStock] = [taken.get(id) ?? 0, held.find((each) => each.id === id)?.units ?? 0];
    return !counted.has(id) || byLines === byStock ? [] : [`its lines hold ${byLines} of variant ${id}, by its stock ${byStock}`];
  });
}

function isOfDemo({ payment_intent_id: id }: OrderRow): boolean {
  return id?.startsWith("pi_demo_") === true;
}

function isPlaced(order: OrderRow): boolean {
  return order.placed_at !== null;
}

function auditMoney(
  order: OrderRow,
  received: number,
  refunds: readonly { readonly amount_cents: number; readonly status: string }[],
): readonly string[] {
  const wrong: string[] = [];
  const amountOf = (...states: readonly string[]) =>
    sum(refunds.filter(({ status }) => states.includes(status)).map(({ amount_cents }) => amount_cents));
  if (order.gateway !== "none" && order.captured_cents !== received)
    wrong.push(`${money(order.captured_cents, order.currency)} taken by the order, ${money(received, order.currency)} by its payments`);
  const [least, most] = [amountOf("succeeded"), amountOf("succeeded", "pending", "requires_action")];
  // The undoing of a payment that came too late has no row of its own.
  if (isPlaced(order) && (order.refunded_cents < least || order.refunded_cents > most))
    wrong.push(`${money(order.refunded_cents, order.currency)} refunded by the order, ${money(least, order.currency)} by its refunds`);
  const returned = order.refunded_cents < order.captured_cents ? "partially_refunded" : "refunded";
  const state = order.refunded_cents === 0 ? "captured" : returned;
  if (order.captured_cents > 0 && order.payment_state !== state)
    wrong.push(`its payment is ${order.payment_state}, by its amounts ${state}`);
  return wrong;
}

/** Each line of the history begins where the line before ended, and the last one says what the order is. */
function auditHistory(
  order: OrderRow,
  events: readonly { readonly event: string; readonly from_status: string | null; readonly to_status: string }[],
) {
  const wrong: string[] = [];
  for (const [index, event] of events.entries()) {
    const before = events[index - 1]?.to_status;
    if (before !== undefined && event.from_status !== null && event.from_status !== before)
      wrong.push(`its history goes from ${event.from_status} although it was ${before} (“${event.event}”)`);
  }
  const last = events.at(-1)?.to_status;
  if (last !== undefined && last !== order.status) wrong.push(`its history ends with ${last}, it is ${order.status}`);
  const received = events.filter(({ from_status, to_status }) => to_status === "received" && from_status !== "received").length;
  if (isPlaced(order) && received !== 1) wrong.push(`its history says ${received} times that it was received`);
  return wrong;
}

/** Each offer of an order counts as one use of the same amount, and comes back when the order comes to nothing. */
function auditUses(order: OrderRow, uses: readonly UseRow[]): readonly string[] {
  const wrong: string[] = [];
  const given = order.applied_promotions.filter(({ promotionId, amount }) => promotionId !== BY_STAFF && amount > 0);
  const isPaidBack = order.captured_cents > 0 && order.refunded_cents === order.captured_cents;
  const isOver = ENDED.has(order.status) && order.captured_cents === order.refunded_cents;
  for (const { promotionId, amount } of given) {
    const use = uses.find(({ promotion_id }) => promotion_id === promotionId);
    if (use === undefined) wrong.push(`its offer ${promotionId} was not counted as used`);
    else if (use.amount_cents !== amount)
      wrong.push(`its offer ${promotionId} gave ${money(amount, order.currency)}, ${money(use.amount_cents, order.currency)} was counted`);
    else if (isPlaced(order) && !isOver && !isPaidBack && !ENDED.has(order.status) && use.state !== "redeemed")
      wrong.push(`its offer ${promotionId} is given and counts as ${use.state}`);
  }
  for (const use of uses)
    if (isOver && use.state !== "released") wrong.push(`it has ended, and its offer ${use.promotion_id} still counts as ${use.state}`);
  return wrong;
}

function auditMail(mails: readonly { readonly kind: string; readonly count: number }[]): readonly string[] {
  const received = mails.find(({ kind }) => kind === "order_received")?.count ?? 0;
  return received === 1 ? [] : [`${received} mails say that it was received`];
}

/** What concerns no single order. */
export function auditShop(books: Books): readonly string[] {
  const wrong: string[] = [];
  const numbers = new Map<string, number>();
  for (const { business_date: day, number } of books.orders)
    if (number !== null) numbers.set(`${number} of ${day}`, (numbers.get(`${number} of ${day}`) ?? 0) + 1);
  for (const [number, count] of numbers) if (count > 1) wrong.push(`the number ${number} was given ${count} times`);
  for (const { name, total_uses, uses, budget_cents, spent } of books.promotions) {
    if (total_uses !== null && uses > total_uses)
      wrong.push(`offer “${name}” was used ${uses} times of ${total_uses}; a refund that the bank returned may explain one`);
    if (budget_cents !== null && spent > budget_cents)
      wrong.push(`offer “${name}” gave ${money(spent, books.currency)} of ${money(budget_cents, books.currency)}`);
  }
  const first = books.orders[0]?.created_at;
  for (const day of books.days) {
    if (first !== undefined && day.starts_at < first) continue;
    const sold = books.orders.filter(
      ({ placed_at, status, currency }) =>
        currency === books.currency &&
        placed_at !== null &&
        placed_at >= day.starts_at &&
        placed_at < day.ends_at &&
        !ENDED.has(status) &&
        status !== "awaiting_payment",
    );
    const paid = sum(sold.map((order) => paidOf(order.final_total_cents, order.captured_cents, order.refunded_cents)));
    if (sold.length !== day.orders || paid !== day.paid)
      wrong.push(
        `dashboard of ${day.starts_at.toISOString().slice(0, 10)}: orders: ${day.orders}, paid: ${money(day.paid, books.currency)}; the orders themselves say ${sold.length} and ${money(paid, books.currency)}`,
      );
  }
  return wrong;
}
