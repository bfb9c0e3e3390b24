import { US_DOLLARS } from "#app/values/money.ts";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { takenOrderSchema } from "#app/checkout/domain/taken-order.schema.ts";
import { keysOf } from "#app/values/narrow.ts";
import { z } from "zod";
import type { ZodOpenApiPathItemObject, ZodOpenApiPathsObject } from "zod-openapi";
import { liveControlsSchema } from "#app/orders/domain/counter/live-controls.schema.ts";
import { pushDevice, pushDeviceGone } from "#app/orders/domain/counter/push-device.schema.ts";
import { orderListQuery } from "#app/orders/domain/order-list.schema.ts";
import { staffActionSchemasIn, type StaffAction } from "#app/orders/domain/order.schema.ts";
import { ORDER_STATUSES, PAYMENT_STATES } from "#app/orders/domain/order.ts";
import { PAID_BY, STAFF_SOURCES } from "#app/orders/domain/taken-order.ts";
import { loginSchema } from "#app/staff/domain/sign-in.schema.ts";
import { newRecord } from "#app/http/staff/new-record.schema.ts";
import { searchQuery } from "#app/http/staff/search-query.schema.ts";
import { importPaths, picturePaths, searchHit } from "./picture-paths.ts";
import { customerPaths } from "./customer-paths.ts";
import { categoryPaths } from "./category-paths.ts";
import { promotionPaths } from "./promotion-paths.ts";
import { productPaths } from "./product-paths.ts";
import { dollars, fulfillment, instant, lineWeight, taxLine } from "./answers.schema.ts";
import { describeCall, fileAnswer, paging } from "./operation.ts";
import { emptyAnswer, meAnswer, userAnswer } from "./shop-answers.schema.ts";

const SESSION = ["Session"];
const ORDERS = ["Staff: orders"];

const intent = z.looseObject({
  paymentIntent: z.looseObject({ id: z.string(), status: z.string(), created: z.int().meta({ description: "Epoch seconds." }) }),
});

const orderRow = z
  .looseObject({
    id: z.guid(),
    number: z.string().nullable(),
    receipt_number: z.int().nullable().meta({ description: "The running number of its receipt, from Accept; null: none." }),
    status: z.enum(ORDER_STATUSES),
    payment_state: z.enum(PAYMENT_STATES),
    version: z.int().meta({ description: "Sent along with every action; another one means somebody was faster." }),
    stripe: intent.nullable(),
    source: z.enum(["web", ...STAFF_SOURCES]).meta({ description: "How the order came: from the shop, or entered by staff." }),
    paid_by: z.enum(PAID_BY).nullable().meta({ description: "Money that staff took when they entered the order; null: none." }),
    goes_with: z.guid().nullable().meta({ description: "The order that it was added to; null: none." }),
    fulfillment,
    requested_for: instant.nullable(),
    promised_at: instant.nullable(),
    placed_at: instant.nullable(),
    currency: z.string().meta({ description: "Of all its amounts: lower-case ISO 4217 code." }),
    tax: dollars,
    tax_included: z.boolean(),
    tax_lines: z.array(taxLine),
    total: dollars,
    final_total: dollars,
    items: z
      .array(
        z.looseObject({
          id: z.guid(),
          product_id: z.int(),
          name: z.string(),
          qty: z.int(),
          refunded_qty: z.int(),
          unit_price: dollars.meta({ description: "Of one piece with its options; of what is sold by weight, of the whole line." }),
          line_total: dollars,
          weight: lineWeight,
        }),
      )
      .optional()
      .meta({ description: "Lines; not in lists." }),
  })
  .meta({ id: "StaffOrder" });

/** The effect of a change. */
const changePreview = z.strictObject({
  before: dollars.meta({ description: "The total now, less what was refunded." }),
  after: dollars,
  changes: z.array(z.string()).meta({ description: "+1 Fries, 2 → 1 Burger" }),
  money: z.string().meta({ description: "What happens to the money, for staff." }),
  notes: z.array(z.string()),
  delivery_fee: z
    .strictObject({
      before: dollars,
      asked: dollars.meta({ description: "What the area of the new address asks." }),
      after: dollars,
      can_waive: z.boolean().meta({ description: "It is higher and can be charged; `waiveFee` of the request decides." }),
    })
    .nullable()
    .meta({ description: "null: the new address costs the same, or the address stays." }),
  confirm: z
    .string()
    .nullable()
    .meta({ description: "Send it as `confirmed` to save these weights, of which some are low. null: nothing to confirm." }),
  add_on: z
    .strictObject({
      total: dollars,
      net: z.number().meta({ description: "What the customer pays more in all; negative: less." }),
      difference: z.string().meta({ description: "What goes back and what is paid, as a sentence; empty: nothing goes back." }),
    })
    .nullable()
    .meta({ description: "What the payment does not cover: to be entered by POST /admin/api/orders with goes_with. null: nothing." }),
});

