import { isChoiceField, readChoiceFields } from "#app/catalogue/domain/customization/choice-fields.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { fieldDollars, fieldNumber, fieldText, type Fields } from "#app/values/form.ts";

/* The forms of the cart in the shape of its JSON calls (cart.schema.ts). What a form does not have is left out. */

/** POST /api/cart/items and PATCH /api/cart/items/:id; `step`: the plus and minus buttons of a page without script. */
export function itemBody(fields: Fields) {
  const quantity = fieldNumber(fields, "quantity");
  const step = Number(fieldText(fields, "step") ?? 0);
  const isStep = typeof quantity === "number" && (step === 1 || step === -1);
  return {
    quantity: isStep ? Math.min(MAX_QUANTITY, Math.max(1, quantity + step)) : quantity,
    note: fieldText(fields, "note"),
    customizations: [...fields.keys()].some(isChoiceField) ? readChoiceFields(fields) : undefined,
  };
}

/** The tip of PATCH /api/cart and POST /api/checkout: `tip` is "none", a percentage, or "own" with `tipAmount` in dollars. */
export function tipBody(fields: Fields) {
  const tip = fieldText(fields, "tip") ?? "";
  if (tip === "") return {};
  if (tip === "none") return { tip: 0 };
  if (tip === "own") return { tip: fieldText(fields, "tipAmount")?.trim() === "" ? 0 : fieldDollars(fields, "tipAmount") };
  return { tipPercentage: fieldNumber(fields, "tip") };
}

/** How and when of PATCH /api/cart; an empty time = as soon as possible. */
export function fulfillmentBody(fields: Fields) {
  return {
    fulfillment: fieldText(fields, "fulfillment"),
    requested_for: fieldText(fields, "requested_for") === "" ? null : fieldText(fields, "requested_for"),
    postal_code: fieldText(fields, "postal_code"),
  };
}

/** The free item of PATCH /api/cart. */
export function giftBody(fields: Fields) {
  return { gift_choice: { promotion_id: fieldNumber(fields, "promotionId"), product_id: fieldNumber(fields, "giftId") } };
}

/** The codes of POST /api/apply-promotions: those on the cart, after the form has added or removed one, or all. */
export function codesAfter(intent: "coupon-add" | "coupon-remove" | "coupon-remove-all", present: readonly string[], code: string) {
  if (intent === "coupon-remove-all") return [];
  const others = present.filter((each) => normalizeCode(each) !== normalizeCode(code));
  if (intent === "coupon-remove") return others;
  return others.length < present.length ? present : [...present, code];
}
