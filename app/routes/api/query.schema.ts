import { z } from "zod";
import { fulfillmentSchema } from "#app/cart/domain/cart.schema.ts";
import { MAX_ID, MAX_PAGE_NUMBER, MAX_PER_PAGE, MAX_SEARCH_LENGTH, PRODUCTS_PER_PAGE } from "#app/values/limits.ts";
import { PRODUCT_SORTS } from "#app/catalogue/domain/product.ts";
import { isLocalDate } from "#app/values/time.ts";

/** A whole number written in a URL. */
export function numberInUrl(min: number, max: number) {
  const message = `Use a whole number from ${min} to ${max}.`;
  return z
    .string()
    .regex(/^(?:0|[1-9]\d{0,9})$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

export const productsQuery = z.strictObject({
  category: numberInUrl(1, MAX_ID).optional().meta({ description: "Products of this category and of those below it." }),
  q: z
    .string()
    .max(MAX_SEARCH_LENGTH, `Search for at most ${MAX_SEARCH_LENGTH} characters.`)
    .optional()
    .meta({ description: "Every word must occur." }),
  sort: z.enum(PRODUCT_SORTS, { error: `Use one of ${PRODUCT_SORTS.join(", ")}.` }).optional(),
  page: numberInUrl(1, MAX_PAGE_NUMBER).default(1),
  per_page: numberInUrl(1, MAX_PER_PAGE).default(PRODUCTS_PER_PAGE),
});

export const idInPath = numberInUrl(1, MAX_ID);

export const slotsQuery = z.strictObject({
  fulfillment: fulfillmentSchema.default("pickup"),
  date: z
    .string()
    .refine(isLocalDate, "Use a day such as 2026-03-08.")
    .optional()
    .meta({ description: "A day of the shop's calendar; today when left out." }),
});

/** The token of the customer's link. Anything that cannot be one is answered like one nobody knows. */
export const orderStatusQuery = z.strictObject({ order: z.string().max(300).default("") });
