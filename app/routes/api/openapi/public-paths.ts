import { US_DOLLARS } from "#app/values/money.ts";
import { z } from "zod";
import type { ZodOpenApiPathsObject } from "zod-openapi";
import { addCartItemSchema, applyPromotionsSchema, editCartItemSchema, editCartSchemaIn } from "#app/cart/domain/cart.schema.ts";
import { checkoutSchema, idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { guestOrderSchema, guestReviewSchema } from "#app/orders/domain/order.schema.ts";
import { menuName } from "#app/content/domain/menu.schema.ts";
import { orderStatusQuery, productsQuery, slotsQuery, stripeSignature, suggestionsQuery } from "#app/routes/api/query.schema.ts";
import {
  applyAnswer,
  cartAnswer,
  checkoutAnswer,
  orderStatusAnswer,
  productAnswer,
  productsAnswer,
  slotsAnswer,
  suggestionsAnswer,
} from "./answers.schema.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { anything, describeCall, fileAnswer, text } from "./operation.ts";
import {
  badgeAnswer,
  categoriesAnswer,
  closedBannerAnswer,
  emptyAnswer,
  healthAnswer,
  receivedAnswer,
  sessionAnswer,
  siteMenuAnswer,
  siteSettingsAnswer,
  versionAnswer,
} from "./shop-answers.schema.ts";

const SHOP = ["Shop"];
const CART = ["Cart"];
const ORDER = ["Order"];
const SERVER = ["Server"];

const itemPath = z.strictObject({ id: z.guid() });
const CHECKOUT_KEY =
  "Names this attempt; it never charges twice. The same key again answers the same until the payment is made, afterwards 409 with the same orderToken.";

/** The calls without authentication, in the order of the contract. */
export const publicPaths: ZodOpenApiPathsObject = {
  "/api/version": {
    get: describeCall({ id: "getVersion", summary: "The version of the build that is served", tags: SHOP, answer: versionAnswer }),
  },
  "/api/site-settings": {
    get: describeCall({ id: "getSiteSettings", summary: "The public site settings", tags: SHOP, answer: siteSettingsAnswer }),
  },
  "/api/closed-banner": {
    get: describeCall({
      id: "getClosedBanner",
      summary: "What the banner says while the store is closed, from when on",
      tags: SHOP,
      answer: closedBannerAnswer,
    }),
  },
  "/api/site-menu/{name}": {
    get: describeCall({
      id: "getSiteMenu",
      summary: "A menu: the top menu as a tree, the footer as columns",
      tags: SHOP,
      path: z.strictObject({ name: menuName }),
      answer: siteMenuAnswer,
      problems: ["404"],
    }),
  },
  "/api/categories": { get: describeCall({ id: "listCategories", summary: "The category tree", tags: SHOP, answer: categoriesAnswer }) },
  "/api/products": {
    get: describeCall({
      id: "listProducts",
      summary: "Products, by category or search",
      tags: SHOP,
      query: productsQuery,
      answer: productsAnswer,
      problems: ["422"],
    }),
  },
  "/api/suggestions": {
    get: describeCall({
      id: "suggest",
      summary: "Categories and products for what is being typed: three and six at most",
      tags: SHOP,
      query: suggestionsQuery,
      answer: suggestionsAnswer,
      problems: ["422"],
    }),
  },
  "/api/products/{id}": {
    get: describeCall({
      id: "getProduct",
      summary: "One product with its customizations",
      tags: SHOP,
      path: z.strictObject({ id: urlId }),
      answer: productAnswer,
      problems: ["404"],
    }),
  },
  "/api/cart": {
    get: describeCall({ id: "getCart", summary: "This browser's cart", tags: CART, answer: cartAnswer }),
    patch: describeCall({
      id: "editCart",
      summary: "How the cart is ordered: pickup or delivery, time, tip, postal code",
      tags: CART,
      body: editCartSchemaIn(US_DOLLARS.currency),
      answer: cartAnswer,
      problems: ["404"],
    }),
  },
  "/api/cart-badge": {
    get: describeCall({ id: "getCartBadge", summary: "How many units are in the cart", tags: CART, answer: badgeAnswer }),
  },
  "/api/cart/items": {
    post: describeCall({
      id: "addCartItem",
      summary: "Add units of a product; the first item makes the cart and sets its cookie",
      tags: CART,
      body: addCartItemSchema,
      answer: cartAnswer,
      problems: ["404", "409", "429"],
    }),
  },
  "/api/cart/items/{id}": {
    patch: describeCall({
      id: "editCartItem",
      summary: "Change a line",
      tags: CART,
      path: itemPath,
      body: editCartItemSchema,
      answer: cartAnswer,
      problems: ["404", "409"],
    }),
    delete: describeCall({
      id: "removeCartItem",
      summary: "Remove a line",
      tags: CART,
      path: itemPath,
      answer: cartAnswer,
      problems: ["403", "404"],
    }),
  },
  "/api/apply-promotions": {
    post: describeCall({
      id: "applyPromotions",
      summary: "Make this list the cart's coupon codes: apply, remove one, remove all, re-apply",
      tags: CART,
      body: applyPromotionsSchema,
      answer: applyAnswer,
      problems: ["404", "429"],
    }),
  },
  "/api/slots": {
    get: describeCall({
      id: "listSlots",
      summary: "When this cart could be ready",
      tags: CART,
      query: slotsQuery,
      answer: slotsAnswer,
      problems: ["422"],
    }),
  },
  "/api/checkout": {
    post: describeCall({
      id: "checkOut",
      summary: "Turn the cart into an order and start its payment",
      tags: ORDER,
      header: z.strictObject({ "Idempotency-Key": idempotencyKeySchema.meta({ description: CHECKOUT_KEY }) }),
      body: checkoutSchema,
      answer: checkoutAnswer,
      problems: ["404", "409", "429", "503"],
    }),
  },
  "/api/order-status": {
    get: describeCall({
      id: "getOrderStatus",
      summary: "The order a link names",
      tags: ORDER,
      query: orderStatusQuery,
      answer: orderStatusAnswer,
      problems: ["404", "429"],
    }),
  },
  "/api/order-status/receipt": {
    get: describeCall({
      id: "getOwnReceipt",
      summary: "The receipt of the order as PDF",
      tags: ORDER,
      query: orderStatusQuery,
      answer: fileAnswer,
      contentType: "application/pdf",
      problems: ["404", "429"],
    }),
  },
  "/api/order-status/pay": {
    post: describeCall({
      id: "payByLink",
      summary: "Begin the payment of an order that waits for its payment link",
      tags: ORDER,
      body: guestOrderSchema,
      answer: checkoutAnswer,
      problems: ["404", "409", "422", "429", "503"],
    }),
  },
  "/api/order-status/cancel": {
    post: describeCall({
      id: "cancelOwnOrder",
      summary: "Cancel the order, while that is possible",
      tags: ORDER,
      body: guestOrderSchema,
      answer: orderStatusAnswer,
      problems: ["404", "409", "429", "503"],
    }),
  },
  "/api/order-status/arrived": {
    post: describeCall({
      id: "tellArrival",
      summary: "Tell the counter that the customer is here",
      tags: ORDER,
      body: guestOrderSchema,
      answer: orderStatusAnswer,
      problems: ["404", "409", "429"],
    }),
  },
  "/api/order-status/review": {
    post: describeCall({
      id: "reviewOrderItem",
      summary: "Review an item of a completed order",
      tags: ORDER,
      status: "201",
      body: guestReviewSchema,
      answer: orderStatusAnswer,
      problems: ["404", "409", "429"],
    }),
  },
  "/api/webhooks/stripe": {
    post: describeCall({
      id: "receiveStripeEvent",
      summary: "Signed events of the card provider",
      tags: SERVER,
      header: z.strictObject({ "Stripe-Signature": stripeSignature }),
      body: anything,
      answer: receivedAnswer,
      problems: ["404"],
    }),
  },
  "/api/_auth/session": {
    get: describeCall({ id: "getSession", summary: "Who is signed in; empty without a session", tags: ["Session"], answer: sessionAnswer }),
    delete: describeCall({ id: "endSession", summary: "Sign out", tags: ["Session"], answer: emptyAnswer, problems: ["403"] }),
  },
  "/api/openapi.json": { get: describeCall({ id: "getOpenApi", summary: "This description", tags: SERVER, answer: anything }) },
  "/healthz": { get: describeCall({ id: "getHealth", summary: "The process is alive", tags: SERVER, answer: healthAnswer }) },
  "/readyz": {
    get: describeCall({ id: "getReadiness", summary: "The shop is ready to serve", tags: SERVER, answer: healthAnswer, problems: ["503"] }),
  },
  "/sitemap.xml": {
    get: describeCall({
      id: "getSitemap",
      summary: "Pages for search engines",
      tags: SERVER,
      answer: text,
      contentType: "application/xml",
    }),
  },
  "/robots.txt": {
    get: describeCall({ id: "getRobots", summary: "What search engines may read", tags: SERVER, answer: text, contentType: "text/plain" }),
  },
};
