import * as fieldTexts from "#texts/checkout/field-problems.ts";
import * as texts from "#texts/checkout/refusals.ts";
import { inPersonMaximums, moneyFormat } from "#app/store/domain/settings.ts";
import { isPaidInPerson } from "#app/checkout/domain/checkout.schema.ts";
import { blockingProblems } from "#app/cart/domain/cart.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { problemsForStaff } from "#app/checkout/domain/staff-problems.ts";
import { formatMoney } from "#app/values/money.ts";
import { discountForbidden } from "#app/orders/domain/changes/order-permissions.ts";
import { permissionRules } from "#app/orders/workflows/stored-order.server.ts";
import type { Checkout, CheckoutRefusal, TakenBy } from "./checkout-result.server.ts";

/**
 * Why this priced cart is refused for the total that was shown; null: it is accepted. Staff decide how their orders are paid, so the rules
 * for payment on handover do not apply.
 */
export function refusalOf(cart: LoadedCart, checkout: Checkout): CheckoutRefusal | null {
  const loaded = checkout.taken === undefined ? cart : asSeenByStaff(cart, checkout.taken.isByLink);
  if (loaded.settings.OPENING_SOON && checkout.isBeforeOpening !== true) return notPayable(texts.notOpenYet);
  // Prices keep their number when the currency changes, so the total alone does not reveal the change.
  if (checkout.expectedCurrency !== undefined && checkout.expectedCurrency !== loaded.settings.CURRENCY)
    return notPayable(otherCurrency(loaded.settings.CURRENCY, checkout.taken !== undefined));
  const unallowed = checkout.taken === undefined ? null : discountRefusal(checkout.taken, loaded);
  if (unallowed !== null) return unallowed;
  if (blockingProblems(loaded.priced.problems).length > 0) return asProblems(loaded);
  if (loaded.priced.finalTotal !== checkout.expectedTotal) return { kind: "changed", loaded };
  return checkout.taken === undefined ? refusalInPerson(loaded, checkout) : null;
}

/** Why the customer cannot pay this order on handover. */
function refusalInPerson({ settings, priced }: LoadedCart, checkout: Checkout): CheckoutRefusal | null {
  if (!isPaidInPerson(checkout)) return null;
  const most = inPersonMaximums(settings)[checkout.isPaidAtPickup ? "pickup" : "delivery"];
  if (most === undefined) return notPayable(checkout.isPaidAtPickup ? texts.noPaymentAtPickup : texts.noPaymentOnDelivery);
  if (checkout.isPaidAtPickup && checkout.fulfillment !== "pickup") return notPayable(texts.counterIsForPickup);
  if (!checkout.isPaidAtPickup && checkout.fulfillment !== "delivery") return notPayable(texts.doorIsForDelivery);
  if (checkout.customer.phone === "") return notPayable(fieldTexts.enterPhoneForPickup);
  if (most !== null && priced.finalTotal > most) return notPayable(texts.paidByCardAbove(formatMoney(most, moneyFormat(settings))));
  return null;
}

function discountRefusal({ actor, discount }: TakenBy, { settings }: LoadedCart): CheckoutRefusal | null {
  const forbidden = discount === null ? null : discountForbidden(actor, permissionRules(settings));
  return forbidden === null ? null : { kind: "refused", field: "discount", message: forbidden.message };
}

/** A cart that staff enter, with its problems worded for staff. */
export function asSeenByStaff(loaded: LoadedCart, isByLink: boolean): LoadedCart {
  const problems = problemsForStaff(loaded.priced.problems, { canSchedule: loaded.settings.ALLOW_SCHEDULING, isByLink });
  return { ...loaded, priced: { ...loaded.priced, problems } };
}

function otherCurrency(currency: string, isForStaff: boolean): string {
  if (isForStaff) return `The shop's currency is ${currency} now. Reload the page and check the total.`;
  return texts.otherCurrency(currency);
}

/** A blocked customer does not learn the reason. */
export function notTaken(telephone: string): CheckoutRefusal {
  return notPayable(telephone === "" ? texts.notTaken : texts.notTakenCall(telephone));
}

export function notPayable(message: string): CheckoutRefusal {
  return { kind: "refused", field: "payment", message };
}

function asProblems(loaded: LoadedCart): CheckoutRefusal {
  return { kind: "problems", loaded, problems: blockingProblems(loaded.priced.problems) };
}
