import { createECDH } from "node:crypto";
import {
  NO_AMOUNT,
  NO_CHOICE,
  NO_COUNT,
  NO_FLAG,
  NO_INSTANT,
  NO_KEY,
  NO_LIST,
  NO_NUMBER_IN_URL,
  NO_OBJECT,
  NO_QUERY,
  NO_TEXT,
  NO_VERSION,
  NO_WORD,
} from "./bad-values.ts";
import { get, UNKNOWN, type Access, type Call } from "./call.ts";
import { RECORD_CALLS } from "./record-calls.ts";
import type { Scene } from "./scene.ts";

const [EVENING, LATER, NIGHT] = ["2099-06-05T19:00:00Z", "2099-06-05T19:30:00Z", "2099-06-05T23:00:00Z"] as const;
const atOrder =
  (action: string) =>
  ({ order }: Scene) =>
    `/admin/api/orders/${order.id}/${action}`;

/** One staff action of an order: its fields besides the version, and invalid values of those. */
function action(name: string, body: Readonly<Record<string, unknown>> = {}, fields: Call["fields"] = {}, access: Access = "orders"): Call {
  return {
    method: "POST",
    pattern: "/admin/api/orders/:id/:action",
    path: atOrder(name),
    access,
    body: ({ order }) => ({ version: order.version, ...body }),
    fields: { version: NO_VERSION, ...fields },
    refused: ({ order }) => [
      // A note or message carries no money: it makes no button outdated, and no button makes it outdated.
      ...(name === "note" || name === "message" ? [] : [{ status: 409, body: { version: order.version + 1, ...body } }]),
      { status: 404, path: `/admin/api/orders/${UNKNOWN}/${name}` },
      { status: 404, path: `/admin/api/orders/${order.id}/nope` },
      { status: 404, path: `/admin/api/orders/${order.id}/constructor` },
    ],
  };
}

/** Invalid values of a new or changed product. */
const PRODUCT_FIELDS = {
  price: NO_AMOUNT,
  compare_at: NO_AMOUNT.filter((amount) => amount !== null),
  is_hidden: [...NO_FLAG, null],
  is_sold_out: [...NO_FLAG, null],
  stock: [-1, 1.5, "3", [], {}, true],
  low_stock: [-1, 1.5, "3", [], {}, true],
  sku: [1, [], {}, true, "x".repeat(65)],
  barcode: [1, [], {}, true, "4006381333932"],
  vendor: [1, [], {}, true, "x".repeat(101)],
  weight_grams: [0, 1.5, "3", [], {}, true],
  lead_hours: [-1, 1.5, 721, "3", [], {}, true, null],
  max_per_order: [0, 1.5, 1000, "3", [], {}, true],
  is_pickup_only: [...NO_FLAG, null],
  cost: NO_AMOUNT.filter((amount) => amount !== null),
};

