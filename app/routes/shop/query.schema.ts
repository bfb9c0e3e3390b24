import { z } from "zod";
import { PRODUCT_SORTS } from "#app/catalogue/domain/product.ts";
import { MAX_NOTE_LENGTH, MAX_QUANTITY, MAX_TAG_LENGTH } from "#app/values/limits.ts";
import { MAX_REVIEW_PAGES } from "#app/content/domain/review.ts";
import { urlDay, urlInteger, urlKey, urlList, urlSearch, urlWord } from "#app/values/addresses/url.schema.ts";
import { requiredWireLine, wireLine, wireText } from "#app/values/wire.schema.ts";

/* The query parameters of the shop's pages; a page ignores invalid ones. */

const MAX_PAGES = 1000;

/** A product list; `q` searches the whole menu. */
export const listingQuery = z.object({
  q: urlSearch.default(""),
  sort: urlWord(PRODUCT_SORTS).optional(),
  tag: urlList(requiredWireLine("the tag", MAX_TAG_LENGTH)).default([]),
  page: urlInteger(1, MAX_PAGES).default(1),
});

export const sitemapQuery = z.object({ part: urlInteger(1, MAX_PAGES).nullable().default(null) });

/** A product's handle in the old shop (its import key). */
export const oldHandle = requiredWireLine("the handle", 255);

/** A product's page; the choices are parsed separately (choice-fields.ts). `item` or `itemId` = the cart line that is being edited. */
export const productQuery = z.object({
  reviews: urlInteger(1, MAX_REVIEW_PAGES).default(1),
  quantity: urlInteger(1, MAX_QUANTITY).default(1),
  note: wireText("the note", MAX_NOTE_LENGTH).default(""),
  item: urlKey.optional(),
  itemId: urlKey.optional(),
  problem: wireLine("the problem", 100).optional(),
});

/** The cart page after a form without JavaScript; the removed item is parsed like a form (cart-removed.server.ts). */
export const cartQuery = z.object({ said: wireLine("the word", 20).nullable().default(null) });

export const checkoutQuery = cartQuery.extend({ day: urlDay.nullable().default(null) });

/** The token of an emailed link, or the result of the last form. */
export const myOrdersQuery = z.object({
  link: wireLine("the link", 100).nullable().default(null),
  asked: wireLine("the word", 20).nullable().default(null),
  saved: wireLine("the word", 20).nullable().default(null),
  page: urlInteger(1, MAX_PAGES).default(1),
});

/** The token of the customer's link. */
export const orderQuery = z.object({ order: wireLine("the token", 300).default("") });
