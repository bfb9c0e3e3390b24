import { money, paidOf, sum } from "./arithmetic.ts";
import { ENDED } from "./audit-ledger.ts";
import { BY_STAFF, type Books, type ItemRow, type OrderRow, type UseRow } from "./books.ts";

/** Checks an order's related records: payments, refunds, history, offers and emails. */
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
      ...auditRefundEvents(order, refundsOf(order), eventsOf(order)),
      ...auditHistory(order, eventsOf(order)),
      ...(isOfDemo(order) ? [] : auditTimes(order, eventsOf(order))),
      ...auditUses(order, usesOf(order)),
      ...(hasMails(order) ? auditMail(mailsOf(order), eventsOf(order)) : []),
      ...(ENDED.has(order.status) && order.is_stock_taken ? ["it has ended and still holds stock"] : []),
      ...(eventsOf(order).some(({ keeps_stock }) => keeps_stock === true) ? [] : auditStock(books, order, itemsOf(order), heldOf(order))),
    ].map((what) => `${nameOf(order)}: ${what}`),
  );
}

/** Stock taken by the lines must equal the stock movements; an order without stock has none. */
function auditStock(
  { counted, movementsSince }: Books,
  order: OrderRow,
  items: readonly ItemRow[],
  held: Books["held"],
): readonly string[] {
  const taken = new Map<string, number>();
  const take = (stock: string, units: number) => taken.set(stock, (taken.get(stock) ?? 0) + units);
  for (const { product_id: id, stock_taken: units, variants_taken: variants } of items) {
    if (units !== null && units > 0) take(`product ${id}`, units);
    for (const variant of variants) take(`variant ${variant.id}`, variant.units);
  }
  if (!order.is_stock_taken && taken.size > 0) return ["its lines hold stock, and it holds none"];
  if (movementsSince === null || order.created_at < movementsSince) return [];
  const names = new Set([...taken.keys(), ...held.map(({ stock }) => stock)]);
  return [...names].flatMap((name) => {
    const [byLines, byStock] = [taken.get(name) ?? 0, held.find(({ stock }) => stock === name)?.units ?? 0];
    const named = counted.get(name);
    return named === undefined || order.created_at < named || byLines === byStock
      ? []
      : [`its lines hold ${byLines} of ${name}, by its stock ${byStock}`];
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
  // The reversal of a late payment has no row of its own.
  if (isPlaced(order) && (order.refunded_cents < least || order.refunded_cents > most))
    wrong.push(`${money(order.refunded_cents, order.currency)} refunded by the order, ${money(least, order.currency)} by its refunds`);
  const returned = order.refunded_cents < order.captured_cents ? "partially_refunded" : "refunded";
  const state = order.refunded_cents === 0 ? "captured" : returned;
  if (order.captured_cents > 0 && order.payment_state !== state)
    wrong.push(`its payment is ${order.payment_state}, by its amounts ${state}`);
  return wrong;
}

/** A staff refund in the history must be one of the order's refunds, whatever its outcome. */
function auditRefundEvents({ currency }: OrderRow, refunds: Books["refunds"], events: Books["events"]): readonly string[] {
  return events.flatMap(({ refunded }) =>
    refunded === null || refunds.some(({ amount_cents: amount }) => amount === refunded)
      ? []
      : [`its history says that ${money(refunded, currency)} were refunded, and no refund has this amount`],
  );
}

/** Each history event must start at the previous one's status, and the last one must match the order. */
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

/** Database and shop may have different clocks; a manipulated time differs by at least a day. */
const CLOCKS_DIFFER_MS = 3 * 3_600_000;

/**
 * Compares when the order was placed, accepted and completed, and how staff were paid, with the history: closed days and reports depend on
 * these.
 */
function auditTimes(order: OrderRow, events: Books["events"]): readonly string[] {
  const completed = order.status === "completed" ? events.findLast(({ event }) => event === "complete") : undefined;
  const moments = [
    ["placed", order.placed_at, events.find(({ to_status: to }) => to === "received")],
    ["accepted", order.accepted_at, events.find(({ event }) => event === "accept")],
    ["completed", order.completed_at, completed],
  ] as const;
  const wrong = moments.flatMap(([name, at, event]) =>
    event === undefined || (at !== null && Math.abs(at.getTime() - event.at.getTime()) <= CLOCKS_DIFFER_MS)
      ? []
      : [`it was ${name} at ${at?.toISOString() ?? "no time"}, by its history at ${event.at.toISOString()}`],
  );
  // Staff take no money with an order of the website.
  const historyPaidBy = events.find(({ paid_by: paidBy }) => paidBy !== null)?.paid_by ?? (order.source === "web" ? "" : null);
  const paidBy = order.paid_by ?? "";
  return historyPaidBy === null || historyPaidBy === paidBy
    ? wrong
    : [...wrong, `it was paid by “${paidBy}”, by its history by “${historyPaidBy}”`];
}

/** Each offer of an order must count as one use with the same amount, and must be released when the order is cancelled. */
function auditUses(order: OrderRow, uses: readonly UseRow[]): readonly string[] {
  const wrong: string[] = [];
  const usedOffers = order.applied_promotions.filter(({ promotionId, amount }) => promotionId !== BY_STAFF && amount > 0);
  const isPaidBack = order.captured_cents > 0 && order.refunded_cents === order.captured_cents;
  const isOver = ENDED.has(order.status) && order.captured_cents === order.refunded_cents;
  for (const { promotionId, amount } of usedOffers) {
    const use = uses.find(({ promotion_id }) => promotion_id === promotionId);
    if (use === undefined) wrong.push(`its offer ${promotionId} was not counted as used`);
    else if (!use.is_of_customer) wrong.push(`its offer ${promotionId} counts for another customer`);
    else if (use.amount_cents !== amount)
      wrong.push(`its offer ${promotionId} gave ${money(amount, order.currency)}, ${money(use.amount_cents, order.currency)} was counted`);
    else if (isPlaced(order) && !isOver && !isPaidBack && !ENDED.has(order.status) && use.state !== "redeemed")
      wrong.push(`its offer ${promotionId} is given and counts as ${use.state}`);
  }
  for (const use of uses)
    if (isOver && use.state !== "released") wrong.push(`it has ended, and its offer ${use.promotion_id} still counts as ${use.state}`);
  return wrong;
}

/** The email for a history event. */
const MAIL_OF_EVENT: Readonly<Record<string, string>> = {
  accept: "order_accepted",
  delay: "order_delayed",
  reject: "order_rejected",
  time_out: "order_rejected",
  cancel: "order_cancelled",
  hold_expired: "order_cancelled",
  edit: "order_changed",
  refund: "order_refunded",
};

/** Each event with an email must have sent one. */
function auditMail(mails: Books["mails"], events: Books["events"]): readonly string[] {
  const sent = (wanted: string) => mails.find(({ kind }) => kind === wanted)?.count ?? 0;
  const received = sent("order_received");
  const wrong = received === 1 ? [] : [`${received} mails say that it was received`];
  for (const kind of new Set(Object.values(MAIL_OF_EVENT))) {
    const happened = events.filter(({ event, refunded }) => MAIL_OF_EVENT[event] === kind && (event !== "refund" || refunded !== null));
    // No email reports a change after the payment link expired; the order may still have been paid.
    const most = happened.length;
    const least = happened.filter(({ from_status: from }) => from !== "awaiting_payment").length;
    if (sent(kind) < least || sent(kind) > most) wrong.push(`${sent(kind)} mails of the kind “${kind}”, ${most} by its history`);
  }
  return wrong;
}

/** Checks of the whole shop. */
export function auditShop(books: Books): readonly string[] {
  const wrong: string[] = [];
  const numbers = new Map<string, number>();
  for (const { business_date: day, number } of books.orders)
    if (number !== null) numbers.set(`${number} of ${day}`, (numbers.get(`${number} of ${day}`) ?? 0) + 1);
  for (const [number, count] of numbers) if (count > 1) wrong.push(`the number ${number} was given ${count} times`);
  for (const { name, total_uses, uses, budget_cents, spent } of books.promotions.filter((each) => each.is_used_since)) {
    if (total_uses !== null && uses > total_uses)
      wrong.push(`offer “${name}” was used ${uses} times of ${total_uses}; a refund that the bank returned may explain one`);
    if (budget_cents !== null && spent > budget_cents)
      wrong.push(`offer “${name}” gave ${money(spent, books.currency)} of ${money(budget_cents, books.currency)}`);
  }
  for (const { name, allowed, uses, is_code: isCode, is_by_one_customer: isByOne } of books.overuses) {
    const offerName = isCode ? `code ${name}` : `offer “${name}”`;
    wrong.push(
      `${offerName} was used ${uses} times${isByOne ? " by one customer" : ""}, of ${allowed} allowed; a refund that the bank returned may explain it`,
    );
  }
  wrong.push(...auditStocks(books), ...auditReceipts(books));
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

function auditStocks({ wrongStocks, brokenMovements }: Books): readonly string[] {
  return [
    ...wrongStocks.map(
      ({ stock, units, moved_to: movedTo }) =>
        `stock of ${stock}: ${movedTo ?? "not counted"} by its last movement, ${units ?? "not counted"} stored`,
    ),
    ...brokenMovements.map(
      ({ stock, was, before }) =>
        `stock of ${stock}: a movement begins with ${before ?? "not counted"}, the one before it left ${was ?? "not counted"}`,
    ),
  ];
}

/** Receipt numbers must be 1, 2, 3, … without gaps, up to the counter. */
function auditReceipts({ receipts }: Books): readonly string[] {
  if (receipts === undefined) return [];
  const { orders, numbers, highest, last } = receipts;
  return orders === numbers && orders === highest && orders === last
    ? []
    : [`receipts: ${orders} orders have ${numbers} different numbers up to ${highest}, and the counter is at ${last}`];
}
