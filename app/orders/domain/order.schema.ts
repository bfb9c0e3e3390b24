import { US_DOLLARS } from "#app/values/money.ts";
import { exampleAmount } from "#app/values/money/money-input.ts";
import { z } from "zod";
import { MAX_WEIGHT } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { addCartItemSchema } from "#app/cart/domain/cart.schema.ts";
import { MAX_CART_LINES, MAX_ID, MAX_MINUTES_SETTING, MAX_NAME_LENGTH, MAX_QUANTITY, MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { DELAY_MINUTES } from "./counter/order-pace.ts";
import { defaultRefund } from "./changes/order-refunds.ts";
import type { RefundRequest } from "./changes/order-refunds.ts";
import { CANCEL_REASONS, REJECT_REASONS } from "./order.ts";
import { MAX_RATING, MAX_REVIEW_LENGTH, MIN_RATING } from "#app/content/domain/review.ts";
import { addressSchema } from "#app/store/domain/delivery/delivery-address.schema.ts";
import { urlWord } from "#app/values/addresses/url.schema.ts";
import {
  schemasByCurrency,
  requiredWireText,
  wireMoney,
  wireInstant,
  wireInteger,
  wireKey,
  wireLine,
  wireObject,
  wireText,
} from "#app/values/wire.schema.ts";

/** Request bodies of staff and guests: `POST /admin/api/orders/:id/…` and `POST /api/order-status/…`. */

export const MAX_ORDER_NOTE_LENGTH = 1000;

/** Enough for an id and a weight per line. */
const MAX_CONFIRMATION_LENGTH = 60 * (MAX_CART_LINES + 1);

/** The version on screen; another one means a conflict. */
const version = wireInteger("the version of the order", 0, MAX_ID);
const itemIds = z
  .array(wireKey("each item"), "Send the items as a list of their ids.")
  .min(1, "Choose at least one item.")
  .max(MAX_CART_LINES * 2, "These are more items than an order has.")
  .transform((ids) => [...new Set(ids)]);
const LISTED_TWICE = "This item is listed twice. List each item once.";
/** Refuses the second entry of a line, because it is unclear which one applies. */
function namedOnce(list: readonly { readonly id: string }[], context: z.RefinementCtx): void {
  const ids = list.map(({ id }) => id);
  const again = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (again >= 0) context.addIssue({ code: "custom", path: [again, "id"], message: LISTED_TWICE });
}
/** The same for a line that is both removed and given a number of units. */
function namedInOneList(
  {
    removeItemIds = [],
    items = [],
  }: { readonly removeItemIds?: readonly string[] | undefined; readonly items?: readonly { readonly id: string }[] | undefined },
  context: z.RefinementCtx,
): void {
  const again = items.findIndex(({ id }) => removeItemIds.includes(id));
  if (again >= 0) context.addIssue({ code: "custom", path: ["items", again, "id"], message: LISTED_TWICE });
}
const quantities = z
  .array(
    wireObject({ id: wireKey("each item"), qty: wireInteger("how many of the item", 1, MAX_QUANTITY) }),
    "Send the items as a list, each with its id and qty.",
  )
  .min(1, "Choose at least one item.")
  .max(MAX_CART_LINES * 2, "These are more items than an order has.")
  .superRefine(namedOnce)
  .transform((list) => list.map(({ id, qty }) => ({ id, quantity: qty })));
const text = wireText("the reason", MAX_REASON_LENGTH).default("");
const restock = z.boolean("Send restock as true or false.").optional();
const OTHER_NEEDS_TEXT = { path: ["text"], message: "Write the reason in a few words; the customer reads it." };

function explainsOther(input: { readonly reason: string; readonly text: string }): boolean {
  return input.reason !== "other" || input.text !== "";
}

const acceptSchema = wireObject({
  version,
  minutes: wireInteger("the minutes", 0, MAX_MINUTES_SETTING),
  payAtPickup: z.boolean("Send payAtPickup as true or false.").optional(),
}).transform(({ version, ...input }) => ({ version, command: { event: "accept" as const, ...input } }));

const rejectSchema = wireObject({ version, reason: z.enum(REJECT_REASONS, "Choose a reason from the list."), text })
  .refine(explainsOther, OTHER_NEEDS_TEXT)
  .transform(({ version, ...input }) => ({ version, command: { event: "reject" as const, ...input } }));

const delaySchema = wireObject({
  version,
  minutes: z.literal(DELAY_MINUTES, `Choose ${DELAY_MINUTES.slice(0, -1).join(", ")} or ${DELAY_MINUTES.at(-1)} minutes.`),
}).transform(({ version, ...input }) => ({ version, command: { event: "delay" as const, ...input } }));

/** The submitted parts of a change; undefined: left out. */
interface SentEdit {
  readonly removeItemIds: readonly string[] | undefined;
  readonly units: readonly { readonly quantity: number }[] | undefined;
  readonly weights: object | undefined;
  readonly others: readonly unknown[];
  readonly isConfirmed: boolean;
  readonly isSoldOut: boolean;
  /** The fee is waived without another address. */
  readonly isFeeAlone: boolean;
}

/** Parts of a change that cannot be combined; null: they can. */
function editProblem({ removeItemIds, units, weights, others, isConfirmed, isSoldOut, isFeeAlone }: SentEdit) {
  const isNothing = [removeItemIds, units?.[0], ...others].every((part) => part === undefined);
  if (weights !== undefined && !isNothing) return { path: ["weights"], message: "Save the weights first, then change the order." };
  if (weights === undefined && isNothing) return { path: ["removeItemIds"], message: "Choose at least one item." };
  if (weights === undefined && isConfirmed) return { path: ["confirmed"], message: "Send confirmed with weights only." };
  const isTakenOut = removeItemIds !== undefined || units?.some(({ quantity }) => quantity === 0) === true;
  if (isSoldOut && !isTakenOut) return { path: ["soldOut"], message: "Take out the items to mark as sold out." };
  if (isFeeAlone) return { path: ["waiveFee"], message: "Send waiveFee with an address only." };
  return null;
}

/**
 * A change of an order; missing fields stay. `requested_for` null: as soon as possible. Without any change, the error asks for the ids of
 * lines to remove, as in earlier versions.
 */
const editSchemaIn = schemasByCurrency((currency) =>
  wireObject({
    version,
    removeItemIds: itemIds.optional(),
    items: z
      .array(
        wireObject({ id: wireKey("each item"), qty: wireInteger("how many of the item", 0, MAX_QUANTITY) }),
        "Send the items as a list, each with its id and qty.",
      )
      .max(MAX_CART_LINES * 2, "These are more items than an order has.")
      .superRefine(namedOnce)
      .transform((list) => list.map(({ id, qty }) => ({ id, quantity: qty })))
      .optional()
      .meta({ description: "The new number of units of these items; 0 takes an item out." }),
    add: z
      .array(addCartItemSchema, "Send what is added as a list.")
      .max(MAX_CART_LINES, `Add at most ${MAX_CART_LINES} lines.`)
      .optional()
      .meta({ description: "New items at today's prices, as in POST /admin/api/orders." }),
    weights: z
      .array(
        wireObject({ id: wireKey("each item"), weight: wireInteger("the weight", 1, MAX_WEIGHT * 2) }),
        "Send the weights as a list, each with its id and weight.",
      )
      .min(1, "Weigh at least one item.")
      .max(MAX_CART_LINES, "These are more items than an order has.")
      .superRefine(namedOnce)
      .optional()
      .meta({ description: "What items sold by weight weigh, in grams or in hundredths of a pound; alone, without other changes." }),
    confirmed: wireText("the confirmation", MAX_CONFIRMATION_LENGTH).optional().meta({
      description:
        "Confirms weights below 70 % of what was ordered: the `confirm` of the refusal or of the preview, for the same weights, version and total. Without it such weights are refused with 422.",
    }),
    soldOut: z.boolean("Send soldOut as true or false.").optional().meta({
      description: "true: the products of the items that are taken out are sold out until the next opening.",
    }),
    requested_for: wireInstant("the time").nullish().meta({ description: "Another time; null: as soon as possible; left out: it stays." }),
    address: addressSchema.optional().meta({ description: "Another address of a delivery." }),
    waiveFee: z.boolean("Send waiveFee as true or false.").optional().meta({
      description:
        "With an address whose delivery fee is higher: true waives the difference. Left out, it is charged if the payment covers it, and waived otherwise; `delivery_fee` of the preview says which.",
    }),
    expectedTotal: wireMoney("the total you saw", currency)
      .optional()
      .meta({ description: "The new total as previewed; refused if it is another one." }),
    preview: z.boolean("Send preview as true or false.").optional().meta({ description: "Only say what the change would do." }),
  })
    .superRefine(namedInOneList)
    .transform(
      (
        {
          version,
          removeItemIds,
          items: units,
          add,
          weights,
          confirmed,
          soldOut,
          requested_for: requestedFor,
          address,
          waiveFee,
          expectedTotal,
          preview,
        },
        context,
      ) => {
        const problem = editProblem({
          removeItemIds,
          units,
          isSoldOut: soldOut === true,
          isConfirmed: confirmed !== undefined,
          isFeeAlone: waiveFee === true && address === undefined,
          weights,
          others: [add?.[0], requestedFor, address],
        });
        if (problem !== null) {
          context.addIssue({ code: "custom", ...problem });
          return z.NEVER;
        }
        const lines = { ...(units === undefined ? {} : { units }), ...(add === undefined ? {} : { add }) };
        const change = weights === undefined ? lines : { weights, ...(confirmed === undefined ? {} : { confirmed }) };
        const terms = { ...(requestedFor === undefined ? {} : { requestedFor }), ...(address === undefined ? {} : { address }) };
        const seen = {
          ...(expectedTotal === undefined ? {} : { expectedTotal }),
          ...(soldOut === true ? { soldOut } : {}),
          ...(waiveFee === true ? { waiveFee } : {}),
        };
        return {
          version,
          command: { event: "edit" as const, removeItemIds: removeItemIds ?? [], ...change, ...terms, ...seen },
          ...(preview === true ? { isPreview: true as const } : {}),
        };
      },
    ),
);

/** Without `refund`, everything is refunded, except for an order not picked up. */
const cancelSchemaIn = schemasByCurrency((currency) =>
  wireObject({
    version,
    reason: z.enum(CANCEL_REASONS, "Choose a reason from the list."),
    text,
    refund: z
      .union(
        [z.enum(["full", "none"]), wireObject({ amount: wireMoney("the amount", currency) })],
        `Enter an amount such as ${exampleAmount(currency)}, or "full" or "none".`,
      )
      .optional(),
    restock: restock.meta({ description: "false: the goods are not put back into stock. Left out: they are." }),
  })
    .refine(explainsOther, OTHER_NEEDS_TEXT)
    .transform(({ version, refund, restock: isRestocked, ...input }) => ({
      version,
      command: {
        event: "cancel" as const,
        ...input,
        refund: refund ?? defaultRefund(input.reason),
        ...(isRestocked === false ? { restock: false as const } : {}),
      },
    })),
);

/**
 * Exactly one of: `amount` in major units, `itemIds` (all remaining units), `items` with quantities, `all: true`. The tip is returned only with `all`.
 */
const refundSchemaIn = schemasByCurrency((currency) =>
  wireObject({
    version,
    amount: wireMoney("the amount", currency).optional(),
    itemIds: itemIds.optional(),
    items: quantities.optional(),
    all: z.literal(true, "Send all as true, or leave it out.").optional(),
    restock: restock.meta({ description: "true: the refunded units are put back into stock. Not with an amount, which names no units." }),
    reason: text,
  }).transform(({ version, reason, amount, itemIds, items, all, restock: isRestocked }, context) => {
    const requests: RefundRequest[] = [];
    if (amount !== undefined) requests.push({ kind: "amount", amount });
    if (itemIds !== undefined) requests.push({ kind: "items", items: itemIds.map((id) => ({ id, quantity: null })) });
    if (items !== undefined) requests.push({ kind: "items", items });
    if (all !== undefined) requests.push({ kind: "all" });
    const [request] = requests;
    if (request === undefined || requests.length > 1) {
      context.addIssue({ code: "custom", message: "Send one of these: an amount, the items to refund, or all." });
      return z.NEVER;
    }
    if (isRestocked === true && request.kind === "amount") {
      context.addIssue({ code: "custom", path: ["restock"], message: "Choose the items to put back into stock, or refund everything." });
      return z.NEVER;
    }
    return { version, command: { event: "refund" as const, request, reason, ...(isRestocked === true ? { restock: true as const } : {}) } };
  }),
);

const messageSchema = wireObject({ version, text: requiredWireText("a message", MAX_ORDER_NOTE_LENGTH) }).transform(
  ({ version, ...input }) => ({ version, command: { event: "message" as const, ...input } }),
);

const noteSchema = wireObject({ version, text: requiredWireText("a note", MAX_ORDER_NOTE_LENGTH) }).transform(({ version, ...input }) => ({
  version,
  command: { event: "note" as const, ...input },
}));

function stepSchema<const Event extends string>(event: Event) {
  return wireObject({ version }).transform(({ version }) => ({ version, command: { event } }));
}

/** `given`: cash for an order that is paid now; less than its total is refused. */
const completeSchemaIn = schemasByCurrency((currency) =>
  wireObject({
    version,
    given: wireMoney("the cash given", currency)
      .optional()
      .meta({ description: "Cash handed over for an order that is paid at pickup or on delivery; kept in its history with the change." }),
  }).transform(({ version, given }) => ({
    version,
    command: { event: "complete" as const, ...(given === undefined ? {} : { given }) },
  })),
);

/** Body schema of each staff call by path segment, with amounts in the order's currency; each returns version and command. */
export const staffActionSchemasIn = schemasByCurrency((currency) => ({
  accept: acceptSchema,
  reject: rejectSchema,
  delay: delaySchema,
  edit: editSchemaIn(currency),
  preparing: stepSchema("preparing"),
  ready: stepSchema("ready"),
  out: stepSchema("out"),
  complete: completeSchemaIn(currency),
  cancel: cancelSchemaIn(currency),
  undo: stepSchema("undo"),
  refund: refundSchemaIn(currency),
  note: noteSchema,
  message: messageSchema,
}));
export type StaffAction = keyof ReturnType<typeof staffActionSchemasIn>;

/** Files of an order: the last part of the call's path. */
export const orderFile = urlWord(["receipt"]);

/** A staff action's name, in its path and button. */
export const staffAction = z.enum(Object.keys(staffActionSchemasIn(US_DOLLARS.currency)) as [StaffAction, ...StaffAction[]]);

/** The token of the customer's link; grants guest access to this order. */
const order = z.string("Send the order's token from the link.").regex(/^[A-Za-z0-9_-]{16,200}$/, "Send the order's token from the link.");

/** POST /api/order-status/cancel and /arrived. */
export const guestOrderSchema = wireObject({ order });

/** POST /api/order-status/review: one item, 1 to 5 stars. `name` defaults to the order's first name. */
export const guestReviewSchema = wireObject({
  order,
  itemId: wireKey("the item"),
  rating: wireInteger("the rating", MIN_RATING, MAX_RATING),
  text: wireText("the review", MAX_REVIEW_LENGTH).default(""),
  name: wireLine("the name", MAX_NAME_LENGTH).optional(),
});
