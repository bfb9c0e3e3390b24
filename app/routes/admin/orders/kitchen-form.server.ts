import { FORBIDDEN_BY_ROLE } from "#app/staff/domain/permissions.ts";
import { data } from "react-router";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { NO_SUCH_ORDER, STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { handlesOrders } from "#app/orders/domain/changes/order-permissions.ts";
import { claimPrint } from "#app/orders/data/counter/stations.server.ts";
import { kitchenForm } from "#app/orders/domain/counter/kitchen.schema.ts";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";
import { isStation } from "#app/orders/workflows/counter/read-stations.server.ts";
import { stepStation, type StationStep } from "#app/orders/workflows/counter/station-steps.server.ts";
import { reprintTickets, settleStuckTicket } from "#app/orders/workflows/counter/print-tickets.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Route } from "./+types/accepted";
import { handleOrderForm } from "./order-form.server.ts";
import { counted } from "#texts/plural.ts";

/** The forms of the order pages: a button of the kitchen, or an order event. */
export async function handlePageForm(form: FormData, context: Route.ActionArgs["context"]) {
  return (await handleKitchenForm(form, context)) ?? handleOrderForm(form, context);
}

/** Handles a button of the kitchen screen or of a printed ticket; null when the form is an order event. */
async function handleKitchenForm(form: FormData, context: Route.ActionArgs["context"]) {
  const parsed = kitchenForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return null;
  const services = context.get(servicesContext);
  const user = context.get(staffContext);
  const kitchenAction = parsed.data;
  const { intent } = kitchenAction;
  const orderId = "order" in kitchenAction ? kitchenAction.order : "";
  const answer = (kind: OrderFormAnswer["kind"], message: string, status: number) => {
    const body: OrderFormAnswer = { orderId, event: intent, kind, message };
    return data(body, { status });
  };
  if (user === null) return answer("forbidden", "Sign in first.", 401);
  if (!("station" in kitchenAction) && !handlesOrders(user)) return answer("forbidden", FORBIDDEN_BY_ROLE, 403);
  if (intent === "print") {
    const isOurs = await claimPrint(services.db, orderId, kitchenAction.claim, services.now());
    return answer(isOurs ? "done" : "refused", isOurs ? "Printing." : "Another screen prints it.", 200);
  }
  if (intent === "reprint") {
    const count = await reprintTickets(services, user, orderId);
    if (count === null) return answer("refused", "Only an order that the kitchen is making can be printed.", 422);
    if (count === 0) return answer("refused", "Nothing more was sent: no printer is switched on, or it is being printed.", 422);
    return answer("done", `Sent to ${counted(count, "printer", "printers")}.`, 200);
  }
  if ("ticket" in kitchenAction) {
    const isSettled = await settleStuckTicket(services, user, kitchenAction.ticket, intent === "print-again" ? "again" : "seen");
    return isSettled ? answer("done", "", 200) : answer("conflict", "This ticket was already handled on another screen.", 409);
  }
  if (!("station" in kitchenAction)) return null;
  const { kind, message, status } = await markStation(services, user, {
    orderId,
    station: kitchenAction.station,
    isDone: intent === "station-done",
  });
  return answer(kind, message, status);
}

async function markStation(services: Services, user: StaffUser, step: StationStep) {
  if (!isStation(step.station, (await readSettings(services.db)).KITCHEN_STATIONS))
    return { kind: "invalid", message: "There is no such station. Reload the page.", status: 422 } as const;
  const done = await stepStation(services, user, step);
  if (done === null || done.kind === "done")
    return { kind: "done", message: step.isDone ? "Done." : "Marked as not done.", status: 200 } as const;
  if (done.kind === "not-found") return { kind: done.kind, message: NO_SUCH_ORDER, status: 404 } as const;
  return { kind: done.kind, message: done.message, status: STAFF_STATUS[done.kind] };
}
