import { data } from "react-router";
import { cancelPaymentLink } from "#app/checkout/workflows/payment-link.server.ts";
import { STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { CANCEL_LINK, type OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";
import { fieldText } from "#app/values/form.ts";
import { isUuid } from "#app/values/ids.ts";
import type { Route } from "./+types/detail";

/** Ends an order that waits for its payment link; null when the form is another one. */
export async function handleLinkForm(form: FormData, context: Route.ActionArgs["context"]) {
  if (form.get("intent") !== CANCEL_LINK) return null;
  const orderId = fieldText(form, "order") ?? "";
  const answer = (kind: keyof typeof STAFF_STATUS, message: string) =>
    data<OrderFormAnswer>({ orderId, event: CANCEL_LINK, kind, message }, { status: STAFF_STATUS[kind] });
  const ended = isUuid(orderId) ? await cancelPaymentLink(context.get(servicesContext), orderId, requireStaff(context)) : null;
  if (ended === null || ended.kind === "not-found") return answer("conflict", "This order does not wait for a payment any more.");
  return ended.kind === "done" ? answer("done", "Cancelled. The payment link no longer works.") : answer(ended.kind, ended.message);
}
