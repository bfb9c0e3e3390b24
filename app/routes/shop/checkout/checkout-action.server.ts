import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { data, redirect } from "react-router";
import { saveCartDraft, type CartChanges } from "#app/cart/data/carts.server.ts";
import { readCheckoutForm, type CheckoutForm } from "#app/checkout/domain/checkout-form.schema.ts";
import { checkoutSchemaFor } from "#app/checkout/domain/checkout.schema.ts";
import { centsToDollars, formatUsd } from "#app/values/money.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { SIMULATOR_PATH } from "#stripe-simulator/keys.ts";
import type { FormAnswer } from "#app/checkout/ui/form-answer.ts";
import { changeOwnCartDetails, getCart } from "#app/cart/workflows/change-cart.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import type { CheckoutRefusal } from "#app/checkout/workflows/checkout-result.server.ts";
import { placeOrder } from "#app/checkout/workflows/place-order.server.ts";

const AGAIN = "Something was different from what this page showed. Please look at it again; nothing was charged.";

/**
 * The checkout's form. `update` keeps what was typed and chosen, and prices the cart anew. `place` is the way to order for browsers without
 * script; with script the page uses POST /api/checkout, which can be repeated safely over a bad connection.
 */
export async function answerCheckoutForm(request: Request, services: Services) {
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  const fields = await request.formData();
  const form = readCheckoutForm(fields);
  const cartId = await readCartId(request, services);
  const before = await getCart(services, cartId);
  if (before.source.id === null || before.priced.lines.length === 0) return redirect("/cart", 303);
  const loaded = await keep(services, before, form);
  if (form.tipProblem !== null) return refuse({ tipAmount: form.tipProblem }, form.tipProblem);
  if (fields.get("intent") === "place") return place(services, loaded, form);
  const day = form.day === undefined ? "" : `?${new URLSearchParams({ day: form.day })}#when`;
  return isScripted ? data<FormAnswer>({ ok: true, errors: {}, message: null }) : redirect(`/checkout${day}`, 303);
}

/** Keeps the draft, and the choices that move the price. */
async function keep(services: Services, before: LoadedCart, form: CheckoutForm): Promise<LoadedCart> {
  const { source } = before;
  if (source.id === null) return before;
  const address = form.address ?? source.draft.address;
  await saveCartDraft(services.db, source.id, {
    ...form.contact,
    instructions: form.instructions,
    ...(address === undefined ? {} : { address }),
  });
  const wished: CartChanges = {
    ...(form.fulfillment === undefined ? {} : { fulfillment: form.fulfillment }),
    ...(form.requestedFor === undefined ? {} : { requestedFor: form.requestedFor }),
    ...(form.tip === undefined ? {} : { tip: form.tip }),
    ...(form.address === null ? {} : { postalCode: form.address.postalCode === "" ? null : form.address.postalCode }),
  };
  const present = { fulfillment: source.fulfillment, requestedFor: source.requestedFor, tip: source.tip, postalCode: source.postalCode };
  if (isDeepStrictEqual({ ...present, ...wished }, present)) return getCart(services, source.id);
  const changed = await changeOwnCartDetails(services, source.id, wished);
  return changed.ok ? changed.value : before;
}

async function place(services: Services, loaded: LoadedCart, form: CheckoutForm) {
  const { priced, settings, source } = loaded;
  if (form.expectedTotal !== undefined && form.expectedTotal !== priced.finalTotal) {
    return refuse(
      {},
      `The total has changed from ${formatUsd(form.expectedTotal)} to ${formatUsd(priced.finalTotal)}. If that is all right, press the button again; nothing was charged.`,
    );
  }
  const { address } = form;
  const parsed = checkoutSchemaFor(settings.COUNTRY).safeParse({
    customer: form.contact,
    fulfillment: source.fulfillment,
    requested_for: source.requestedFor?.toISOString() ?? null,
    address:
      address === null
        ? null
        : {
            street: address.street,
            unit: address.unit,
            city: address.city,
            province: address.province,
            postal_code: address.postalCode,
            country: address.country,
          },
    instructions: form.instructions,
    expectedTotal: centsToDollars(priced.finalTotal),
    payment: form.isPaidAtPickup ? "pickup" : "card",
  });
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const issue of parsed.error.issues) errors[fieldOf(issue.path)] ??= issue.message;
    return refuse(errors, Object.values(errors)[0] ?? AGAIN);
  }
  const payments = await services.payments.current();
  const needsCard = priced.finalTotal > 0 && !form.isPaidAtPickup;
  if (needsCard && payments.kind === "stripe")
    return refuse(
      {},
      `Paying by card needs JavaScript.${settings.TELEPHONE === "" ? "" : ` Please switch it on, or call us: ${settings.TELEPHONE}.`}`,
    );

  const requestHash = createHash("sha256").update(JSON.stringify(parsed.data)).digest("hex");
  // A page without script cannot keep a key per attempt: the same page with the same content is the same attempt.
  const idempotencyKey = `form-${form.attempt}-${requestHash.slice(0, 32)}`;
  const result = await placeOrder(services, { ...parsed.data, cartId: source.id, idempotencyKey, requestHash });
  if (result.kind !== "ok") return answerRefusal(result);
  const { orderToken, clientSecret } = result.placed;
  const complete = `/payment-complete?${new URLSearchParams({ order: orderToken })}`;
  if (clientSecret === null) return redirect(complete, 303);
  const intentId = clientSecret.split("_secret")[0] ?? "";
  return redirect(`${SIMULATOR_PATH}/pay/${intentId}?${new URLSearchParams({ client_secret: clientSecret, return_url: complete })}`, 303);
}

function answerRefusal(refusal: CheckoutRefusal) {
  switch (refusal.kind) {
    case "already-placed":
    case "payment-running":
      return redirect(`/payment-complete?${new URLSearchParams({ order: refusal.orderToken })}`, 303);
    case "not-found":
      return redirect("/cart", 303);
    case "problems":
      return refuse({}, refusal.problems[0]?.message ?? AGAIN);
    case "not-at-pickup":
    case "no-card":
      return refuse({ payment: refusal.message }, refusal.message);
    case "changed":
      return refuse(
        {},
        `The total is now ${formatUsd(refusal.loaded.priced.finalTotal)}. If that is all right, press the button again; nothing was charged.`,
      );
    case "provider":
      return refuse({}, "The card payment service does not answer right now. Nothing was charged; please try again in a moment.");
    case "busy":
    case "ended":
    case "key-reused":
      return refuse({}, AGAIN);
  }
}

function refuse(errors: Readonly<Record<string, string>>, message: string) {
  return data<FormAnswer>({ ok: false, errors, message }, { status: 422 });
}

/** The form's field for a place in the checkout call: customer.email → email, address.postal_code → postalCode. */
function fieldOf(path: readonly PropertyKey[]): string {
  const last = String(path.at(-1) ?? "");
  return last === "postal_code" ? "postalCode" : last;
}
