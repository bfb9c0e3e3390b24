import type { MoneyFormat } from "#app/values/money.ts";
import { tipBody } from "#app/cart/domain/cart-form.ts";
import { fieldNumber, fieldText, type Fields } from "#app/values/form.ts";

/** Form fields that name the chosen gift of each offer. */
export const GIFT_FIELD = "gift-";

/** The chosen gift of each of these offers, as PATCH /api/cart expects it. */
export function giftBodies(fields: Fields, promotionIds: readonly number[]) {
  return promotionIds.flatMap((id) => {
    const name = `${GIFT_FIELD}${id}`;
    return fields.has(name) ? [{ promotion_id: id, product_id: fieldNumber(fields, name) }] : [];
  });
}

/**
 * Converts the checkout form to the body of POST /api/checkout (checkout.schema.ts), with and without JavaScript. Missing fields are left
 * out; an absent address is null, so that a typed address survives a switch to pickup. `expectedTotal` is the total that the page showed.
 */
export function checkoutBody(fields: Fields, format: MoneyFormat) {
  const text = (name: string) => fieldText(fields, name) ?? "";
  const when = fieldText(fields, "when");
  const requestedFor = when === "later" ? fieldText(fields, "requested_for") : undefined;
  return {
    customer: { name: text("name"), email: text("email"), phone: text("phone") },
    fulfillment: fieldText(fields, "fulfillment"),
    requested_for: when === "asap" ? null : requestedFor,
    address:
      fieldText(fields, "street") === undefined
        ? null
        : {
            street: text("street"),
            unit: text("unit"),
            city: text("city"),
            province: text("province"),
            postal_code: text("postal_code"),
            country: text("country"),
            ...(fields.has("keep_postal_code") ? { keep_postal_code: true } : {}),
          },
    instructions: text("instructions"),
    allergy_note: text("allergy_note"),
    ...(fields.has("marketing_consent") ? { marketing_consent: true } : {}),
    ...tipBody(fields, format),
    payment: fieldText(fields, "payment"),
    expectedCurrency: fieldText(fields, "expectedCurrency"),
  };
}
