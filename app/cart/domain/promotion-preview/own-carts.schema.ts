import { z } from "zod";
import { jsonField } from "#app/values/form-fields.schema.ts";
import {
  MAX_AMOUNT_CENTS,
  MAX_CART_LINES,
  MAX_CHOICES_PER_LINE,
  MAX_COUPON_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_ID,
  MAX_QUANTITY,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
} from "#app/values/limits.ts";
import { isLocalDate, parseClockTime } from "#app/values/time.ts";
import type { OwnCart } from "./own-cart.ts";

const MAX_OWN_CARTS = 20;
const MAX_EARLIER_ORDERS = 10_000;
const id = z.int("Choose from the list.").min(1).max(MAX_ID);
const moment = z
  .string()
  .refine(
    (text) =>
      text === "" ||
      (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && isLocalDate(text.slice(0, 10)) && parseClockTime(text.slice(11)) !== null),
    "Enter when it is ordered as a day and a time.",
  );

const ownCart: z.ZodType<OwnCart> = z.strictObject({
  name: z.string().trim().min(1, "Give your cart a name.").max(MAX_TITLE_LENGTH),
  fulfillment: z.enum(["pickup", "delivery"]),
  code: z.string().trim().max(MAX_COUPON_CODE_LENGTH, "A code is shorter."),
  /** Local time; "" = while the promotion is active. */
  at: moment,
  email: z.string().trim().max(MAX_EMAIL_LENGTH, "An email address is shorter.").prefault(""),
  earlierOrders: z
    .int("Enter how many orders the customer has placed.")
    .min(0, "Enter 0 or more orders.")
    .max(MAX_EARLIER_ORDERS)
    .prefault(0),
  tags: z
    .string()
    .max(MAX_TAGS * (MAX_TAG_LENGTH + 2), `Enter at most ${MAX_TAGS} tags.`)
    .prefault(""),
  spent: z.int("Enter what the customer has spent.").min(0, "Enter 0 or more.").max(MAX_AMOUNT_CENTS).prefault(0),
  lines: z
    .array(
      z.strictObject({
        productId: id,
        quantity: z.int("Enter how many.").min(1, "Enter at least 1.").max(MAX_QUANTITY, `Enter at most ${MAX_QUANTITY}.`),
        options: z
          .array(z.strictObject({ templateId: id, optionId: id, quantity: z.int().min(1).max(MAX_QUANTITY) }))
          .max(MAX_CHOICES_PER_LINE),
      }),
    )
    .min(1, "Put something into your cart.")
    .max(MAX_CART_LINES),
});

/** The carts as one JSON field; empty: none. */
export const ownCarts = z.object({
  carts: jsonField(
    z.array(ownCart).max(MAX_OWN_CARTS, `Keep at most ${MAX_OWN_CARTS} carts of your own.`),
    "One of your carts is not complete.",
  ).prefault("[]"),
});
