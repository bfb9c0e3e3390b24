import {
  BROKEN_JSON,
  NO_AMOUNT,
  NO_CHOICE,
  NO_COUNT,
  NO_EMAIL,
  NO_INSTANT,
  NO_KEY,
  NO_LIST,
  NO_OBJECT,
  NO_NUMBER_IN_URL,
  NO_QUERY,
  NO_TEXT,
  NO_WORD,
} from "./bad-values.ts";
import { get, UNKNOWN, type Call, type Refused } from "./call.ts";
import type { Scene } from "./scene.ts";

const customizations = ({ templateId, optionId }: Scene) => [{ templateId, optionId, quantity: 1 }];
const CHOICE_FIELDS = {
  customizations: NO_LIST,
  "customizations.0.templateId": NO_COUNT,
  "customizations.0.optionId": NO_COUNT.filter((value) => value !== null),
  "customizations.0.quantity": NO_COUNT,
  "customizations.0.text": NO_TEXT,
};
const ofAna = ({ ana }: Scene) => ana.cookie;
/** A cookie with a wrong or missing signature, or that of another value. */
const tampered = ({ ana, bob }: Scene) => [
  ana.cookie.slice(0, -6),
  `${ana.cookie.split(".")[0]}`,
  `${ana.cookie.split(".")[0]}.${bob.cookie.split(".")[1]}`,
  `cart=${ana.id}`,
  "cart=%E0%A4%A",
  `cart=${"x".repeat(4000)}`,
];
const others = (scene: Scene) => [scene.bob.cookie, ...tampered(scene), ""];

