import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import { listCustomersOfOrders } from "#app/orders/data/customers/customers-of-orders.server.ts";
import { allAllergies } from "#app/orders/domain/customer-words.ts";
import type { Logger } from "pino";
import { encodePaper, sendToPrinter } from "#app/mail/gateway/receipt-printer.server.ts";
import {
  addChangedTickets,
  addTicketCopies,
  addTickets,
  BEING_PRINTED,
  findTicket,
  markTicketFailed,
  markTicketPrinted,
  settleTicket,
  takeTicket,
} from "#app/orders/data/counter/tickets.server.ts";
import { findOrder, listLinkedOrders, listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { listItemsOfRefunds } from "#app/orders/data/refunds.server.ts";
import { refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import { KITCHEN } from "#app/orders/domain/counter/kitchen-stations.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import { taskQueue } from "#app/platform/jobs/queue.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { kitchenTicketLayout } from "./kitchen-ticket-layout.server.ts";
import { readStations } from "./read-stations.server.ts";

export const PRINT_QUEUE = taskQueue("print");
/** After this many attempts, staff see the ticket. */
export const TRIES_UNTIL_ALARM = 2;
/** Retry pauses in seconds: paper is refilled within minutes, or staff have seen the alarm. */
const RETRY_SECONDS: readonly number[] = [3, 10, 20, 40, 60, 120, 300];

interface PrintDeps {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly log: Pick<Logger, "warn">;
  readonly now: () => Date;
  /** Allowed printer addresses; default: the shop's rule. */
  readonly isPrinterAddress?: (address: string) => boolean;
}

/** Creates a ticket on every printer for an accepted order, once, in the caller's transaction. */
export async function enqueueTickets(tx: Db, jobs: Pick<Jobs, "enqueue">, orderId: string): Promise<void> {
  await enqueue(tx, jobs, await addTickets(tx, orderId));
}

/** Creates a ticket on every printer for an accepted order that was changed, in the caller's transaction. */
export async function enqueueChangedTickets(tx: Db, jobs: Pick<Jobs, "enqueue">, orderId: string): Promise<void> {
  await enqueue(tx, jobs, await addChangedTickets(tx, orderId));
}

/** Creates another ticket on every printer. Returns the number; 0: no active printer, or already printing; null: the order is not in the kitchen. */
export async function reprintTickets(
  { db, jobs }: Pick<PrintDeps, "db" | "jobs">,
  user: StaffUser,
  orderId: string,
): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const order = await findOrder(tx, orderId);
    if (order === undefined || !isInKitchen(order)) return null;
    const added = await addTicketCopies(tx, orderId);
    await enqueue(tx, jobs, added);
    if (added.length > 0) await recordAudit(tx, { userId: user.id, userName: user.name, action: "reprint", subject: `order ${orderId}` });
    return added.length;
  });
}

/** Prints or removes a stuck ticket. Returns whether it was open. */
export async function settleStuckTicket(deps: PrintDeps, user: StaffUser, id: string, how: "again" | "seen"): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await settleTicket(tx, id, how, deps.now()))) return false;
    if (how === "again") await enqueue(tx, deps.jobs, [id]);
    await recordAudit(tx, {
      userId: user.id,
      userName: user.name,
      action: how === "again" ? "print-again" : "print-seen",
      subject: `ticket ${id}`,
    });
    return true;
  });
}

async function enqueue(tx: Db, jobs: Pick<Jobs, "enqueue">, ids: readonly string[]): Promise<void> {
  for (const ticketId of ids) await jobs.enqueue(tx, PRINT_QUEUE, { ticketId, tries: 0 }, { key: `${ticketId}:0` });
}

/** Only orders in preparation are printed. */
function isInKitchen({ status }: Pick<OrderRow, "status">): boolean {
  return status === "accepted" || status === "preparing" || status === "ready";
}

const INTERRUPTED = "The shop was stopped while it printed. Look whether the ticket is there.";

/**
 * One attempt to print a ticket. An unreachable printer is retried for ten minutes; staff see it. An attempt with an unknown result may
 * have printed: staff decide.
 */
export async function printTicket(deps: PrintDeps, ticketId: string, tries: number): Promise<void> {
  const { db, jobs, log, now } = deps;
  const found = await findTicket(db, ticketId);
  if (found === undefined || found.job.printedAt !== null) return;
  const { job, printer, order } = found;
  if (!isInKitchen(order)) return markTicketPrinted(db, ticketId, now());
  if (job.tries === tries + 1 && job.error === BEING_PRINTED && job.failedAt === null)
    return markTicketFailed(db, ticketId, { tries: job.tries, error: INTERRUPTED, failedAt: now() });
  if (job.tries !== tries) return;
  if (!printer.isOn) return markTicketFailed(db, ticketId, { tries: tries + 1, error: "The printer is switched off.", failedAt: now() });
  const items = await listOrderItems(db, order.id);
  const refunded = refundedQuantities(order.paymentState, items, await listItemsOfRefunds(db, [order.id]));
  const stationOf = await readStations(
    db,
    items.map((item) => item.productId),
  );
  const settings = await readSettings(db);
  const stationItems = items
    .filter((item) => printer.station === null || (stationOf[item.productId] ?? KITCHEN) === printer.station)
    .map((item) => ({ ...item, quantity: item.quantity - (refunded[item.id] ?? 0) }))
    .filter((item) => item.quantity > 0);
  if (stationItems.length === 0) return markTicketPrinted(db, ticketId, now());
  const customer = (await listCustomersOfOrders(db, [order.id])).get(order.id);
  const allergies = allAllergies(order.allergyNote, customer?.allergies ?? "");
  const paper = kitchenTicketLayout({
    order,
    items: stationItems,
    station: printer.station ?? "",
    allergies,
    isCopy: job.copy > 0,
    linked: (await listLinkedOrders(db, [order])).get(order.id) ?? [],
    clock: shopClock(settings),
    format: orderFormat(order, settings),
    now: now(),
  });
  if (!(await takeTicket(db, ticketId, tries))) return;
  const sent = await sendToPrinter(printer, await encodePaper(paper, printer.columns), { isAllowed: deps.isPrinterAddress });
  if (sent.kind === "sent") return markTicketPrinted(db, ticketId, now());
  const delay = sent.kind === "failed" ? RETRY_SECONDS[tries] : undefined;
  // In one transaction: a failed attempt without a retry would wait for ever and block copies.
  await inTransaction(db, async (tx) => {
    await markTicketFailed(tx, ticketId, { tries: tries + 1, error: sent.message, failedAt: delay === undefined ? now() : null });
    if (delay !== undefined)
      await jobs.enqueue(tx, PRINT_QUEUE, { ticketId, tries: tries + 1 }, { key: `${ticketId}:${tries + 1}`, startAfterSeconds: delay });
  });
  log.warn(
    { ticketId, printer: printer.name, tries: tries + 1, reason: sent.message },
    delay === undefined ? "a ticket was given up" : "a ticket will be printed later",
  );
}

/** Registers the worker of the printers' queue. */
export async function registerPrintWorker(deps: PrintDeps & { readonly jobs: Jobs }): Promise<void> {
  await deps.jobs.work(PRINT_QUEUE, async ({ payload: { ticketId, tries } }) => {
    if (typeof ticketId === "string" && typeof tries === "number") await printTicket(deps, ticketId, tries);
  });
}
