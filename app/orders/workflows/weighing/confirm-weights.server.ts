import { weightsToken } from "#app/orders/domain/changes/weights-token.ts";
import type { OrderRow } from "#app/orders/data/order/find-order.server.ts";
import type { EditCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { formatMoney } from "#app/values/money.ts";
import type { ChangePlan } from "./plan-parts.server.ts";

/** A weight that may be a typing error must be confirmed before it is written. `confirm`: the `confirmed` of the next request. */
export interface Unconfirmed {
  readonly code: "unconfirmed";
  readonly message: string;
  readonly confirm: string;
}

/** The token that staff confirm: null if no weight is low. */
export function weightsToConfirm(order: Pick<OrderRow, "version">, { weights = [] }: EditCommand, plan: ChangePlan): string | null {
  const { lowWeights = [], after } = plan;
  return lowWeights.length === 0 ? null : weightsToken({ version: order.version, total: after }, weights);
}

/** The question about low weights; null if there are none, or if the command confirms exactly these. */
export function unconfirmedWeights(
  { order, command, settings }: { readonly order: OrderRow; readonly command: EditCommand; readonly settings: Settings },
  plan: ChangePlan,
): Unconfirmed | null {
  const confirm = weightsToConfirm(order, command, plan);
  if (confirm === null || command.confirmed === confirm) return null;
  const { lowWeights = [] } = plan;
  return { code: "unconfirmed", message: `${lowWeights.join(", ")}. ${weighedOutcome(order, plan, settings)}`, confirm };
}

/** The new total and the effect on the payment, for staff. */
export function weighedOutcome(
  order: OrderRow,
  { after, money, notes }: Pick<ChangePlan, "after" | "money" | "notes">,
  settings: Settings,
): string {
  return [`New total ${formatMoney(after, orderFormat(order, settings))}.`, money, ...notes].join(" ");
}
