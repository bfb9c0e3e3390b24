import { lightWords } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { weighedToken } from "#app/orders/domain/order-form.ts";
import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { EditCommand, OrderEventRequest } from "#app/orders/workflows/changes/order-command.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { formatMoney } from "#app/values/money.ts";

interface WeighRequest extends OrderEventRequest {
  readonly command: EditCommand;
  /** What staff were asked about and agree to (`weighedToken`); "" = nothing. */
  readonly confirmed: string;
}

/** `confirm`: to be sent by who agrees. `outcome`: the new total and what becomes of the money, for staff; "" = not known. */
type WeighAnswer =
  | { readonly kind: "confirm"; readonly message: string; readonly confirm: string }
  | { readonly kind: "answered"; readonly answer: OrderEventAnswer; readonly outcome: string };

/** Weighs by form: asks before it writes a weight that may be a typing error, and says what becomes of the money. Only the total that it names is written. */
export async function weighOrder(services: WorkflowServices, request: WeighRequest, settings: Settings): Promise<WeighAnswer> {
  const { orderId, actor, version, command } = request;
  const act = async () => ({ kind: "answered", answer: await applyOrderEvent(services, request), outcome: "" }) as const;
  const seen = await previewChange(services, { orderId, actor, command });
  // The act itself says who was faster.
  if (seen.kind === "not-found" || seen.order.version !== version) return act();
  const light = await listLight(services, command, seen.order, settings);
  // By now it may be possible; but what was not asked about is not written.
  if (seen.kind !== "preview") return light.length === 0 ? act() : { kind: "answered", answer: seen, outcome: "" };
  const { after, money, notes } = seen.preview;
  const outcome = [`New total ${formatMoney(after, orderFormat(seen.order, settings))}.`, money, ...notes].join(" ");
  const confirm = weighedToken({ version, total: after }, command.weights ?? []);
  if (light.length > 0 && request.confirmed !== confirm) return { kind: "confirm", message: `${light.join(", ")}. ${outcome}`, confirm };
  const answer = await applyOrderEvent(services, { ...request, command: { ...command, expectedTotal: after } });
  return { kind: "answered", answer, outcome };
}

/** Weights that are stored already need no question. */
async function listLight({ db }: WorkflowServices, command: EditCommand, order: OrderRow, settings: Settings) {
  const rows = await listOrderItems(db, order.id);
  const { locale } = orderFormat(order, settings);
  return (command.weights ?? []).flatMap((weighed) => {
    const row = rows.find(({ id }) => id === weighed.id);
    if (row?.weight == null || row.weight.actual === weighed.weight) return [];
    const words = lightWords(row.weight, weighed.weight, locale);
    return words === null ? [] : [`${row.name}: ${words}`];
  });
}