const polledOrder = z
  .strictObject({
    id: z.guid(),
    number: z.string().nullable(),
    status: z.enum(ORDER_STATUSES),
    placed_at: instant.nullable(),
    fulfillment,
    allergy_note: z.string().meta({ description: "Of the order, and what is known of its customer; empty: none." }),
    promised_at: instant.nullable(),
    final_total: dollars,
  })
  .meta({ id: "PolledOrder" });

const live = z
  .looseObject({
    is_open: z.boolean(),
    paused_until: instant.nullable(),
    delivery_paused_until: instant.nullable(),
    busy_minutes: z.int(),
    busy_until: instant.nullable(),
    sold_out: z.array(z.looseObject({ kind: z.string(), id: z.int() })),
    orders_to_delay: z.array(z.strictObject({ id: z.guid(), version: z.int() })).meta({
      description:
        "Orders still in the kitchen and due now, the earliest promise first. Send them back as delay.orders to promise all of them later.",
    }),
    delayed_orders: z
      .int()
      .optional()
      .meta({ description: "After a change: how many orders were delayed. Those that had changed stay as they are." }),
  })
  .meta({ id: "LiveControls" });

const search = (id: string): ZodOpenApiPathItemObject => ({
  get: describeCall({
    id,
    summary: "Records by a part of their name, or by number; those this role may open",
    tags: ["Staff: search"],
    query: searchQuery,
    answer: z.strictObject({ hits: z.array(searchHit) }),
    problems: ["422"],
    isForStaff: true,
  }),
});

const orderPath = z.strictObject({ id: z.guid() });

const ACTIONS: Readonly<Record<StaffAction, string>> = {
  accept: "Accept a new order and charge the card",
  reject: "Refuse a new order and release the hold",
  delay: "Promise a later time",
  edit: "Change an order: take out, fewer, more, add, another time or address; or preview that",
  preparing: "Being prepared",
  ready: "Ready at the counter, or packed",
  out: "With the courier",
  complete: "Handed over",
  cancel: "Cancel an accepted order",
  undo: "One step back",
  refund: "Give money back",
  note: "Write a note for the staff",
  message: "Email a message to the customer",
};

/** A token sends no messages to customers. */
function scopeOf(action: StaffAction) {
  if (action === "message") return {};
  return { scope: action === "cancel" || action === "refund" ? "orders:refund" : "orders:write" } as const;
}

function actionPaths(): Record<string, ZodOpenApiPathItemObject> {
  return Object.fromEntries(
    keysOf(ACTIONS).map((action) => [
      `/admin/api/orders/{id}/${action}`,
      {
        post: describeCall({
          id: `${action}Order`,
          summary: ACTIONS[action],
          tags: ORDERS,
          path: orderPath,
          body: staffActionSchemasIn(US_DOLLARS.currency)[action],
          answer:
            action === "edit"
              ? z.strictObject({ order: orderRow, preview: changePreview.optional() })
              : z.strictObject({ order: orderRow }),
          problems: ["404", "409", "503"],
          isForStaff: true,
          ...scopeOf(action),
        }),
      },
    ]),
  );
}

