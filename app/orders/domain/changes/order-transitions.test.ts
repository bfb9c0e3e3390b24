import fc from "fast-check";
import { expect, test } from "vitest";
import { nextEvents, transition, TRANSITIONS } from "./order-transitions.ts";
import type { OrderRules } from "./order-transitions.ts";
import { isEnded, ORDER_EVENTS, ORDER_STATUSES, PAYMENT_STATES } from "#app/orders/domain/order.ts";
import type { OrderActor, OrderEventName, OrderState, OrderStatus, PaymentState } from "#app/orders/domain/order.ts";
import { addMinutes } from "#app/values/time.ts";

const now = new Date("2026-03-04T18:00:00Z");
const ACTORS: readonly OrderActor[] = ["guest", "staff", "system"];

function order(status: OrderStatus, changes: Partial<OrderState> = {}): OrderState {
  const paid: readonly OrderStatus[] = ["accepted", "preparing", "ready", "out_for_delivery", "completed"];
  const paymentState =
    status === "awaiting_payment" ? "pending" : paid.includes(status) ? "captured" : status === "received" ? "authorized" : "voided";
  return {
    status,
    paymentState,
    pendingAction: null,
    fulfillment: "delivery",
    requestedFor: null,
    promisedAt: null,
    prepMinutes: 20,
    captured: (changes.paymentState ?? paymentState) === "captured" ? 3938 : 0,
    refunded: 0,
    finalTotal: 3938,
    readyAt: null,
    outAt: null,
    completedAt: null,
    wasCompleted: false,
    isUncollectable: false,
    isDisputed: false,
    paidBy: null,
    ...changes,
  };
}

function outcome(state: OrderState, event: OrderEventName, actor: OrderActor, rules?: OrderRules): string {
  const result = transition(state, event, actor, now, rules);
  return result.ok ? `${result.value.status} ${result.value.effect} ${result.value.paymentState}` : result.error.code;
}

test("each transition changes order and payment as documented", () => {
  const scheduled = { requestedFor: addMinutes(now, 300), promisedAt: addMinutes(now, 300) };
  const partly = { paymentState: "partially_refunded", captured: 3938, refunded: 554 } as const;
  const overdue: OrderRules = { cancelCutoffMinutes: 120, decideBy: addMinutes(now, -1) };
  const table: [string, OrderState, OrderEventName, OrderActor, string][] = [
    ["T2", order("awaiting_payment", { paymentState: "authorized" }), "payment_authorized", "system", "received none authorized"],
    [
      "T2 without manual capture",
      order("awaiting_payment", { paymentState: "captured" }),
      "payment_authorized",
      "system",
      "received none captured",
    ],
    ["T4", order("awaiting_payment"), "abandon", "system", "abandoned void voided"],
    ["T4 after a decline", order("awaiting_payment", { paymentState: "failed" }), "abandon", "system", "abandoned void voided"],
    ["T4, paid behind our back", order("awaiting_payment", { paymentState: "captured" }), "abandon", "system", "abandoned refund captured"],
    ["T5", order("received"), "accept", "staff", "accepted capture captured"],
    ["T5 by AUTO_ACCEPT", order("received"), "accept", "system", "accepted capture captured"],
    ["T5 paid", order("received", { paymentState: "captured" }), "accept", "staff", "accepted none captured"],
    ["T5 pay at pickup", order("received", { paymentState: "none" }), "accept", "staff", "accepted none none"],
    ["T6", order("received"), "reject", "staff", "rejected void voided"],
    ["T6 paid", order("received", { paymentState: "captured" }), "reject", "staff", "rejected refund captured"],
    ["T6 pay at pickup", order("received", { paymentState: "none" }), "reject", "staff", "rejected none none"],
    ["T7", order("received"), "time_out", "system", "rejected void voided"],
    ["T8", order("received"), "cancel", "guest", "cancelled void voided"],
    ["T9", order("received"), "edit", "staff", "received none authorized"],
    ["T9 paid", order("received", { paymentState: "captured" }), "edit", "staff", "received refund captured"],
    ["T9 after an edit", order("received", { ...partly, finalTotal: 3384 }), "edit", "staff", "received refund partially_refunded"],
    ["T9 after a refund", order("received", partly), "edit", "staff", "payment"],
    ["T10", order("received"), "hold_expired", "system", "cancelled none voided"],
    ["T11", order("accepted"), "preparing", "staff", "preparing none captured"],
    ["T12", order("accepted"), "ready", "staff", "ready none captured"],
    ["T12 from preparing", order("preparing"), "ready", "staff", "ready none captured"],
    ["T13", order("ready"), "out", "staff", "out_for_delivery none captured"],
    ["T14", order("ready"), "complete", "staff", "completed none captured"],
    ["T14 delivered", order("out_for_delivery"), "complete", "staff", "completed none captured"],
    ["T15", order("preparing"), "cancel", "staff", "cancelled refund captured"],
    [
      "T15 after a partial refund",
      order("ready", { paymentState: "partially_refunded" }),
      "cancel",
      "staff",
      "cancelled refund partially_refunded",
    ],
    ["T15 pay at pickup", order("accepted", { paymentState: "none" }), "cancel", "staff", "cancelled none none"],
    ["T16", order("accepted", scheduled), "cancel", "guest", "cancelled refund captured"],
    ["T17", order("ready"), "delay", "staff", "ready none captured"],
    ["T18 from ready", order("ready"), "undo", "staff", "preparing none captured"],
    ["T18 from out", order("out_for_delivery"), "undo", "staff", "ready none captured"],
    ["T18 from completed", order("completed", { completedAt: now }), "undo", "staff", "ready none captured"],
    ["T18 from delivered", order("completed", { completedAt: now, outAt: now }), "undo", "staff", "out_for_delivery none captured"],
    ["T19", order("completed"), "refund", "staff", "completed refund captured"],
    ["T19 once more", order("cancelled", { paymentState: "partially_refunded" }), "refund", "staff", "cancelled refund partially_refunded"],
    ["note", order("rejected"), "note", "staff", "rejected none voided"],
    ["message", order("rejected"), "message", "staff", "rejected none voided"],
    ["arrived", order("ready", { fulfillment: "pickup" }), "arrived", "guest", "ready none captured"],
  ];
  for (const [name, state, event, actor, expected] of table) expect(outcome(state, event, actor, overdue), name).toBe(expected);
});

