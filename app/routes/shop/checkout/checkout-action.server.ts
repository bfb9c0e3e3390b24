import * as cardTexts from "#texts/checkout/card-form.ts";
import * as texts from "#texts/checkout/refusals.ts";
import * as totalTexts from "#texts/checkout/total-changed.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { isDeepStrictEqual } from "node:util";
import { data, redirect } from "react-router";
import { saveCartDraft, type CartDraft } from "#app/cart/data/carts.server.ts";
import { editCartSchemaIn } from "#app/cart/domain/cart.schema.ts";
import { checkoutBody, giftBodies } from "#app/checkout/domain/checkout-form.ts";
import { checkoutSchemaFor, isPaidInPerson } from "#app/checkout/domain/checkout.schema.ts";
import { fieldNumber, fieldOfPath, fieldText } from "#app/values/form.ts";
import {
  MAX_ADDRESS_LINE_LENGTH,
  MAX_ALLERGY_NOTE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_INSTRUCTIONS_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
} from "#app/values/limits.ts";
import { majorUnits, formatMoney } from "#app/values/money.ts";
import { keepText } from "#app/values/text.ts";
import { isLocalDate } from "#app/values/time.ts";
import { checkoutAnswer, checkoutHash } from "#app/http/acts/checkout-act.server.ts";
import { retryAfter } from "#app/http/answers/problem.server.ts";
import { firstError, readForm, type FieldErrors } from "#app/http/answers/read-form.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import type { RequestInfo, Services } from "#app/http/context.server.ts";
import { SIMULATOR_PATH } from "#stripe-simulator/keys.ts";
import type { FormAnswer } from "#app/checkout/ui/form-answer.ts";
import { updateCart, getCart } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { CheckoutRefusal } from "#app/checkout/workflows/place/checkout-result.server.ts";
import { fillSavedAddress } from "./saved-contact.server.ts";
import { placeLimitedOrder } from "#app/http/limits/place-limited-order.server.ts";

type Body = ReturnType<typeof checkoutBody>;

/**
 * The checkout's form. `update` saves the input and the choices, and prices the cart again. `place` orders without JavaScript; with
 * JavaScript the page uses POST /api/checkout, which is safe to retry over a bad connection.
 */
export async function answerCheckoutForm(request: Request, services: Services, info: RequestInfo) {
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  const form = await request.formData();
  const cartId = await readCartId(request, services);
  const before = await getCart(services, cartId);
  if (before.source.id === null || before.priced.lines.length === 0) return redirect("/cart", 303);
  await fillSavedAddress(form, request, services);
  const { loaded, errors } = await keep(services, before, form, isScripted);
  if (Object.keys(errors).length > 0)
    return data<FormAnswer>(
      {
        ok: false,
        errors,
        message: firstError(errors),
        typedTip: { tip: fieldText(form, "tip"), amount: fieldText(form, "tipAmount") },
      },
      { status: 422 },
    );
  if (fieldText(form, "intent") === "place") return place(services, info, loaded, form);
  const day = fieldText(form, "day") ?? "";
  const when = isLocalDate(day) ? `?${new URLSearchParams({ day })}#when` : "";
  return isScripted ? data<FormAnswer>({ ok: true, errors: {}, message: null }) : redirect(`/checkout${when}`, 303);
}

/** Saves the draft, then each choice that affects the price separately, so that one invalid choice does not block the others. */
async function keep(services: Services, { source, settings }: LoadedCart, form: FormData, isScripted: boolean) {
  if (source.id === null) throw new Error("a cart with items has an id");
  const body = checkoutBody(form, moneyFormat(settings));
  await saveCartDraft(services.db, source.id, draftOf(body, source.draft));
  const { fulfillment, requested_for, address, tip, tipPercentage } = body;
  const present = { fulfillment: source.fulfillment, requestedFor: source.requestedFor, tip: source.tip, postalCode: source.postalCode };
  // The page preselects the first free time if none is chosen; it must not apply to another fulfillment.
  const isPreselected = isScripted && source.requestedFor === null && fulfillment !== source.fulfillment;
  let loaded = await getCart(services, source.id);
  let errors: FieldErrors = {};
  for (const choice of [
    { fulfillment },
    { requested_for: isPreselected ? undefined : requested_for },
    { postal_code: address?.postal_code },
    { tip, tipPercentage },
  ]) {
    if (Object.values(choice).every((value) => value === undefined)) continue;
    const read = readForm(choice, editCartSchemaIn(loaded.settings.CURRENCY));
    if (!read.ok) errors = { ...errors, ...read.error };
    else if (!isDeepStrictEqual({ ...present, ...read.value }, present)) {
      const changed = await updateCart(services, source.id, read.value);
      if (changed.ok) loaded = changed.value;
      else if (changed.error.kind === "refused") errors = { ...errors, [fieldOfPath([changed.error.field])]: changed.error.message };
    }
  }
  // Checks each earned offer once: every choice prices the cart again, and a form can name any number of them.
  const offered = loaded.priced.freeItems.map(({ promotionId }) => promotionId);
  for (const gift_choice of giftBodies(form, offered)) {
    const freeItem = loaded.priced.freeItems.find(({ promotionId }) => promotionId === gift_choice.promotion_id);
    const isOpen =
      freeItem?.productId !== gift_choice.product_id && freeItem?.choices?.some((each) => each.productId === gift_choice.product_id);
    const read = readForm({ gift_choice }, editCartSchemaIn(loaded.settings.CURRENCY));
    if (isOpen !== true || !read.ok) continue;
    // If it is refused, the item is no longer available, and the next page shows what is given.
    const changed = await updateCart(services, source.id, read.value);
    if (changed.ok) loaded = changed.value;
  }
  return { loaded, errors };
}

