import { expect, test } from "vitest";
import type { OrderState } from "#app/orders/domain/order.ts";
import {
  discountForbidden,
  permissionRefusal,
  staffActions,
  staffAsker,
  type OrderAction,
  type OrderAsker,
  type PermissionRules,
} from "./order-permissions.ts";
import { remediesFor } from "./payment-remedies.ts";

const now = new Date("2026-03-04T18:00:00Z");
const ADMIN = staffAsker({ roles: ["super-admin"] });
const STAFF = staffAsker({ roles: ["order-admin"] });
const STRICT: PermissionRules = { orderStaffMayRefund: false, orderStaffMayDiscount: false, allowPayAtPickup: false };

function order(changes: Partial<OrderState> = {}): OrderState {
  return {
    status: "received",
    paymentState: "authorized",
    pendingAction: null,
    fulfillment: "pickup",
    requestedFor: null,
    promisedAt: null,
    prepMinutes: 20,
    captured: 0,
    refunded: 0,
    finalTotal: 1000,
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

const charged = order({ status: "accepted", paymentState: "captured", captured: 1000 });

function may(action: OrderAction, state: OrderState, asker: OrderAsker, rules = STRICT): boolean {
  return permissionRefusal(action, state, asker, rules) === null;
}

test("payment at pickup requires a pickup, and the setting or a failed card", () => {
  for (const asker of [ADMIN, STAFF]) {
    expect(may("accept_at_pickup", order(), asker)).toBe(false);
    expect(may("accept_at_pickup", order(), asker, { ...STRICT, allowPayAtPickup: true })).toBe(true);
    expect(may("accept_at_pickup", order({ isUncollectable: true }), asker)).toBe(true);
    expect(may("accept_at_pickup", order({ isUncollectable: true, fulfillment: "delivery" }), asker)).toBe(false);
    expect(may("accept_at_pickup", order({ fulfillment: "delivery" }), asker, { ...STRICT, allowPayAtPickup: true })).toBe(false);
  }
});

test("returning money is one permission for refund, edit and cancel", () => {
  const moneyBack = ["refund", "edit", "cancel", "cancel_in_part"] as const;
  const allowed = (asker: OrderAsker, state: OrderState, rules = STRICT) => moneyBack.filter((action) => may(action, state, asker, rules));
  expect(allowed(ADMIN, charged)).toEqual(moneyBack);
  expect(allowed(staffAsker({ roles: ["manager"] }), charged)).toEqual(moneyBack);
  expect(allowed(STAFF, charged, { ...STRICT, orderStaffMayRefund: true })).toEqual(moneyBack);
  expect(allowed(STAFF, charged)).toEqual(["cancel"]);
  expect(allowed(STAFF, { ...charged, wasCompleted: true })).toEqual([]);
  expect(allowed(STAFF, { ...charged, paymentState: "none", captured: 0 })).toEqual(["edit", "cancel", "cancel_in_part"]);
});

test.each(["cash", "terminal"] as const)("money taken by staff (%s) is protected like a charged card", (paidBy) => {
  const paid = order({ status: "accepted", paymentState: "none", paidBy });
  // A no-show: the provider has nothing to pay back, so any choice about the refund is the same.
  for (const action of ["cancel", "cancel_in_part"] as const) expect(may(action, paid, STAFF)).toBe(true);
  const handedOver = { ...paid, status: "ready" as const, wasCompleted: true };
  for (const action of ["cancel", "cancel_in_part"] as const) {
    expect(may(action, handedOver, STAFF), action).toBe(false);
    expect(may(action, { ...handedOver, paidBy: null }, STAFF), action).toBe(true);
  }
  expect(may("edit", paid, STAFF)).toBe(false);
  for (const asker of [ADMIN, staffAsker({ roles: ["manager"] })]) expect(may("cancel", handedOver, asker)).toBe(true);
  expect(may("cancel", handedOver, STAFF, { ...STRICT, orderStaffMayRefund: true })).toBe(true);
});

test("allows actions that both table and order allow", () => {
  expect(staffActions(charged, STAFF, now, STRICT)).toEqual(["preparing", "ready", "cancel", "delay", "note", "message"]);
  expect(staffActions(charged, ADMIN, now, STRICT)).toEqual([
    "edit",
    "preparing",
    "ready",
    "cancel",
    "delay",
    "refund",
    "note",
    "message",
    "cancel_in_part",
  ]);
  const gone = order({ paymentState: "voided", isUncollectable: true });
  expect(staffActions(gone, STAFF, now, STRICT)).toEqual(["reject", "note", "message", "accept_at_pickup"]);
});

test("the kitchen starts and finishes orders, and undoes only its own steps", () => {
  const kitchen = staffAsker({ roles: ["kitchen"] });
  const actionsIn = (status: OrderState["status"]) => staffActions({ ...charged, status, completedAt: now }, kitchen, now, STRICT);
  expect(kitchen.isAdmin).toBe(false);
  expect(actionsIn("received")).toEqual([]);
  expect(actionsIn("accepted")).toEqual(["preparing", "ready"]);
  expect(actionsIn("preparing")).toEqual(["ready"]);
  expect(actionsIn("ready")).toEqual(["undo"]);
  expect(actionsIn("completed")).toEqual([]);
  for (const action of ["cancel", "refund", "note", "message", "delay", "complete", "accept"] as const)
    expect(permissionRefusal(action, charged, kitchen, STRICT)).toMatchObject({ code: "forbidden" });
  expect(staffAsker({ roles: ["kitchen", "order-admin"] })).toEqual(STAFF);
});

test("a courier takes out and delivers own deliveries, and undoes those steps", () => {
  const courier = { ...staffAsker({ roles: ["courier"] }), userId: 7 };
  const delivery = { ...charged, fulfillment: "delivery" as const, courierId: 7 };
  const actionsIn = (status: OrderState["status"], courierId: number | null = 7) =>
    staffActions({ ...delivery, courierId, status, outAt: now, completedAt: now }, courier, now, STRICT);
  expect(actionsIn("accepted")).toEqual([]);
  expect(actionsIn("ready")).toEqual(["out", "complete"]);
  expect(actionsIn("out_for_delivery")).toEqual(["complete", "undo"]);
  expect(actionsIn("completed")).toEqual(["undo"]);
  for (const courierId of [null, 8]) expect(actionsIn("out_for_delivery", courierId)).toEqual([]);
  expect(staffActions(delivery, staffAsker({ roles: ["courier"] }), now, STRICT)).toEqual([]);
});

test("staff without a role for orders have no actions", () => {
  for (const roles of [[], ["bookkeeper"], ["menu-editor"]]) expect(staffActions(charged, staffAsker({ roles }), now, STRICT)).toEqual([]);
});

test("remedies follow the permissions and never touch a live order's payment", () => {
  expect(remediesFor("capture_failed", order({ isUncollectable: true }), STAFF, STRICT)).toEqual([
    "retry_capture",
    "accept_at_pickup",
    "by_hand",
  ]);
  expect(remediesFor("refund_failed", charged, STAFF, STRICT)).toEqual(["by_hand"]);
  expect(remediesFor("refund_failed", charged, ADMIN, STRICT)).toEqual(["refund_again", "by_hand"]);
  expect(remediesFor("undo_failed", order(), ADMIN, STRICT)).toEqual(["by_hand"]);
  const open = order({ status: "awaiting_payment" });
  expect(remediesFor("amount_mismatch", open, STAFF, STRICT)).toEqual(["release_hold", "by_hand"]);
  expect(remediesFor("amount_mismatch", { ...open, paymentState: "captured" }, STAFF, STRICT)).toEqual(["by_hand"]);
  expect(remediesFor("hold_without_order", null, STAFF, STRICT)).toEqual(["by_hand"]);
  expect(remediesFor("hold_without_order", null, ADMIN, STRICT)).toEqual(["release_hold", "by_hand"]);
});

test.each([
  ["super-admin", [], false, true],
  ["manager", [], false, true],
  ["order-admin", [], false, false],
  ["order-admin", [], true, true],
  ["own-1", ["orders", "discounts"], false, true],
  ["own-1", ["orders", "refunds"], false, false],
  ["own-1", ["discounts"], false, false],
] as const)("%s with the permissions %j, setting %s: may discount %s", (role, permissions, orderStaffMayDiscount, isAllowed) => {
  const asker = staffAsker({ roles: [role], permissions });
  expect(discountForbidden(asker, { orderStaffMayDiscount }) === null).toBe(isAllowed);
});

test("a role may give discounts without returning money", () => {
  const till = staffAsker({ roles: ["own-1"], permissions: ["orders", "discounts"] });
  expect(till).toMatchObject({ isAdmin: false, mayDiscount: true });
  expect(may("refund", charged, till)).toBe(false);
});
