import { tipBody } from "#app/cart/domain/cart-form.ts";
import { fieldNumber, fieldText, type Fields } from "#app/values/form.ts";

/** The fields in which the form says which free item is wanted, by the offer's id. */
export const GIFT_FIELD = "gift-";

/** Which free item the form asks for from each of these offers, as PATCH /api/cart takes it. */
export function giftBodies(fields: Fields, promotionIds: readonly number[]) {
  return promotionIds.flatMap((id) => {
    const name = `${GIFT_FIELD}${id}`;
    return fields.has(name) ? [{ promotion_id: id, product_id: fieldNumber(fields, name) }] : [];
  });
}

/**
 * The checkout's form in the shape of POST /api/checkout (checkout.schema.ts), for the script of the page and for the page without one. What the
 * form does not say is left out; no address is null, so that a typed one is not forgotten while pickup is chosen. `expectedTotal` is the page's.
 */
export function checkoutBody(fields: Fields) {
  const text = (name: string) => fieldText(fields, name) ?? "";
  const when = fieldText(fields, "when");
  return {
    customer: { name: text("name"), email: text("email"), phone: text("phone") },
    fulfillment: fieldText(fields, "fulfillment"),
    requested_for: when === "asap" ? null : when === "later" ? fieldText(fields, "requested_for") : undefined,
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
    ...tipBody(fields),
    payment: fieldText(fields, "payment"),
  };
}