/** The input so far: nothing is required yet, and invalid input is left out, because this is only a draft. */
function draftOf({ customer, address, instructions, allergy_note, marketing_consent }: Body, before: CartDraft): CartDraft {
  const line = (text: string) => keepText(text, MAX_ADDRESS_LINE_LENGTH);
  const earlierAddress = before.address === undefined ? {} : { address: before.address };
  return {
    name: keepText(customer.name, MAX_NAME_LENGTH),
    email: keepText(customer.email, MAX_EMAIL_LENGTH),
    phone: keepText(customer.phone, MAX_PHONE_LENGTH),
    instructions: keepText(instructions, MAX_INSTRUCTIONS_LENGTH),
    allergyNote: keepText(allergy_note, MAX_ALLERGY_NOTE_LENGTH),
    ...(marketing_consent === true ? { wantsNews: true } : {}),
    ...(address === null
      ? earlierAddress
      : {
          address: {
            street: line(address.street),
            unit: line(address.unit),
            city: line(address.city),
            province: line(address.province),
            country: line(address.country),
            postalCode: keepText(address.postal_code, MAX_POSTAL_CODE_LENGTH),
          },
          ...(address.keep_postal_code === true ? { keptPostalCode: keepText(address.postal_code, MAX_POSTAL_CODE_LENGTH) } : {}),
        }),
  };
}

async function place(services: Services, info: RequestInfo, loaded: LoadedCart, form: FormData) {
  const { priced, settings, source } = loaded;
  const seen = fieldNumber(form, "expectedTotal");
  if (typeof seen === "number" && seen !== priced.finalTotal) {
    const format = moneyFormat(settings);
    const now = formatMoney(priced.finalTotal, format);
    return refuse({}, Number.isSafeInteger(seen) ? totalTexts.changedOnPage(formatMoney(seen, format), now) : totalTexts.changedTo(now));
  }
  // The cart has the choices by now, including those of earlier visits.
  const requested_for = source.requestedFor?.toISOString() ?? null;
  const body = {
    ...checkoutBody(form, moneyFormat(settings)),
    fulfillment: source.fulfillment,
    requested_for,
    expectedTotal: majorUnits(priced.finalTotal, settings.CURRENCY),
  };
  const checkout = readForm(body, checkoutSchemaFor(settings));
  if (!checkout.ok) return refuse(checkout.error);
  const payments = await services.payments.current();
  const needsCard = priced.finalTotal > 0 && !isPaidInPerson(checkout.value);
  if (needsCard && payments.kind === "stripe")
    return refuse({}, settings.TELEPHONE === "" ? cardTexts.needsJavaScript : texts.switchOnJavaScript(settings.TELEPHONE));

  const requestHash = checkoutHash(checkout.value);
  // A page without JavaScript cannot store a key per attempt: the same page with the same content is the same attempt.
  const idempotencyKey = `form-${keepText(fieldText(form, "attempt") ?? "", 100)}-${requestHash.slice(0, 32)}`;
  const result = await placeLimitedOrder(services, info, { ...checkout.value, cartId: source.id, idempotencyKey, requestHash });
  if (result.kind !== "ok") return answerRefusal(result);
  const { orderToken, clientSecret } = result.placed;
  const complete = `/payment-complete?${new URLSearchParams({ order: orderToken })}`;
  if (clientSecret === null) return redirect(complete, 303);
  const intentId = clientSecret.split("_secret")[0] ?? "";
  return redirect(`${SIMULATOR_PATH}/pay/${intentId}?${new URLSearchParams({ client_secret: clientSecret, return_url: complete })}`, 303);
}

function answerRefusal(refusal: CheckoutRefusal) {
  if ("orderToken" in refusal) return redirect(`/payment-complete?${new URLSearchParams({ order: refusal.orderToken })}`, 303);
  if (refusal.kind === "not-found") return redirect("/cart", 303);
  const { status, message, field, retryAfterSeconds } = checkoutAnswer(refusal);
  const errors = field === undefined ? {} : { [fieldOfPath([field])]: message };
  return refuse(errors, message, { status, headers: retryAfter(retryAfterSeconds) });
}

function refuse(errors: FieldErrors, message = firstError(errors), init: ResponseInit = { status: 422 }) {
  return data<FormAnswer>({ ok: false, errors, message }, init);
}