test("rejects every combination not in the table", () => {
  const isInTable = (event: OrderEventName, from: OrderStatus, actor: OrderActor) =>
    TRANSITIONS.some((row) => row.event === event && row.from.includes(from) && row.actors.includes(actor));
  const outside = ORDER_STATUSES.flatMap((status) =>
    ORDER_EVENTS.flatMap((event) => ACTORS.map((actor) => ({ status, event, actor }))),
  ).filter(({ status, event, actor }) => !isInTable(event, status, actor));
  const possible = outside.filter(({ status, event, actor }) => !outcome(order(status), event, actor).startsWith("wrong-"));
  expect(outside.length).toBeGreaterThan(400);
  expect(possible).toEqual([]);
});

test("accept requires an authorization, a payment or a zero total", () => {
  const refused = PAYMENT_STATES.filter((paymentState) => outcome(order("received", { paymentState }), "accept", "staff") === "payment");
  expect(refused).toEqual(["pending", "refunded", "voided", "failed"]);
  expect(outcome(order("awaiting_payment", { paymentState: "pending" }), "payment_authorized", "system")).toBe("payment");
});

test("refunds only settled payments", () => {
  const possible = PAYMENT_STATES.filter((paymentState) => outcome(order("completed", { paymentState }), "refund", "staff") !== "payment");
  expect(possible).toEqual(["captured", "partially_refunded"]);
});

test("time-outs wait for their deadline", () => {
  const rules = (minutes: number | null): OrderRules => ({
    cancelCutoffMinutes: 0,
    decideBy: minutes === null ? null : addMinutes(now, minutes),
  });
  expect(outcome(order("received"), "time_out", "system", rules(1))).toBe("too-early");
  expect(outcome(order("received"), "time_out", "system", rules(0))).toBe("rejected void voided");
  expect(outcome(order("received"), "time_out", "system", rules(null)), "0 minutes = never").toBe("too-early");
});

test("the system starts scheduled orders and completes old ready ones", () => {
  const promised = (minutes: number) => order("accepted", { requestedFor: addMinutes(now, minutes), promisedAt: addMinutes(now, minutes) });
  expect(outcome(promised(21), "preparing", "system")).toBe("too-early");
  expect(outcome(promised(20), "preparing", "system")).toBe("preparing none captured");
  expect(outcome(order("accepted", { promisedAt: now }), "preparing", "system"), "as soon as possible is for staff").toBe("too-early");
  expect(outcome(order("ready", { readyAt: addMinutes(now, -239) }), "complete", "system")).toBe("too-early");
  expect(outcome(order("ready", { readyAt: addMinutes(now, -240) }), "complete", "system")).toBe("completed none captured");
  expect(outcome(order("out_for_delivery", { readyAt: addMinutes(now, -300), outAt: addMinutes(now, -60) }), "complete", "system")).toBe(
    "too-early",
  );
});

test("guests cancel accepted orders only if scheduled well ahead", () => {
  const later = (minutes: number) => order("accepted", { requestedFor: addMinutes(now, minutes), promisedAt: addMinutes(now, minutes) });
  const cutoff = (minutes: number): OrderRules => ({ cancelCutoffMinutes: minutes, decideBy: null });
  expect(outcome(later(121), "cancel", "guest", cutoff(120))).toBe("cancelled refund captured");
  expect(outcome(later(120), "cancel", "guest", cutoff(120))).toBe("too-late");
  expect(outcome(later(9999), "cancel", "guest", cutoff(0)), "0 = never").toBe("too-late");
  expect(outcome(order("accepted", { promisedAt: addMinutes(now, 300) }), "cancel", "guest", cutoff(120))).toBe("too-late");
  expect(outcome(order("preparing"), "cancel", "guest", cutoff(120))).toBe("wrong-actor");
});

