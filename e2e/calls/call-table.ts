import {
  BROKEN_JSON,
  NO_AMOUNT,
  NO_CHOICE,
  NO_COUNT,
  NO_EMAIL,
  NO_FLAG,
  NO_INSTANT,
  NO_KEY,
  NO_LIST,
  NO_OBJECT,
  NO_NUMBER_IN_URL,
  NO_QUERY,
  NO_TEXT,
  NO_VERSION,
  NO_WORD,
} from "./bad-values.ts";
import type { Scene } from "./scene.ts";

/** Who may call: anybody, staff by role, or another server that signs what it sends. */
export type Access = "public" | "orders" | "owner" | "signed";

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As app/routes.ts has it. */
  readonly pattern: string;
  /** In place of the pattern's parameters: something that exists, except for the last parameter of unknown ids. */
  readonly path?: (scene: Scene) => string;
  readonly access: Access;
  /** The cookie of who may call; from the access unless given. */
  readonly cookie?: (scene: Scene) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that would be carried out; absent = the call takes none. */
  readonly body?: (scene: Scene) => Readonly<Record<string, unknown>>;
  /** Wrong values by the place of the field in the body ("customizations.0.optionId"). */
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  /** Wrong values by query parameter; a call with this refuses other and repeated parameters too. */
  readonly query?: Readonly<Record<string, readonly string[]>>;
  /** Well formed, but of something this caller does not have or that has changed since: the expected status and the body or path. */
  readonly refused?: (scene: Scene) => readonly Refused[];
}

export interface Refused {
  readonly status: number;
  readonly path?: string;
  readonly body?: unknown;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const [EVENING, LATER, NIGHT] = ["2099-06-05T19:00:00Z", "2099-06-05T19:30:00Z", "2099-06-05T23:00:00Z"] as const;
const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const customizations = ({ templateId, optionId }: Scene) => [{ templateId, optionId, quantity: 1 }];
const CHOICE_FIELDS = {
  customizations: NO_LIST,
  "customizations.0.templateId": NO_COUNT,
  "customizations.0.optionId": NO_COUNT.filter((value) => value !== null),
  "customizations.0.quantity": NO_COUNT,
  "customizations.0.text": NO_TEXT,
};
const ofAna = ({ ana }: Scene) => ana.cookie;
/** A cookie whose signature does not fit, is missing, or belongs to another value. */
const tampered = ({ ana, bob }: Scene) => [
  ana.cookie.slice(0, -6),
  `${ana.cookie.split(".")[0]}`,
  `${ana.cookie.split(".")[0]}.${bob.cookie.split(".")[1]}`,
  `cart=${ana.id}`,
  "cart=%E0%A4%A",
  `cart=${"x".repeat(4000)}`,
];
const others = (scene: Scene) => [scene.bob.cookie, ...tampered(scene), ""];

const get = (pattern: string, more: Partial<Call> = {}): Call => ({ method: "GET", pattern, access: "public", ...more });

const PUBLIC: readonly Call[] = [
  get("/api/_auth/session"),
  { method: "DELETE", pattern: "/api/_auth/session", access: "public" },
  get("/api/version"),
  get("/api/site-settings"),
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

const atOrder =
  (action: string) =>
  ({ order }: Scene) =>
    `/admin/api/orders/${order.id}/${action}`;

/** One staff action of an order: what it takes beside the version, and what is wrong for those. */
function action(name: string, body: Readonly<Record<string, unknown>> = {}, fields: Call["fields"] = {}, access: Access = "orders"): Call {
  return {
    method: "POST",
    pattern: "/admin/api/orders/:id/:action",
    path: atOrder(name),
    access,
    body: ({ order }) => ({ version: order.version, ...body }),
    fields: { version: NO_VERSION, ...fields },
    refused: ({ order }) => [
      // A note carries no money: it outdates no button, and no button outdates it.
      ...(name === "note" ? [] : [{ status: 409, body: { version: order.version + 1, ...body } }]),
      { status: 404, path: `/admin/api/orders/${UNKNOWN}/${name}` },
      { status: 404, path: `/admin/api/orders/${order.id}/nope` },
      { status: 404, path: `/admin/api/orders/${order.id}/constructor` },
    ],
  };
}

const STAFF: readonly Call[] = [
  get("/admin/api/me", { access: "orders" }),
  {
    method: "POST",
    pattern: "/admin/api/login",
    access: "public",
    body: () => ({ email: "no@example.com", password: "wrong wrong wrong" }),
    fields: { email: [...NO_TEXT, ""], password: [...NO_TEXT, ""], code: [7, [], "x".repeat(21)] },
  },
  { method: "POST", pattern: "/admin/api/logout", access: "orders" },
  get("/admin/api/poll-orders", { access: "orders" }),
  get("/admin/api/new-orders-count", { access: "orders" }),
  get("/admin/api/orders", {
    access: "orders",
    query: { list: NO_WORD, status: NO_WORD, q: NO_QUERY, page: NO_NUMBER_IN_URL, per_page: [...NO_NUMBER_IN_URL, "101"] },
  }),
  ...(["/admin/api/search", "/admin/api/orders/search"] as const).map((pattern) =>
    get(pattern, {
      access: pattern.includes("orders") ? "orders" : "owner",
      query: { q: NO_QUERY, kind: NO_WORD, ids: ["0", "1,", "x", "%00", "1e3", "9".repeat(400)] },
    }),
  ),
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
    },
    refused: () => [
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
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
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
  action("accept", { minutes: 20 }, { minutes: [...NO_VERSION, 100_000], payAtPickup: NO_FLAG }),
  action("reject", { reason: "closed" }, { reason: NO_CHOICE, text: NO_TEXT }),
  action("delay", { minutes: 10 }, { minutes: [...NO_COUNT, 7] }),
  action("edit", { removeItemIds: [UNKNOWN] }, { removeItemIds: [...NO_LIST, []], "removeItemIds.0": NO_KEY }),
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
  action("refund", { amount: 1 }, { amount: NO_AMOUNT, itemIds: [...NO_LIST, []], all: [false, 1, "true"], reason: NO_TEXT }, "owner"),
  action("note", { text: "hello" }, { text: [...NO_TEXT, "", null] }),
  ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method): Call => ({
    method,
    pattern: "/admin/api/*",
    path: () => "/admin/api/nope",
    access: "owner",
  })),
];

/** Every call of the shop; calls.spec.ts fails for a route that is not here. */
export const CALLS: readonly Call[] = [...PUBLIC, ...STAFF];
