import { tooManyCodes } from "#texts/promotions/coupons.ts";
import { z } from "zod";
import type { GiftChoice, TipChoice } from "./cart.ts";
import { MAX_OPTION_UNITS } from "#app/catalogue/domain/customization/customization.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import { MAX_TEXT_CHOICE_LENGTH } from "#app/catalogue/domain/customization/customization.ts";
import {
  MAX_CHOICES_PER_LINE,
  MAX_COUPON_CODE_LENGTH,
  MAX_COUPON_CODES,
  MAX_NOTE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_QUANTITY,
  MAX_TIP_PERCENTAGE,
} from "#app/values/limits.ts";
import {
  schemasByCurrency,
  requiredWireLine,
  wireMoney,
  wireId,
  wireInstant,
  wireInteger,
  wireLine,
  wireObject,
  wireText,
} from "#app/values/wire.schema.ts";
import { FULFILLMENTS } from "#app/store/domain/fulfillment.ts";
import { jsonOf } from "#app/values/json.ts";

const MAX_CART_ID_LENGTH = 100;

const quantity = wireInteger("the quantity", 1, MAX_QUANTITY);
const note = wireText("the note", MAX_NOTE_LENGTH);

/** A chosen option with units, or the text of a text group (`optionId` null or missing). */
const choiceSchema = wireObject({
  templateId: wireId("the customization"),
  optionId: wireId("the option").nullish(),
  quantity: wireInteger("the quantity of the option", 1, MAX_OPTION_UNITS).optional(),
  text: wireText("the text", MAX_TEXT_CHOICE_LENGTH).nullish(),
})
  .refine(
    ({ optionId, text }) => (optionId ?? null) !== null || (text ?? null) !== null,
    "Send the optionId of what was chosen, or the text.",
  )
  .transform((choice): Choice => ({
    templateId: choice.templateId,
    optionId: choice.optionId ?? null,
    quantity: choice.quantity ?? 1,
    text: (choice.optionId ?? null) === null ? (choice.text ?? "") : null,
  }));

const customizations = z
  .array(choiceSchema, "Send the customizations as a list.")
  .max(MAX_CHOICES_PER_LINE, `Send at most ${MAX_CHOICES_PER_LINE} customizations.`);

/** POST /api/cart/items. `checkChoices` validates choices against the product. */
export const addCartItemSchema = wireObject({
  productId: wireId("the product"),
  quantity: quantity.default(1),
  customizations: customizations.default([]),
  note: note.default(""),
}).transform(({ customizations, ...item }) => ({ ...item, choices: customizations }));

/** PATCH /api/cart/items/:id. Missing fields stay. */
export const editCartItemSchema = wireObject({
  quantity: quantity.optional(),
  customizations: customizations.optional(),
  note: note.optional(),
})
  .refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    "Send what to change: quantity, customizations or note.",
  )
  .transform(({ customizations, ...changes }) => ({ ...changes, ...(customizations === undefined ? {} : { choices: customizations }) }));

/** `tipPercentage` and `tip` (major units of the currency); null: unchanged, 0: no tip. */
export const tipFieldsIn = (currency: string) => ({
  tipPercentage: z
    .number(`Send tipPercentage as a number from 0 to ${MAX_TIP_PERCENTAGE}.`)
    .min(0, "A tip is 0 percent or more.")
    .max(MAX_TIP_PERCENTAGE, `A tip is at most ${MAX_TIP_PERCENTAGE} percent.`)
    .multipleOf(0.01, "Send tipPercentage with at most two decimals.")
    .nullish(),
  tip: wireMoney("the tip", currency).nullish(),
});

/** The tip of these fields; undefined if neither is present. */
export function tipChoiceOf(fields: {
  readonly tipPercentage?: number | null | undefined;
  readonly tip?: number | null | undefined;
}): TipChoice | undefined {
  if (typeof fields.tipPercentage === "number")
    return fields.tipPercentage === 0 ? { kind: "none", isChosen: true } : { kind: "percentage", percentage: fields.tipPercentage };
  if (typeof fields.tip === "number") return fields.tip === 0 ? { kind: "none", isChosen: true } : { kind: "fixed", amount: fields.tip };
  return undefined;
}

export function hasOneTip(fields: {
  readonly tipPercentage?: number | null | undefined;
  readonly tip?: number | null | undefined;
}): boolean {
  return typeof fields.tipPercentage !== "number" || typeof fields.tip !== "number";
}

export const TWO_TIPS = { path: ["tip"], message: "Send either tipPercentage or tip, not both." };

export const fulfillmentSchema = z.enum(FULFILLMENTS, 'Send "pickup" or "delivery".');

/** The chosen free item of an offer. */
const giftChoice = wireObject({ promotion_id: wireId("the offer"), product_id: wireId("the free item") }).transform(
  (choice): GiftChoice => ({ promotionId: choice.promotion_id, productId: choice.product_id }),
);

/** PATCH /api/cart. Missing fields stay; `requested_for` null: as soon as possible, `postal_code` null: unknown. */
export const editCartSchemaIn = schemasByCurrency((currency) =>
  wireObject({
    fulfillment: fulfillmentSchema.optional(),
    requested_for: wireInstant("the time").nullish(),
    ...tipFieldsIn(currency),
    postal_code: wireLine("the postal code", MAX_POSTAL_CODE_LENGTH).nullish(),
    gift_choice: giftChoice.optional(),
  })
    .refine(hasOneTip, TWO_TIPS)
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      "Send what to change: fulfillment, requested_for, tipPercentage, tip, postal_code or gift_choice.",
    )
    .transform((changes) => {
      const tip = tipChoiceOf(changes);
      return {
        ...(changes.fulfillment === undefined ? {} : { fulfillment: changes.fulfillment }),
        ...(changes.requested_for === undefined ? {} : { requestedFor: changes.requested_for }),
        ...(tip === undefined ? {} : { tip }),
        ...(changes.gift_choice === undefined ? {} : { giftChoice: changes.gift_choice }),
        ...(changes.postal_code === undefined ? {} : { postalCode: changes.postal_code === "" ? null : changes.postal_code }),
      };
    }),
);

export const couponCodeList = z
  .array(requiredWireLine("a coupon code", MAX_COUPON_CODE_LENGTH), "Send the coupon codes as a list.")
  .max(MAX_COUPON_CODES, tooManyCodes(MAX_COUPON_CODES));

/** Codes as typed, or a JSON string of a list, because clients send both; an empty list removes all. */
const couponCodes = z
  .union([z.array(z.unknown()), z.string().max(MAX_COUPON_CODES * (MAX_COUPON_CODE_LENGTH + 8))], "Send the coupon codes as a list.")
  .transform((codes): unknown => (typeof codes === "string" ? jsonOf(codes) : codes))
  .pipe(couponCodeList);

/** POST /api/apply-promotions. Any `cartId` is accepted; another visitor's cart counts as unknown. */
export const applyPromotionsSchema = wireObject({ cartId: requiredWireLine("the id of your cart", MAX_CART_ID_LENGTH), couponCodes });