/** The calls of customers' pages and of the payment provider. */
export const SHOP_CALLS: readonly Call[] = [
  get("/api/_auth/session"),
  { method: "DELETE", pattern: "/api/_auth/session", access: "public" },
  get("/api/version"),
  get("/api/site-settings"),
  get("/api/closed-banner"),
  get("/api/site-menu/:name", { path: () => "/api/site-menu/site_top_menu" }),
  get("/api/categories"),
  get("/api/products", {
    query: { category: NO_NUMBER_IN_URL, q: NO_QUERY, sort: NO_WORD, page: NO_NUMBER_IN_URL, per_page: [...NO_NUMBER_IN_URL, "101"] },
  }),
  get("/api/suggestions", { query: { q: NO_QUERY } }),
  get("/api/products/:id", { path: ({ productId }) => `/api/products/${productId}` }),
  get("/api/cart"),
  get("/api/cart-badge"),
  get("/api/slots", { query: { fulfillment: NO_WORD, date: ["2026-02-30", "2026-2-3", "x", "", "99999-01-01", "2026-01-01T00:00"] } }),
  get("/api/openapi.json"),
  get("/api/order-status", {
    path: ({ order }) => `/api/order-status?order=${order.token}`,
    query: { order: ["x".repeat(301), "a%00b"] },
    refused: ({ order }) =>
      [
        "",
        "x",
        "%F0%9F%98%80",
        order.id,
        order.token.slice(0, -1),
        `${order.token}x`,
        order.token.toLowerCase() === order.token ? order.token.toUpperCase() : order.token.toLowerCase(),
      ].map((token) => ({ status: 404, path: `/api/order-status?order=${token}` })),
  }),
  get("/api/order-status/:action", {
    path: ({ order }) => `/api/order-status/receipt?order=${order.token}`,
    query: { order: ["x".repeat(301), "a%00b"] },
    refused: ({ order }) => [
      ...["", order.id, `${order.token}x`].map((token) => ({ status: 404, path: `/api/order-status/receipt?order=${token}` })),
      { status: 404, path: `/api/order-status/cancel?order=${order.token}` },
    ],
  }),
  {
    method: "PATCH",
    pattern: "/api/cart",
    access: "public",
    cookie: ofAna,
    body: () => ({ fulfillment: "pickup" }),
    fields: {
      fulfillment: NO_CHOICE,
      requested_for: NO_INSTANT,
      tipPercentage: [...NO_AMOUNT, 100.5],
      tip: NO_AMOUNT,
      postal_code: [...NO_TEXT, "x".repeat(13)],
      gift_choice: [1, "Cola", {}, { promotion_id: 1 }, { promotion_id: 0, product_id: 1 }, { promotion_id: 1e9, product_id: 1 }],
    },
    refused: (scene) => tampered(scene).map((cookie) => ({ status: 404, cookie })),
  },
  {
    method: "POST",
    pattern: "/api/cart/items",
    access: "public",
    cookie: ofAna,
    body: (scene) => ({ productId: scene.productId, quantity: 1, customizations: customizations(scene), note: "" }),
    fields: {
      productId: NO_COUNT.filter((value) => value !== 1e9),
      quantity: [...NO_COUNT, 100],
      note: [...NO_TEXT, "x".repeat(301)],
      ...CHOICE_FIELDS,
    },
    refused: ({ productId }) => [{ status: 404, body: { productId: productId + 1000 } }],
  },
  {
    method: "PATCH",
    pattern: "/api/cart/items/:id",
    path: ({ ana }) => `/api/cart/items/${ana.itemId}`,
    access: "public",
    cookie: ofAna,
    body: () => ({ quantity: 3 }),
    fields: { quantity: [...NO_COUNT, 100], note: NO_TEXT, customizations: NO_LIST },
    refused: (scene) => others(scene).map((cookie) => ({ status: 404, cookie })),
  },
  {
    method: "DELETE",
    pattern: "/api/cart/items/:id",
    path: ({ ana }) => `/api/cart/items/${ana.itemId}`,
    access: "public",
    cookie: ofAna,
    refused: (scene) => others(scene).map((cookie) => ({ status: 404, cookie })),
  },
  {
    method: "POST",
    pattern: "/api/apply-promotions",
    access: "public",
    cookie: ofAna,
    body: ({ ana }) => ({ cartId: ana.id, couponCodes: ["THREE"] }),
    fields: {
      cartId: [...NO_TEXT, null, ""],
      couponCodes: [
        ...NO_LIST,
        null,
        "[",
        '["\\u0000"]',
        '["\\ud800"]',
        [""],
        ["x".repeat(65)],
        Array.from({ length: 11 }, (_, index) => `C${index}`),
        ["a\u0000"],
      ],
    },
    refused: ({ ana, bob }) => [
      { status: 404, body: { cartId: bob.id, couponCodes: [] } },
      { status: 404, body: { cartId: UNKNOWN, couponCodes: [] } },
      { status: 404, body: { cartId: "x", couponCodes: [] } },
      { status: 404, body: { cartId: ana.id, couponCodes: [] }, cookie: bob.cookie },
      { status: 404, body: { cartId: ana.id, couponCodes: [] }, cookie: "" },
    ],
  },
  {
    method: "POST",
    pattern: "/api/checkout",
    access: "public",
    cookie: ofAna,
    headers: { "Idempotency-Key": "attack" },
    body: () => ({ customer: { name: "Ana", email: "ana@example.com" }, fulfillment: "pickup", expectedTotal: 29 }),
    fields: {
      customer: [...NO_OBJECT, null],
      "customer.name": [...NO_TEXT, null, "", " ", "Ana\nBcc: x@example.com"],
      "customer.email": NO_EMAIL,
      "customer.phone": [...NO_TEXT, "call me", "1"],
      fulfillment: NO_CHOICE,
      requested_for: NO_INSTANT,
      address: NO_OBJECT,
      instructions: NO_TEXT,
      allergy_note: NO_TEXT,
      tipPercentage: NO_AMOUNT,
      tip: NO_AMOUNT,
      expectedTotal: [...NO_AMOUNT, null],
      payment: ["cash", "", 7, null],
    },
    refused: (scene) => [
      ...["", "a b", "x".repeat(256)].map((key): Refused => ({ status: 400, headers: { "Idempotency-Key": key } })),
      ...[...tampered(scene), ""].map((cookie) => ({ status: 404, cookie })),
      { status: 422, body: { customer: { name: "Ana", email: "ana@example.com" }, fulfillment: "delivery", expectedTotal: 29 } },
    ],
  },
  ...(["cancel", "arrived"] as const).map((action): Call => ({
    method: "POST",
    pattern: "/api/order-status/:action",
    path: () => `/api/order-status/${action}`,
    access: "public",
    body: ({ order }) => ({ order: order.token }),
    fields: { order: [...NO_TEXT, "", null, "short"] },
    refused: ({ order }) => [order.id, `${order.token}x`].map((token) => ({ status: 404, body: { order: token } })),
  })),
  {
    method: "POST",
    pattern: "/api/order-status/:action",
    path: () => "/api/order-status/pay",
    access: "public",
    body: ({ order }) => ({ order: order.token }),
    fields: { order: [...NO_TEXT, "", null, "short"] },
    // An order of the shop has no payment link.
    refused: ({ order }) => [order.token, order.id, `${order.token}x`].map((token) => ({ status: 404, body: { order: token } })),
  },
  {
    method: "POST",
    pattern: "/api/order-status/:action",
    path: () => "/api/order-status/review",
    access: "public",
    body: ({ order }) => ({ order: order.token, itemId: order.itemId, rating: 5 }),
    fields: { order: [...NO_TEXT, ""], itemId: NO_KEY, rating: [...NO_COUNT, 6], text: NO_TEXT, name: [...NO_TEXT, "A\nB"] },
    refused: ({ order }) => [
      { status: 404, body: { order: order.id, itemId: order.itemId, rating: 5 } },
      { status: 409, body: { order: order.token, itemId: order.itemId, rating: 5 } },
    ],
  },
  {
    method: "POST",
    pattern: "/api/webhooks/stripe",
    access: "signed",
    refused: () =>
      [undefined, "", "t=1,v1=00", `t=${Math.floor(Date.now() / 1000)},v1=${"0".repeat(64)}`].flatMap((signature) =>
        [...BROKEN_JSON.slice(0, 4), '{"id":"evt_1","type":"payment_intent.succeeded"}'].map((body): Refused => ({
          status: 400,
          body,
          ...(signature === undefined ? {} : { headers: { "Stripe-Signature": signature } }),
        })),
      ),
  },
  ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method): Call => ({
    method,
    pattern: "/api/*",
    path: () => "/api/nope",
    access: "public",
  })),
];
