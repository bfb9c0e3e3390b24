import { z } from "zod";
import { fulfillmentSchema } from "#app/cart/domain/cart.schema.ts";
import { MAX_ID, MAX_PER_PAGE, PRODUCTS_PER_PAGE } from "#app/values/limits.ts";
import { PRODUCT_SORTS } from "#app/catalogue/domain/product.ts";
import { urlDay, urlInteger, urlPage, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
import { wireLine } from "#app/values/wire.schema.ts";

export const productsQuery = z.strictObject({
  category: urlInteger(1, MAX_ID).optional().meta({ description: "Products of this category and of those below it." }),
  q: urlSearch.optional().meta({ description: "Every word must occur, or else resemble one that does." }),
  sort: urlWord(PRODUCT_SORTS).optional(),
  page: urlPage,
  per_page: urlInteger(1, MAX_PER_PAGE).default(PRODUCTS_PER_PAGE),
});

export const suggestionsQuery = z.strictObject({ q: urlSearch.default("").meta({ description: "What is being typed." }) });

export const slotsQuery = z.strictObject({
  fulfillment: fulfillmentSchema.default("pickup"),
  date: urlDay.optional().meta({ description: "A day of the shop's calendar; today when left out." }),
});

/** A guest's action on an order: the last segment of the call's path. */
export const guestAction = urlWord(["cancel", "arrived", "review", "pay"]);

/** The token of the customer's link. Malformed tokens get the same response as unknown ones. */
export const orderStatusQuery = z.strictObject({ order: wireLine("the order's token", 300).default("") });

const NO_SIGNATURE = "Send the Stripe-Signature header of the event.";
export const stripeSignature = z.string(NO_SIGNATURE).min(1, NO_SIGNATURE);
