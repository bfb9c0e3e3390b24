import {
  NO_AMOUNT,
  NO_CHOICE,
  NO_FLAG,
  NO_INSTANT,
  NO_LIST,
  NO_NUMBER_IN_URL,
  NO_OBJECT,
  NO_QUERY,
  NO_TEXT,
  NO_VERSION,
  NO_WORD,
} from "./bad-values.ts";
import { get, type Call } from "./call.ts";

const PAGING = { q: NO_QUERY, sort: NO_WORD, page: NO_NUMBER_IN_URL, per_page: NO_NUMBER_IN_URL };
const LATE_VERSION = 2_147_483_647;

/** The scene's order created the first customer. */
const CUSTOMER = "/admin/api/customers/1";
/** The scene's coupon: its promotion and its set. */
const PROMOTION = "/admin/api/promotions/1";
const CATEGORY = "/admin/api/categories/1";
const COUPON_SET = "/admin/api/coupon-sets/1";

/** Invalid values of a new or changed category. */
const categoryFields = {
  name: [...NO_TEXT, "", null],
  description: [...NO_TEXT, null],
  parent_id: [0, 1.5, "3", [], {}, true, LATE_VERSION],
  is_hidden: [...NO_FLAG, null],
};

const ACTION = {
  kind: "order-percent",
  params: {
    rate: 100_000,
    target: { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] },
  },
};
const NO_AMOUNT_BUT_NULL = NO_AMOUNT.filter((amount) => amount !== null);
const NO_MOMENT = [7, [], {}, "", "tomorrow", "2026-02-30T10:00", "2026-11-20T15:00:00Z"];
const promotionFields = {
  name: [...NO_TEXT, "", null],
  title: [...NO_TEXT, "", null],
  description: [...NO_TEXT, null],
  status: NO_CHOICE,
  trigger: NO_CHOICE,
  starts_at: NO_MOMENT,
  ends_at: NO_MOMENT,
  schedule: [...NO_LIST, null],
  condition: [...NO_OBJECT, null],
  action: [...NO_OBJECT, null],
  cap: NO_AMOUNT_BUT_NULL,
  stacking_group: NO_TEXT,
  is_exclusive: [...NO_FLAG, null],
  priority: [1.5, "3", [], {}, true, null, 1e9],
  total_uses: [0, 1.5, "3", [], {}, true],
  per_customer_uses: [0, 1.5, "3", [], {}, true],
  budget: NO_AMOUNT_BUT_NULL,
};

/** Customers, categories, promotions and coupon codes. */
export const RECORD_CALLS: readonly Call[] = [
  get("/admin/api/customers", { access: "orders", query: { ...PAGING, blocked: NO_WORD, consent: NO_WORD } }),
  get("/admin/api/customers/:id", { path: () => CUSTOMER, access: "orders" }),
  {
    method: "PATCH",
    pattern: "/admin/api/customers/:id",
    path: () => CUSTOMER,
    access: "orders",
    body: () => ({ notes: "Rings twice" }),
    fields: {
      version: NO_VERSION,
      notes: [...NO_TEXT, null],
      tags: [...NO_LIST, null],
      marketing_consent: NO_CHOICE,
      consent_source: [...NO_TEXT, null],
      is_blocked: [...NO_FLAG, null],
      blocked_reason: [...NO_TEXT, null],
    },
    refused: () => [
      { status: 409, body: { version: LATE_VERSION, notes: "x" } },
      { status: 404, path: "/admin/api/customers/2147483647" },
      { status: 422, body: { marketing_consent: "given" } },
    ],
  },
  get("/admin/api/categories", {
    access: "owner",
    query: { q: NO_QUERY, state: NO_WORD, page: NO_NUMBER_IN_URL, per_page: NO_NUMBER_IN_URL },
  }),
  {
    method: "POST",
    pattern: "/admin/api/categories",
    access: "owner",
    headers: { "Idempotency-Key": "attack" },
    body: () => ({ name: `Breads ${crypto.randomUUID()}` }),
    fields: categoryFields,
    refused: () => ["", "a b", "x".repeat(256)].map((key) => ({ status: 400, headers: { "Idempotency-Key": key } })),
  },
  get("/admin/api/categories/:id", { path: () => CATEGORY, access: "owner" }),
  {
    method: "PATCH",
    pattern: "/admin/api/categories/:id",
    path: () => CATEGORY,
    access: "owner",
    body: () => ({ description: "Warm" }),
    fields: { version: NO_VERSION, position: [-1, 1.5, "3", [], {}, true, null], ...categoryFields },
    refused: () => [
      { status: 409, body: { version: LATE_VERSION, name: "Cold" } },
      { status: 404, path: "/admin/api/categories/2147483647" },
      { status: 422, body: { parent_id: 1 } },
    ],
  },
  { method: "DELETE", pattern: "/admin/api/categories/:id", path: () => "/admin/api/categories/2147483647", access: "owner" },
  get("/admin/api/promotions", { access: "owner", query: { ...PAGING, state: NO_WORD, trigger: NO_WORD } }),
  {
    method: "POST",
    pattern: "/admin/api/promotions",
    access: "owner",
    headers: { "Idempotency-Key": "attack" },
    body: () => ({ name: "Lunch", title: "10% off", action: ACTION }),
    fields: promotionFields,
    refused: () => ["", "a b", "x".repeat(256)].map((key) => ({ status: 400, headers: { "Idempotency-Key": key } })),
  },
  get("/admin/api/promotions/:id", { path: () => PROMOTION, access: "owner" }),
  {
    method: "PATCH",
    pattern: "/admin/api/promotions/:id",
    path: () => PROMOTION,
    access: "owner",
    body: () => ({ version: 1, priority: 1 }),
    fields: { version: NO_VERSION.filter((version) => version !== undefined), ...promotionFields },
    refused: () => [
      { status: 409, body: { version: LATE_VERSION, priority: 2 } },
      { status: 404, path: "/admin/api/promotions/2147483647" },
      { status: 422, body: { version: 1, starts_at: "2026-12-02T10:00", ends_at: "2026-12-01T10:00" } },
    ],
  },
  get("/admin/api/coupon-sets/:id", { path: () => COUPON_SET, access: "owner", query: { ...PAGING, status: NO_WORD } }),
  {
    method: "POST",
    pattern: "/admin/api/coupon-sets/:id",
    path: () => COUPON_SET,
    access: "owner",
    body: () => ({ codes: ["CALL1"], max_uses: 1 }),
    fields: {
      codes: [...NO_LIST, null, [], ["A,B"], ["a\nb"], [7]],
      max_uses: [0, 1.5, "3", [], {}, true],
      per_customer_uses: [0, 1.5, "3", [], {}, true],
      expires_at: NO_INSTANT.filter((instant) => instant !== null),
    },
    refused: () => [{ status: 404, path: "/admin/api/coupon-sets/2147483647" }],
  },
];
