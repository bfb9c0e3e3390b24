import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { EditCommand, OrderEventRequest } from "#app/orders/workflows/changes/order-command.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { weighedOutcome } from "./confirm-weights.server.ts";

/** Weighs by form. `outcome`: the new total and the effect on the payment, for staff; "" if unknown. Written only with the total that it shows. */
export async function weighOrder(
  services: WorkflowServices,
  request: OrderEventRequest & { readonly command: EditCommand },
  settings: Settings,
): Promise<{ readonly answer: OrderEventAnswer; readonly outcome: string }> {
  const { orderId, actor, version, command } = request;
  const seen = await previewChange(services, { orderId, actor, command });
  // The action itself refuses, or names who was faster.
  if (seen.kind !== "preview" || seen.order.version !== version) return { answer: await applyOrderEvent(services, request), outcome: "" };
  const answer = await applyOrderEvent(services, { ...request, command: { ...command, expectedTotal: seen.preview.after } });
  return { answer, outcome: weighedOutcome(seen.order, seen.preview, settings) };
}
