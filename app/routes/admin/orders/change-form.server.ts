import { data } from "react-router";
import { unitsOf } from "#app/cart/domain/pricing/priced-cart.ts";
import { isWeightOption } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { choiceText } from "#app/catalogue/domain/customization/line-title.ts";
import { PREVIEW_CHANGE, SAVE_CHANGE, type ChangeAnswer } from "#app/checkout/ui/staff/change/change-view.ts";
import type { EnteredLine } from "#app/checkout/ui/staff/entered-order.ts";
import { NO_SUCH_ORDER, refusalDetail, STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { deliveryStatus } from "#app/mail/domain/delivery-status.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { notificationSentence } from "#app/orders/domain/mail/mail-sentences.ts";
import { staffActionSchemasIn } from "#app/orders/domain/order.schema.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { previewChange, type ChangePreview } from "#app/orders/workflows/changes/preview-change.server.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fieldText } from "#app/values/form.ts";
import { isUuid } from "#app/values/ids.ts";
import { jsonOf } from "#app/values/json.ts";
import type { Route } from "./+types/detail";

interface Answered {
  readonly answer: ChangeAnswer;
  readonly status: number;
}

/** The editor of an order: previews or stores a change; the field `change` is the body of the JSON call. null: another form. */
export async function handleChangeForm(form: FormData, context: Route.ActionArgs["context"]) {
  const intent = form.get("intent");
  if (intent !== PREVIEW_CHANGE && intent !== SAVE_CHANGE) return null;
  const services = context.get(servicesContext);
  const { answer, status } = await answerChange(services, requireStaff(context), form, intent === SAVE_CHANGE);
  return data(answer, { status });
}

async function answerChange(services: Services, user: StaffUser, form: FormData, isSaved: boolean): Promise<Answered> {
  const orderId = fieldText(form, "order") ?? "";
  const order = isUuid(orderId) ? await findOrder(services.db, orderId) : undefined;
  if (order === undefined) return refused(404, NO_SUCH_ORDER);
  const changeJson = fieldText(form, "change") ?? "";
  const read = readForm(jsonOf(changeJson), staffActionSchemasIn(order.currency).edit);
  if (!read.ok) return refused(422, firstError(read.error));
  const { version, command } = read.value;
  const actor = staffActor(user);
  const previewed = await previewChange(services, { orderId, actor, command });
  if (previewed.kind === "not-found") return refused(404, NO_SUCH_ORDER);
  if (previewed.kind !== "preview") return refused(STAFF_STATUS[previewed.kind], previewed.message);
  const { preview } = previewed;
  if (!isSaved) return { answer: viewOf(changeJson, preview), status: 200 };
  const addOn = addOnLines(preview);
  if (preview.inPlace === null) return { answer: { kind: "done", message: "", addOn }, status: 200 };
  const done = await applyOrderEvent(services, { orderId, version, actor, command: preview.inPlace });
  if (done.kind === "not-found") return refused(404, NO_SUCH_ORDER);
  if (done.kind !== "done") return refused(STAFF_STATUS[done.kind], refusalDetail(done));
  const notifiedSentence = notificationSentence(order, deliveryStatus(undefined, await readMailState(services)));
  return {
    answer: { kind: "done", message: `${order.number ?? "The order"} changed. ${preview.money} ${notifiedSentence}`, addOn },
    status: 200,
  };
}

function refused(status: number, message: string): Answered {
  return { answer: { kind: "refused", message }, status };
}

function viewOf(asked: string, { before, after, changes, money, notes, fee, addOn, inPlace }: ChangePreview): ChangeAnswer {
  const namesOf = ({ priced }: NonNullable<typeof addOn>) => priced.lines.map(({ quantity, name }) => `${quantity} × ${name}`);
  const added = addOn === null ? null : { total: addOn.total, difference: addOn.difference, names: namesOf(addOn) };
  const feeChoice = fee?.isChoice === true ? { before: fee.before, asked: fee.asked } : null;
  return { kind: "preview", asked, before, after, changes, money, notes, feeChoice, addOn: added, isInPlace: inPlace !== null };
}

function addOnLines({ addOn }: ChangePreview): readonly EnteredLine[] {
  const lines = addOn?.priced.lines.filter((line) => !line.isFreeItem) ?? [];
  return lines.map((line) => {
    const { productId, name, selected, choices, note, stepTexts } = line;
    const options = selected.filter((option) => !isWeightOption(option));
    return { productId, name, details: options.map(choiceText).join(", "), quantity: unitsOf(line), choices, note, stepTexts };
  });
}