/** The calls of the staff area. */
export const STAFF_CALLS: readonly Call[] = [
  get("/admin/api/me", { access: "orders" }),
  {
    method: "POST",
    pattern: "/admin/api/login",
    access: "public",
    body: () => ({ email: "no@example.com", password: "wrong wrong wrong" }),
    fields: { email: [...NO_TEXT, ""], password: [...NO_TEXT, ""], code: [7, [], "x".repeat(41)] },
  },
  { method: "POST", pattern: "/admin/api/logout", access: "orders" },
  get("/admin/api/poll-orders", { access: "orders" }),
  get("/admin/api/new-orders-count", { access: "orders" }),
  get("/admin/api/orders", {
    access: "orders",
    query: { list: NO_WORD, status: NO_WORD, q: NO_QUERY, page: NO_NUMBER_IN_URL, per_page: [...NO_NUMBER_IN_URL, "101"] },
  }),
  {
    method: "POST",
    pattern: "/admin/api/orders",
    access: "orders",
    headers: { "Idempotency-Key": "attack" },
    body: ({ productId }) => ({
      source: "telephone",
      customer: { name: "Ana", phone: "416 555 0134" },
      items: [{ productId }],
      fulfillment: "pickup",
      payment: "later",
      expectedTotal: 16.39,
    }),
    fields: {
      source: NO_CHOICE,
      goes_with: NO_KEY,
      customer: [...NO_OBJECT, null],
      "customer.name": [...NO_TEXT, null, "", "Ana\nBcc: x@example.com"],
      "customer.email": [...NO_TEXT, "no address"],
      "customer.phone": [...NO_TEXT, "", "call me", "1"],
      items: [...NO_LIST, null],
      coupon_codes: [7, null, {}],
      fulfillment: NO_CHOICE,
      requested_for: NO_INSTANT,
      address: NO_OBJECT,
      instructions: NO_TEXT,
      allergy_note: NO_TEXT,
      minutes: [-1, 1.5, "20", 100_000],
      payment: [...NO_CHOICE, "card"],
      expectedTotal: [...NO_AMOUNT, null],
      expectedCurrency: [7, null, "usd", "DOLLARS"],
    },
    refused: ({ productId }) => [
      ...["", "a b", "x".repeat(256)].map((key) => ({ status: 400, headers: { "Idempotency-Key": key } })),
      {
        status: 409,
        body: {
          source: "counter",
          customer: {},
          items: [{ productId }],
          fulfillment: "pickup",
          payment: "cash",
          expectedTotal: 1,
        },
      },
    ],
  },
  ...(["/admin/api/search", "/admin/api/orders/search"] as const).map((pattern) =>
    get(pattern, {
      access: pattern.includes("orders") ? "orders" : "owner",
      query: { q: NO_QUERY, kind: NO_WORD, ids: ["0", "1,", "x", "%00", "1e3", "9".repeat(400)] },
    }),
  ),
  {
    method: "POST",
    pattern: "/admin/api/records",
    access: "owner",
    body: () => ({ kind: "category", name: `Drinks ${crypto.randomUUID()}` }),
    fields: { kind: [...NO_TEXT, "order"], name: [...NO_TEXT, ""] },
  },
  get("/admin/api/products", {
    access: "owner",
    query: { q: NO_QUERY, state: NO_WORD, category: NO_NUMBER_IN_URL, sort: NO_WORD, page: NO_NUMBER_IN_URL, per_page: NO_NUMBER_IN_URL },
  }),
  {
    method: "POST",
    pattern: "/admin/api/products",
    access: "owner",
    headers: { "Idempotency-Key": "attack" },
    body: () => ({ name: "Bread", price: 14 }),
    fields: { name: [...NO_TEXT, ""], ...PRODUCT_FIELDS },
    refused: () => [
      ...["", "a b", "x".repeat(256)].map((key) => ({ status: 400, headers: { "Idempotency-Key": key } })),
      { status: 422, body: { name: "Bread", price: 14, compare_at: 13 } },
    ],
  },
  get("/admin/api/products/:id", { path: ({ productId }) => `/admin/api/products/${productId}`, access: "owner" }),
  {
    method: "PATCH",
    pattern: "/admin/api/products/:id",
    path: ({ productId }) => `/admin/api/products/${productId}`,
    access: "owner",
    body: () => ({ price: 14 }),
    fields: { version: NO_VERSION, ...PRODUCT_FIELDS },
    refused: () => [
      { status: 409, body: { version: 2_147_483_647, price: 14 } },
      { status: 404, path: "/admin/api/products/2147483647" },
      { status: 422, body: { price: 14, compare_at: 13 } },
    ],
  },
  { method: "DELETE", pattern: "/admin/api/products/:id", path: () => "/admin/api/products/2147483647", access: "owner" },
  ...RECORD_CALLS,
  get("/admin/api/media", {
    path: () => "/admin/api/media?ids=1",
    access: "owner",
    query: { ids: ["0", "1,", "x", "%00", "1e3", "9".repeat(400)] },
  }),
  { method: "POST", pattern: "/admin/api/media", access: "owner" },
  { method: "POST", pattern: "/admin/api/import", access: "owner" },
  {
    method: "PUT",
    pattern: "/admin/api/media/:id",
    path: () => "/admin/api/media/2147483647",
    access: "owner",
    body: () => ({ alt: "A soup", isDecorative: false }),
    fields: { alt: NO_TEXT, isDecorative: [...NO_FLAG, null] },
  },
  get("/admin/api/orders/live", { access: "orders" }),
  {
    method: "PUT",
    pattern: "/admin/api/orders/live",
    access: "orders",
    body: () => ({ busy_minutes: 10 }),
    fields: {
      busy_minutes: [...NO_VERSION, 100_000],
      busy_until: NO_INSTANT,
      paused_until: NO_INSTANT,
      delivery_paused_until: NO_INSTANT,
      pause_message: NO_TEXT,
      sold_out: [...NO_LIST, null],
      slots: [
        ...NO_LIST,
        null,
        [{ starts_at: EVENING, ends_at: EVENING, is_closed: true }],
        [{ starts_at: EVENING, ends_at: NIGHT, is_closed: true }],
      ],
      "slots.0": [
        { starts_at: EVENING, ends_at: LATER, is_closed: 1 },
        { starts_at: "19:00", ends_at: LATER, is_closed: true },
      ],
      delay: [
        ...NO_TEXT,
        null,
        { minutes: 25, orders: [{ id: UNKNOWN, version: 1 }] },
        { minutes: 15, orders: [] },
        { minutes: 15, orders: [{ id: "x", version: 1 }] },
        { minutes: 15, orders: [{ id: UNKNOWN, version: -1 }] },
      ],
    },
    refused: () => [
      { status: 409, body: { delay: { minutes: 15, orders: [{ id: UNKNOWN, version: 1 }] } } },
      { status: 422, body: { sold_out: [{ kind: "product", id: 2_147_483_647, is_sold_out: true }] } },
      { status: 422, body: { sold_out: [{ kind: "product", id: 2_147_483_648, is_sold_out: true }] } },
    ],
  },
  get("/admin/api/orders/push", { access: "orders" }),
  {
    method: "PUT",
    pattern: "/admin/api/orders/push",
    access: "orders",
    body: () => ({
      endpoint: "http://127.0.0.1:9/device",
      keys: { p256dh: createECDH("prime256v1").generateKeys("base64url"), auth: "A".repeat(22) },
      device: "Tablet",
    }),
    fields: {
      endpoint: [...NO_TEXT, "", "ftp://push.example/x", "https://10.0.0.1/x", "https://intranet/x"],
      keys: [null, "x", {}, { p256dh: "x", auth: "x" }],
      device: NO_TEXT,
    },
  },
  {
    method: "DELETE",
    pattern: "/admin/api/orders/push",
    access: "orders",
    body: () => ({ endpoint: "http://127.0.0.1:9/device" }),
    fields: { endpoint: [...NO_TEXT, ""] },
  },
  get("/admin/api/orders/:id", { path: ({ order }) => `/admin/api/orders/${order.id}`, access: "orders" }),
  get("/admin/api/orders/:id/:action", {
    path: atOrder("receipt"),
    access: "orders",
    refused: ({ order }) => [
      { status: 404, path: `/admin/api/orders/${UNKNOWN}/receipt` },
      { status: 404, path: `/admin/api/orders/${order.id}/accept` },
    ],
  }),
  action("accept", { minutes: 20 }, { minutes: [...NO_VERSION, 100_000], payAtPickup: NO_FLAG }),
  action("reject", { reason: "closed" }, { reason: NO_CHOICE, text: NO_TEXT }),
  action("delay", { minutes: 10 }, { minutes: [...NO_COUNT, 7] }),
  action(
    "edit",
    { removeItemIds: [UNKNOWN] },
    {
      removeItemIds: [...NO_LIST, []],
      "removeItemIds.0": NO_KEY,
      items: NO_LIST,
      "items.0": [{ id: UNKNOWN }, { id: UNKNOWN, qty: -1 }, { id: "1", qty: 1 }],
      add: NO_LIST,
      "add.0": [{}, { productId: 1, quantity: 0 }, { productId: "1" }],
      requested_for: NO_INSTANT,
      address: [...NO_OBJECT, null],
      preview: NO_FLAG,
      expectedTotal: NO_AMOUNT,
    },
  ),
  action("preparing"),
  action("ready"),
  action("out"),
  action("complete"),
  action(
    "cancel",
    { reason: "customer_request" },
    { reason: NO_CHOICE, refund: ["half", -1, {}, { amount: -1 }, { amount: 0.001 }, { amount: "1" }], text: NO_TEXT },
  ),
  action("undo"),
  action(
    "refund",
    { amount: 1 },
    {
      amount: NO_AMOUNT,
      itemIds: [...NO_LIST, []],
      items: [...NO_LIST, []],
      "items.0": [{ id: UNKNOWN }, { id: UNKNOWN, qty: 0 }],
      all: [false, 1, "true"],
      reason: NO_TEXT,
    },
    "owner",
  ),
  action("note", { text: "hello" }, { text: [...NO_TEXT, "", null] }),
  action("message", { text: "hello" }, { text: [...NO_TEXT, "", null] }),
  ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method): Call => ({
    method,
    pattern: "/admin/api/*",
    path: () => "/admin/api/nope",
    access: "owner",
  })),
];