test("completion can be undone for thirty minutes, rejection never", () => {
  expect(outcome(order("completed", { completedAt: addMinutes(now, -30) }), "undo", "staff")).toBe("ready none captured");
  expect(outcome(order("completed", { completedAt: addMinutes(now, -31) }), "undo", "staff")).toBe("too-late");
  for (const status of ["rejected", "cancelled", "abandoned", "accepted", "preparing"] as const)
    expect(outcome(order(status), "undo", "staff"), status).toBe("wrong-status");
});

test("pickups do not go out, and deliveries do not arrive", () => {
  expect(outcome(order("ready", { fulfillment: "pickup" }), "out", "staff")).toBe("delivery-only");
  expect(outcome(order("ready"), "arrived", "guest")).toBe("pickup-only");
});

test("only the pending event may finish during a payment call", () => {
  const actor = { kind: "staff", userId: 1, name: "Ana", isAdmin: true } as const;
  const pendingAction = { kind: "void", amount: 3938, key: "k", event: "reject", actor, command: {}, refundId: null } as const;
  const pending = order("received", { pendingAction });
  expect(outcome(pending, "accept", "staff")).toBe("payment-busy");
  expect(outcome(pending, "reject", "staff"), "a second tablet").toBe("payment-busy");
  expect(outcome(pending, "reject", "system")).toBe("rejected void voided");
  expect(outcome(pending, "accept", "system")).toBe("payment-busy");
  expect(outcome(pending, "note", "staff")).toBe("received none authorized");
});

test("a step sets its time, an undo clears it", () => {
  const stamps = (state: OrderState, event: OrderEventName) => {
    const result = transition(state, event, "staff", now);
    return result.ok ? result.value.stamps : result.error.code;
  };
  expect(stamps(order("received"), "accept")).toEqual({ acceptedAt: now });
  expect(stamps(order("ready"), "out")).toEqual({ outAt: now });
  expect(stamps(order("received"), "reject")).toEqual({ endedAt: now });
  expect(stamps(order("out_for_delivery"), "undo")).toEqual({ outAt: null });
  expect(stamps(order("completed", { completedAt: now }), "undo")).toEqual({ completedAt: null });
  expect(stamps(order("accepted"), "delay")).toEqual({});
});

test("actions follow the table", () => {
  expect(nextEvents(order("received"), "staff", now)).toEqual(["accept", "reject", "edit", "note", "message"]);
  const refunded = order("received", { paymentState: "partially_refunded", captured: 3938, refunded: 483 });
  expect(nextEvents(refunded, "staff", now)).toEqual(["accept", "reject", "refund", "note", "message"]);
  expect(nextEvents(order("ready", { fulfillment: "pickup" }), "staff", now)).toEqual([
    "complete",
    "cancel",
    "delay",
    "undo",
    "refund",
    "note",
    "message",
  ]);
  expect(nextEvents(order("received"), "guest", now)).toEqual(["cancel"]);
  expect(nextEvents(order("awaiting_payment"), "staff", now)).toEqual([]);
});

test("any sequence of events keeps order and payment consistent", () => {
  const step = fc.record({ event: fc.constantFrom(...ORDER_EVENTS), actor: fc.constantFrom(...ACTORS), minutes: fc.nat(300) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.constantFrom<PaymentState>("authorized", "captured", "none"), (steps, paid) => {
      let state = order("awaiting_payment", { paymentState: paid === "none" ? "authorized" : paid });
      if (paid === "none") state = order("received", { paymentState: "none" });
      let time = now;
      let captures = 0;
      let wasUndone = false;
      for (const { event, actor, minutes } of steps) {
        time = addMinutes(time, minutes);
        const result = transition(state, event, actor, time, { cancelCutoffMinutes: 60, decideBy: time });
        if (!result.ok) continue;
        const { status, effect, paymentState, stamps } = result.value;
        if (isEnded(state.status) && status !== state.status) {
          expect([state.status, event]).toEqual(["completed", "undo"]);
          wasUndone = true;
        }
        if (effect === "capture") captures += 1;
        if (effect === "refund") expect(["captured", "partially_refunded"]).toContain(state.paymentState);
        if (status === "accepted") expect(["captured", "none"]).toContain(effect === "refund" ? "captured" : paymentState);
        state = { ...state, status, paymentState, ...(stamps as Partial<OrderState>) };
      }
      expect(captures).toBeLessThanOrEqual(1);
      if (state.status === "rejected" && state.paymentState === "voided") expect(captures).toBe(0);
      if (state.completedAt === null && state.status === "completed") expect(wasUndone).toBe(false);
    }),
  );
});
