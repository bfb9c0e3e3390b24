import { findOrder, listOrdersById, lockOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { findPaymentProblem, settleProblems, type PaymentProblem } from "#app/orders/data/payment-problems.server.ts";
import { remediesFor, remedyRefusal } from "#app/orders/domain/changes/payment-remedies.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { orderState, permissionRules } from "#app/orders/workflows/stored-order.server.ts";
import { noteIntent } from "#app/orders/workflows/money/order-money.server.ts";
import { writeAbandoned } from "#app/orders/workflows/changes/release-order.server.ts";
import { reasonOf } from "#app/orders/workflows/money/payment-problem-words.server.ts";
import { undoPayment } from "#app/orders/workflows/money/undo-payment.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { closeIntent, findIntentByProviderId, listIntentsOfOrder, retryVoid } from "#app/payments/data/payment-intents.server.ts";
import type { ProblemRemedy } from "#app/payments/domain/payment-problem.ts";
import { inTransaction, type Db } from "#app/platform/db/database.server.ts";
import { recordAudit } from "#app/staff/data/history.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";

export interface RemedyRequest {
  readonly problemId: number;
  readonly remedy: ProblemRemedy;
  readonly actor: OrderActorFacts;
  /** What staff did, for "by_hand"; stored with the problem. */
  readonly note: string;
}

/**
 * - done: settled. later: started; it completes without staff.
 * - refused, conflict, payment: not possible now; the message says why. forbidden: not allowed for this staff member.
 */
export type RemedyAnswer =
  | { readonly kind: "done" | "not-found" }
  | { readonly kind: "later" | "refused" | "forbidden" | "conflict" | "payment"; readonly message: string };

/** An open problem with the actions allowed for this user. */
export interface ProblemForStaff extends PaymentProblem {
  readonly remedies: readonly ProblemRemedy[];
}

/** These open problems as staff see them. */
export async function problemsForStaff(
  db: Db,
  problems: readonly PaymentProblem[],
  actor: OrderActorFacts,
): Promise<readonly ProblemForStaff[]> {
  const rules = permissionRules(await readSettings(db));
  const orders = await listOrdersById(
    db,
    problems.flatMap(({ orderId }) => orderId ?? []),
  );
  return problems.map((problem) => {
    const order = orders.get(problem.orderId ?? "");
    return { ...problem, remedies: remediesFor(problem.kind, order === undefined ? null : orderState(order), actor, rules) };
  });
}

/** Performs the chosen remedy of a problem. Money moves through the usual order actions. */
export async function settlePaymentProblem(services: WorkflowServices, request: RemedyRequest): Promise<RemedyAnswer> {
  const named = await findPaymentProblem(services.db, request.problemId);
  if (named === undefined) return { kind: "not-found" };
  const order = named.orderId === null ? undefined : await findOrder(services.db, named.orderId);
  // Read after the order: another request that settles the problem meanwhile changes the order's version.
  const problem = (await findPaymentProblem(services.db, request.problemId)) ?? named;
  if (problem.settledAt !== null)
    return { kind: "conflict", message: `${problem.settledBy} has settled this already: ${problem.settlement}` };
  const settings = await readSettings(services.db);
  const state = order === undefined ? null : orderState(order);
  const refusal = remedyRefusal(problem.kind, request.remedy, state, request.actor, permissionRules(settings));
  if (refusal !== null) return { kind: refusal.code === "forbidden" ? "forbidden" : "refused", message: refusal.message };
  const answer = await apply(services, request, problem, order, settings);
  if (answer.kind === "done" && request.remedy !== "by_hand") await settle(services, request, problem);
  return answer;
}

async function apply(
  services: WorkflowServices,
  request: RemedyRequest,
  problem: PaymentProblem,
  order: OrderRow | undefined,
  settings: Settings,
): Promise<RemedyAnswer> {
  switch (request.remedy) {
    case "retry_capture":
    case "accept_at_pickup": {
      const minutes = order?.prepMinutes ?? settings.PREP_MINUTES_PICKUP;
      return press(services, request, order, {
        event: "accept",
        minutes,
        ...(request.remedy === "accept_at_pickup" ? { payAtPickup: true } : {}),
      });
    }
    case "refund_again":
      if (order?.status === "abandoned") return letGo(services, request, problem, order);
      return press(
        services,
        request,
        order,
        { event: "refund", request: { kind: "amount", amount: problem.amount }, reason: "The earlier refund did not arrive" },
        order?.version,
      );
    case "release_hold":
      return letGo(services, request, problem, order);
    case "by_hand":
      // First, so that dependent records keep this text.
      await settle(services, request, problem);
      await leaveAlone(services, problem);
      return { kind: "done" };
  }
}

/** @param version the order must still have; null: any, for commands that the order's state allows only once */
async function press(
  services: WorkflowServices,
  { actor }: RemedyRequest,
  order: OrderRow | undefined,
  command: OrderCommand,
  version: number | null = null,
): Promise<RemedyAnswer> {
  if (order === undefined) return { kind: "not-found" };
  return remedyAnswer(await applyOrderEvent(services, { orderId: order.id, version, actor, command }));
}

function remedyAnswer(answer: OrderEventAnswer): RemedyAnswer {
  switch (answer.kind) {
    case "done":
    case "not-found":
      return { kind: answer.kind };
    case "pending":
      return { kind: "later", message: answer.message };
    case "confirm":
      return { kind: "refused", message: answer.message };
    default:
      return { kind: answer.kind, message: answer.message };
  }
}

/** Abandons the order if still unpaid, and undoes the payment: releases an authorization, refunds a capture. */
async function letGo(
  services: WorkflowServices,
  { actor }: RemedyRequest,
  problem: PaymentProblem,
  order: OrderRow | undefined,
): Promise<RemedyAnswer> {
  if (problem.intentId === null) return { kind: "refused", message: "There is no payment to undo." };
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const response = await gateway.retrieveIntent(problem.intentId);
  if (!response.ok && response.kind !== "not-found")
    return { kind: "refused", message: `The payment could not be read. ${reasonOf(response)}` };
  const rowId = await inTransaction(services.db, async (tx) => {
    const locked = order === undefined ? undefined : await lockOrder(tx, order.id);
    if (locked?.status === "awaiting_payment") {
      await writeAbandoned(tx, locked, askedAt, { paymentState: locked.paymentState }, actor);
    }
    const orderId = locked?.id ?? (response.ok ? response.intent.orderId : null);
    // A payment made for another order belongs to that order.
    if (!response.ok || orderId === null || response.intent.orderId !== orderId) return null;
    const row = await noteIntent(tx, locked ?? { id: orderId, gateway: "stripe" }, response.intent, askedAt, "void");
    await retryVoid(tx, row.id, askedAt);
    return row.id;
  });
  if (rowId === null) return { kind: "done" };
  const undone = await undoPayment(services, rowId);
  if (undone === "done") return { kind: "done" };
  return undone === "later"
    ? { kind: "later", message: "The payment provider does not answer right now. This is finished by itself within a minute or two." }
    : { kind: "payment", message: (await findPaymentProblem(services.db, problem.id))?.what ?? "The payment could not be undone." };
}

/** Staff resolved it elsewhere: the shop leaves this payment unchanged. */
async function leaveAlone(services: WorkflowServices, problem: PaymentProblem): Promise<void> {
  const now = services.now();
  await inTransaction(services.db, async (tx) => {
    const order = problem.orderId === null ? undefined : await lockOrder(tx, problem.orderId);
    const isGivenUp = problem.kind === "amount_mismatch" && order?.status === "awaiting_payment";
    if (order !== undefined && isGivenUp) await writeAbandoned(tx, order, now, { paymentState: order.paymentState });
    if (problem.kind !== "undo_failed" && !isGivenUp) return;
    const rows = order === undefined ? [] : await listIntentsOfOrder(tx, order.id);
    for (const row of rows) if (row.wanted === "void" && row.closedAt === null) await closeIntent(tx, row.id, now);
    const intent = problem.intentId === null ? undefined : await findIntentByProviderId(tx, problem.intentId);
    if (intent !== undefined && intent.wanted === "void") await closeIntent(tx, intent.id, now);
  });
}

const DONE: Readonly<Record<ProblemRemedy, string>> = {
  retry_capture: "The card was charged.",
  release_hold: "The payment was undone.",
  refund_again: "Refunded again.",
  accept_at_pickup: "Accepted; the customer pays at pickup.",
  by_hand: "Settled by hand.",
};

async function settle(services: WorkflowServices, { actor, remedy, note }: RemedyRequest, problem: PaymentProblem): Promise<void> {
  const settlement = note === "" ? DONE[remedy] : note;
  await inTransaction(services.db, async (tx) => {
    await settleProblems(tx, { ids: [problem.id] }, actor.name, settlement, services.now());
    await recordAudit(tx, {
      userId: actor.userId,
      userName: actor.name,
      action: "settle-payment-problem",
      subject: problem.orderId === null ? `payment ${problem.intentId ?? problem.id}` : `order ${problem.orderId}`,
      after: { kind: problem.kind, remedy, settlement },
    });
  });
}
