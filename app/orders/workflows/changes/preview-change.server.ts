import { previewCart, type WantedItem } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { findOrder, listOrderItems, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { listItemsOfRefunds, refundedCents } from "#app/orders/data/refunds.server.ts";
import type { FeeChange } from "#app/orders/domain/changes/address-fee.ts";
import { coverageOf, differenceWords, totalLeft } from "#app/orders/domain/changes/order-change.ts";
import { refundedQuantities } from "#app/orders/domain/changes/order-refunds.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { orderFormat, orderState } from "#app/orders/workflows/stored-order.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import type { Cents } from "#app/values/money.ts";
import { decide } from "./act-on-order.server.ts";
import type { EditCommand } from "./order-command.server.ts";
import { planChange } from "./plan-change.server.ts";
import type { ChangePlan } from "#app/orders/workflows/weighing/plan-parts.server.ts";
import { weightsToConfirm } from "#app/orders/workflows/weighing/confirm-weights.server.ts";
import { addressIn, type ChangeRefusal } from "./wanted-lines.server.ts";

/** The effect of a change, without the texts for the kitchen. */
export interface ChangePreview extends Pick<ChangePlan, "before" | "after" | "money" | "notes"> {
  /** The fee of another address; null: unchanged. */
  readonly fee: FeeChange | null;
  readonly changes: readonly string[];
  /** The token that confirms its low weights, sent as `confirmed`; null: nothing to confirm. */
  readonly confirm: string | null;
  /** The part that changes the order itself; null: everything is added as another order. */
  readonly inPlace: EditCommand | null;
  /** The part that the payment does not cover: a separate order that goes with this one; null: no such part. */
  readonly addOn: {
    readonly items: readonly WantedItem[];
    readonly priced: LoadedCart["priced"];
    readonly total: Cents;
    /** Refund and payment as one difference; "" = no refund. */
    readonly difference: string;
  } | null;
}

export type PreviewAnswer =
  | { readonly kind: "preview"; readonly order: OrderRow; readonly preview: ChangePreview }
  | { readonly kind: "not-found" }
  | { readonly kind: "forbidden" | "refused"; readonly order: OrderRow; readonly message: string };

/** Previews a change with the code that performs it. The part that needs its own payment becomes an add-on. */
export async function previewChange(
  services: WorkflowServices,
  { orderId, actor, command }: { readonly orderId: string; readonly actor: OrderActorFacts; readonly command: EditCommand },
): Promise<PreviewAnswer> {
  const { db } = services;
  const now = services.now();
  const [order, settings] = await Promise.all([findOrder(db, orderId), readSettings(db)]);
  if (order === undefined || order.status === "abandoned" || order.status === "awaiting_payment") return { kind: "not-found" };
  const allowed = decide(order, { actor, command }, settings, now);
  if (!allowed.ok) return { kind: allowed.error.code === "forbidden" ? "forbidden" : "refused", order, message: allowed.error.message };
  const whole = await planChange(db, { order, command, settings, now, actor });
  if (whole.ok)
    return {
      kind: "preview",
      order,
      preview: { ...previewOf(whole.value), confirm: weightsToConfirm(order, command, whole.value), inPlace: command, addOn: null },
    };
  if (whole.error.code !== "not-paid-for") return refused(order, whole.error);
  return previewWithAddOn(services, { order, command, actor }, settings);
}

function refused(order: OrderRow, { code, message }: ChangeRefusal): PreviewAnswer {
  return { kind: code === "forbidden" ? "forbidden" : "refused", order, message };
}

function previewOf({ before, after, money, notes, fee = null, done }: ChangePlan) {
  return { before, after, money, notes, fee, changes: done.changes };
}

async function previewWithAddOn(
  services: WorkflowServices,
  { order, command, actor }: { readonly order: OrderRow; readonly command: EditCommand; readonly actor: OrderActorFacts },
  settings: Settings,
): Promise<PreviewAnswer> {
  const { items, rest } = await splitChange(services.db, order, command);
  const moved = addressIn({ order, command, settings });
  if (!moved.ok) return refused(order, moved.error);
  const { fulfillment, customerEmail: email, customerPhone: phone } = order;
  // The add-on is placed after the rest is saved, so it has the new time and address of the order.
  const { requestedFor = order.requestedFor } = command;
  const postalCode = (moved.value ?? order.address)?.postalCode ?? null;
  const cart = { items, couponCodes: [], fulfillment, requestedFor, postalCode, isAddOn: true };
  const priced = await previewCart(services, cart, { email, phone, isAnonymous: email === "" && phone === "" });
  if (!priced.ok)
    return { kind: "refused", order, message: "message" in priced.error ? priced.error.message : "These items cannot be added." };
  const problem = priced.value.priced.problems.find(({ blocks, code }) => blocks && code !== "too_small");
  if (problem !== undefined) return { kind: "refused", order, message: problem.message };
  const addOn = { items, priced: priced.value.priced, total: priced.value.priced.finalTotal, difference: "" };
  if (rest === null) {
    const total = totalLeft({ ...orderState(order), refunded: await refundedCents(services.db, order) });
    const changes = addOn.priced.lines.map(({ quantity, name }) => `+${quantity} ${name}`);
    return {
      kind: "preview",
      order,
      preview: { before: total, after: total, money: "", notes: [], fee: null, changes, confirm: null, inPlace: null, addOn },
    };
  }
  const plan = await planChange(services.db, { order, command: rest, settings, now: services.now(), actor });
  if (!plan.ok) return refused(order, plan.error);
  const changes = [...plan.value.done.changes, ...addOn.priced.lines.map(({ quantity, name }) => `+${quantity} ${name}`)];
  const { from } = coverageOf(orderState(order), order.paymentIntent?.amount ?? 0);
  const back = plan.value.before - plan.value.after;
  const difference = back === 0 ? "" : `${differenceWords(from, back, addOn.total, orderFormat(order, settings))}.`;
  return {
    kind: "preview",
    order,
    preview: { ...previewOf(plan.value), changes, confirm: null, inPlace: rest, addOn: { ...addOn, difference } },
  };
}

/** The added items, and the rest of the change; null: no rest. */
async function splitChange(db: Db, order: OrderRow, { units = [], add = [], ...terms }: EditCommand) {
  const rows = await listOrderItems(db, order.id);
  const refunded = refundedQuantities(order.paymentState, rows, await listItemsOfRefunds(db, [order.id]));
  const more = units.flatMap(({ id, quantity }): readonly WantedItem[] => {
    const row = rows.find((each) => each.id === id);
    const extra = row === undefined ? 0 : quantity - row.quantity + (refunded[id] ?? 0);
    return row !== undefined && extra > 0 ? [{ productId: row.productId, quantity: extra, choices: row.choices, note: row.note }] : [];
  });
  const fewer = units.filter(({ id, quantity }) => quantity < (rows.find((row) => row.id === id)?.quantity ?? 0) - (refunded[id] ?? 0));
  const rest: EditCommand = { ...terms, ...(fewer.length > 0 ? { units: fewer } : {}) };
  const isNothing = fewer.length + terms.removeItemIds.length === 0 && terms.requestedFor === undefined && terms.address === undefined;
  return { items: [...more, ...add], rest: isNothing ? null : rest };
}
