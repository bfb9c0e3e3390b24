import { applyStaffEvent } from "#app/checkout/workflows/staff-order.server.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { moneyFormat, type Settings } from "#app/store/domain/settings.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { isUuid } from "#app/values/ids.ts";
import { data } from "react-router";
import { findOrder, type OrderRow } from "#app/orders/data/order/find-order.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { staffActionBody } from "#app/orders/domain/order-form.ts";
import { fieldText } from "#app/values/form.ts";
import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import { staffAction, staffActionSchemasIn, type StaffAction } from "#app/orders/domain/order.schema.ts";
import { deliveryStatus } from "#app/mail/domain/delivery-status.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { notificationSentence } from "#app/orders/domain/mail/mail-sentences.ts";
import { formatMoney } from "#app/values/money.ts";
import { statusLabel } from "#app/orders/domain/order.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { NO_SUCH_ORDER, STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import type { OrderFormAnswer } from "#app/orders/ui/staff/staff-order.ts";
import { changeOf } from "#app/orders/domain/changes/cash-given.ts";
import { finalTotalOf, orderFormat } from "#app/orders/workflows/stored-order.server.ts";
import type { EditCommand, OrderCommand, OrderEventRequest } from "#app/orders/workflows/changes/order-command.server.ts";
import { describeMessages } from "#app/orders/workflows/messages/message-channels.server.ts";
import { weighOrder } from "#app/orders/workflows/weighing/weigh-order.server.ts";
import type { Route } from "./+types/index";

/** `invalid`: the form could not be parsed. */
const STATUS = { ...STAFF_STATUS, lost: 503, invalid: 400, confirm: 200 } as const;

/**
 * The form of every order screen: `order`, `version`, `intent` (an event of the transition table) and the fields of that event. Works as a
 * plain POST; the response says what happened to which order.
 */
export async function handleOrderForm(form: FormData, context: Route.ActionArgs["context"]) {
  const services = context.get(servicesContext);
  const user = context.get(staffContext);
  const answer = user === null ? invalid(form, "forbidden", "Sign in first.") : await applyForm(services, user, form);
  return data(answer, { status: STATUS[answer.kind] });
}

/** The format of the order page: amounts in the order's currency, which may differ from the shop's current one. */
async function formatOf({ db }: Services, orderId: string, settings: Settings): Promise<MoneyFormat> {
  const order = await findOrder(db, orderId);
  return order === undefined ? moneyFormat(settings) : orderFormat(order, settings);
}

/** Their forms have amounts in the order's currency. */
const AMOUNT_INTENTS: ReadonlySet<StaffAction> = new Set(["refund", "cancel", "complete"]);

async function applyForm(services: Services, user: StaffUser, form: FormData): Promise<OrderFormAnswer> {
  const orderId = fieldText(form, "order");
  const action = staffAction.safeParse(fieldText(form, "intent"));
  if (!isUuid(orderId)) return invalid(form, "not-found", NO_SUCH_ORDER);
  if (!action.success) return invalid(form, "invalid", "This action is not known. Reload the page and try again.");
  const intent = action.data;
  const settings = await readSettings(services.db);
  const format = AMOUNT_INTENTS.has(intent) ? await formatOf(services, orderId, settings) : moneyFormat(settings);
  const read = readForm(staffActionBody(intent, form, format), staffActionSchemasIn(format.currency)[intent]);
  if (!read.ok) return invalid(form, "invalid", firstError(read.error));
  const { version } = read.value;
  const command: OrderCommand = read.value.command;
  if (command.event === "edit" && command.weights !== undefined)
    return weighByForm(services, { orderId, version, actor: staffActor(user), command }, form, settings);
  const answer = await applyStaffEvent(services, user, { orderId, version, command });
  if (answer.kind === "not-found") return invalid(form, "not-found", NO_SUCH_ORDER);
  if (answer.kind !== "done") return { orderId, event: intent, kind: answer.kind, message: answer.message };
  const notifiedSentence =
    command.event === "message" ? await messageWords(services, answer.order) : await mailWords(services, answer.order);
  return {
    orderId,
    event: intent,
    kind: "done",
    message: doneSentence(command, answer.order, notifiedSentence, settings, services.now()),
  };
}

async function mailWords(services: Services, order: OrderRow): Promise<string> {
  return notificationSentence(order, deliveryStatus(undefined, await readMailState(services)));
}

async function messageWords(services: Services, order: OrderRow): Promise<string> {
  return (await describeMessages(services, order))?.done ?? "";
}

async function weighByForm(
  services: Services,
  request: OrderEventRequest & { readonly command: EditCommand },
  form: FormData,
  settings: Settings,
): Promise<OrderFormAnswer> {
  const { orderId, command } = request;
  const about = { orderId, event: command.event };
  const { answer, outcome } = await weighOrder(services, request, settings);
  if (answer.kind === "not-found") return invalid(form, "not-found", NO_SUCH_ORDER);
  if (answer.kind === "confirm") return { ...about, kind: answer.kind, message: answer.message, confirm: answer.confirm };
  if (answer.kind !== "done") return { ...about, kind: answer.kind, message: answer.message };
  const notifiedSentence = notificationSentence(answer.order, deliveryStatus(undefined, await readMailState(services)));
  return { ...about, kind: "done", message: `${answer.order.number ?? "The order"} weighed. ${outcome} ${notifiedSentence}` };
}

function invalid(form: FormData, kind: OrderFormAnswer["kind"], message: string): OrderFormAnswer {
  return { orderId: fieldText(form, "order") ?? "", event: fieldText(form, "intent") ?? "", kind, message };
}

const LINK_ENDED = "Cancelled. The payment link no longer works.";

type DoneOrder = Pick<
  OrderRow,
  "number" | "promisedAt" | "status" | "totalCents" | "promotionDiscountCents" | "refundedCents" | "currency"
>;

function changeSentence(command: OrderCommand, order: DoneOrder, settings: Settings): string {
  if (command.event !== "complete" || command.given === undefined) return "";
  return ` Change: ${formatMoney(changeOf(command.given, finalTotalOf(order), order.currency), orderFormat(order, settings))}.`;
}

function doneSentence(command: OrderCommand, order: DoneOrder, told: string, settings: Settings, now: Date): string {
  const number = order.number ?? "The order";
  const when = order.promisedAt === null ? "" : ` about ${formatReopening(order.promisedAt, now, shopClock(settings))}`;
  const sentences: Partial<Record<OrderCommand["event"], string>> = {
    accept: `${number} accepted, ready${when}.`,
    reject: `${number} rejected. ${told}`,
    cancel: order.status === "abandoned" ? LINK_ENDED : `${number} cancelled. ${told}`,
    edit: `${number} changed, new total ${formatMoney(finalTotalOf(order), orderFormat(order, settings))}. ${told}`,
    delay: `${number} is now promised for${when}. ${told}`,
    preparing: `${number} is being prepared.`,
    ready: `${number} is ready.`,
    out: `${number} is on its way.`,
    complete: `${number} completed.${changeSentence(command, order, settings)}`,
    undo: `${number} is back to “${statusLabel(order.status)}”.`,
    refund: `Refunded on ${number}: ${formatMoney(order.refundedCents, orderFormat(order, settings))} in all. ${told}`,
    note: `Note kept on ${number}.`,
    message: `Message to the customer of ${number}. ${told}`,
  };
  return sentences[command.event] ?? `${number} changed.`;
}
