import type { MoneyFormat } from "#app/values/money.ts";
import { isChoiceField, readChoiceFields } from "#app/catalogue/domain/customization/choice-fields.ts";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { fieldMoney, fieldNumber, fieldText, type Fields } from "#app/values/form.ts";

/* Converts cart forms to API bodies (cart.schema.ts). Missing fields are left out. */

/** POST /api/cart/items and PATCH /api/cart/items/:id; `step`: plus and minus without JavaScript. */
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

/** The tip of PATCH /api/cart and POST /api/checkout: `tip` is "none", a percentage, or "own" with `tipAmount` as typed. */
export function tipBody(fields: Fields, format: MoneyFormat) {
  const tip = fieldText(fields, "tip") ?? "";
  if (tip === "") return {};
  if (tip === "none") return { tip: 0 };
  if (tip === "own") return { tip: fieldText(fields, "tipAmount")?.trim() === "" ? 0 : fieldMoney(fields, "tipAmount", format) };
  return { tipPercentage: fieldNumber(fields, "tip") };
}

/** Fulfillment and time of PATCH /api/cart; empty: as soon as possible. */
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

/** Codes for POST /api/apply-promotions: the cart's, after adding or removing one, or all. */
export function codesAfter(intent: "coupon-add" | "coupon-remove" | "coupon-remove-all", present: readonly string[], code: string) {
  if (intent === "coupon-remove-all") return [];
  const others = present.filter((each) => normalizeCode(each) !== normalizeCode(code));
  if (intent === "coupon-remove") return others;
  return others.length < present.length ? present : [...present, code];
}