/** The calls of the back office; the server checks the role on every call. */
export const adminPaths: ZodOpenApiPathsObject = {
  "/admin/api/login": {
    post: describeCall({
      id: "signIn",
      summary: "Sign in",
      tags: SESSION,
      body: loginSchema,
      answer: userAnswer,
      problems: ["401", "429"],
    }),
  },
  "/admin/api/logout": {
    post: describeCall({ id: "signOut", summary: "Sign out", tags: SESSION, answer: emptyAnswer, problems: ["403"] }),
  },
  "/admin/api/me": { get: describeCall({ id: "getMe", summary: "Who is signed in", tags: SESSION, answer: meAnswer, isForStaff: true }) },
  "/admin/api/poll-orders": {
    get: describeCall({
      id: "pollOrders",
      summary: "The latest placed orders, newest first; asked every 5 seconds",
      tags: ORDERS,
      answer: z.array(polledOrder),
      isForStaff: true,
    }),
  },
  "/admin/api/new-orders-count": {
    get: describeCall({
      id: "countNewOrders",
      summary:
        "How many orders wait for a decision, which were cancelled by their customers in the last 12 hours, how many screens would ring, and whether ordering has paused itself because nobody answered",
      tags: ORDERS,
      answer: z.strictObject({
        count: z.int(),
        cancelled: z.array(z.strictObject({ id: z.uuid(), number: z.string(), at: z.iso.datetime() })),
        listening: z.int(),
        revision: z.int(),
        paused_itself: z.boolean(),
      }),
      isForStaff: true,
    }),
  },
  "/admin/api/orders": {
    get: describeCall({
      id: "listOrders",
      summary: "Orders of a list, page by page",
      tags: ORDERS,
      query: orderListQuery,
      answer: z.strictObject({ orders: z.array(orderRow), ...paging }),
      problems: ["422"],
      isForStaff: true,
      scope: "orders:read",
    }),
    post: describeCall({
      id: "takeOrder",
      summary: "Enter an order taken by telephone or at the counter; it is accepted at once, or when its payment link is paid",
      tags: ORDERS,
      header: z.strictObject({ "Idempotency-Key": idempotencyKeySchema }),
      body: takenOrderSchema,
      answer: z.strictObject({
        order: orderRow,
        payment_link: z
          .strictObject({ url: z.url(), expires_at: z.iso.datetime() })
          .nullable()
          .meta({ description: "Where the customer pays, with payment “link”; null otherwise." }),
      }),
      problems: ["409", "422", "503"],
      isForStaff: true,
      scope: "orders:enter",
    }),
  },
  "/admin/api/search": search("searchRecords"),
  "/admin/api/records": {
    post: describeCall({
      id: "createRecord",
      summary: "Make a category by its name, or a template from a product’s question",
      tags: ["Staff: products"],
      body: newRecord,
      answer: z.strictObject({ hit: searchHit }),
      status: "201",
      problems: ["409"],
      isForStaff: true,
    }),
  },
  ...productPaths,
  ...customerPaths,
  ...promotionPaths,
  ...categoryPaths,
  ...importPaths,
  ...picturePaths,
  "/admin/api/orders/search": search("searchOrders"),
  "/admin/api/orders/live": {
    get: describeCall({
      id: "getLiveControls",
      summary: "Pause, busy, sold out and the orders due now, as they are now",
      tags: ORDERS,
      answer: live,
      isForStaff: true,
      scope: "orders:read",
    }),
    put: describeCall({
      id: "changeLiveControls",
      summary: "Change pause, busy or sold out, or promise all orders due now later",
      tags: ORDERS,
      body: liveControlsSchema,
      answer: live,
      problems: ["409"],
      isForStaff: true,
      scope: "orders:write",
    }),
  },
  "/admin/api/orders/push": {
    get: describeCall({
      id: "getPush",
      summary: "The public key for push messages, and which of one's own devices get them, by the SHA-256 of their address",
      tags: ORDERS,
      answer: z.strictObject({ public_key: z.string(), devices: z.int(), known: z.array(z.string()) }),
      isForStaff: true,
    }),
    put: describeCall({
      id: "switchPushOn",
      summary: "Tell this device of orders with the page closed",
      tags: ORDERS,
      body: pushDevice,
      answer: z.strictObject({ is_on: z.boolean() }),
      isForStaff: true,
    }),
    delete: describeCall({
      id: "switchPushOff",
      summary: "Forget a device",
      tags: ORDERS,
      body: pushDeviceGone,
      answer: z.strictObject({ is_on: z.boolean() }),
      isForStaff: true,
    }),
  },
  "/admin/api/orders/{id}": {
    get: describeCall({
      id: "getOrder",
      summary: "One order with its lines, story and refunds",
      tags: ORDERS,
      path: orderPath,
      answer: orderRow,
      problems: ["404"],
      isForStaff: true,
      scope: "orders:read",
    }),
  },
  "/admin/api/orders/{id}/receipt": {
    get: describeCall({
      id: "getReceipt",
      summary: "The customer's receipt as PDF",
      tags: ORDERS,
      path: orderPath,
      answer: fileAnswer,
      contentType: "application/pdf",
      problems: ["404", "429"],
      isForStaff: true,
      scope: "orders:read",
    }),
  },
  ...actionPaths(),
};
