import { expect, test } from "vitest";
import { z } from "zod";
import { guestOrderSchema, guestReviewSchema, staffAction, staffActionSchemasIn } from "./order.schema.ts";
import type { StaffAction } from "./order.schema.ts";

const staffActionSchemas = staffActionSchemasIn("USD");

const itemId = "0192f7a0-1111-7000-8000-000000000001";

function problems(schema: z.ZodType, input: unknown): string[] {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

test("parses each staff call to version and command", () => {
  const table: [StaffAction, object, object][] = [
    ["accept", { minutes: 20 }, { minutes: 20 }],
    ["accept", { minutes: 0, payAtPickup: true }, { minutes: 0, payAtPickup: true }],
    ["reject", { reason: "too_busy" }, { reason: "too_busy", text: "" }],
    ["reject", { reason: "other", text: " oven broken " }, { reason: "other", text: "oven broken" }],
    ["delay", { minutes: 15 }, { minutes: 15 }],
    ["edit", { removeItemIds: [itemId, itemId.toUpperCase()] }, { removeItemIds: [itemId] }],
    ["cancel", { reason: "item_unavailable" }, { reason: "item_unavailable", text: "", refund: "full" }],
    ["cancel", { reason: "no_show" }, { reason: "no_show", text: "", refund: "none" }],
    ["cancel", { reason: "no_show", refund: "full" }, { reason: "no_show", text: "", refund: "full" }],
    ["cancel", { reason: "duplicate", refund: { amount: 5.25 } }, { reason: "duplicate", text: "", refund: { amount: 525 } }],
    ["refund", { amount: 4.83 }, { request: { kind: "amount", amount: 483 }, reason: "" }],
    [
      "refund",
      { itemIds: [itemId], reason: "cold" },
      { request: { kind: "items", items: [{ id: itemId, quantity: null }] }, reason: "cold" },
    ],
    ["refund", { items: [{ id: itemId, qty: 2 }] }, { request: { kind: "items", items: [{ id: itemId, quantity: 2 }] }, reason: "" }],
    ["refund", { all: true }, { request: { kind: "all" }, reason: "" }],
    ["refund", { all: true, restock: true }, { request: { kind: "all" }, reason: "", restock: true }],
    ["refund", { amount: 4.83, restock: false }, { request: { kind: "amount", amount: 483 }, reason: "" }],
    ["cancel", { reason: "no_show", restock: false }, { reason: "no_show", text: "", refund: "none", restock: false }],
    ["cancel", { reason: "no_show", restock: true }, { reason: "no_show", text: "", refund: "none" }],
    ["note", { text: "called back" }, { text: "called back" }],
    ["message", { text: "We are out of rye" }, { text: "We are out of rye" }],
    ["preparing", {}, {}],
    ["ready", {}, {}],
    ["out", {}, {}],
    ["complete", {}, {}],
    ["complete", { given: 20 }, { given: 2000 }],
    ["undo", {}, {}],
  ];
  for (const [action, body, command] of table) {
    expect(staffActionSchemas[action].parse({ version: 3, ...body }), action).toEqual({
      version: 3,
      command: { event: action, ...command },
    });
  }
});

test("a refund of an amount returns no units to stock", () => {
  expect(problems(staffActionSchemas.refund, { version: 1, amount: 2, restock: true })).toEqual([
    "restock: Choose the items to put back into stock, or refund everything.",
  ]);
});

test("requires the version and rejects unknown fields", () => {
  for (const [action, schema] of Object.entries(staffActionSchemas)) {
    const missing = problems(schema, { minutes: 5, reason: "too_busy", text: "x", removeItemIds: [itemId], amount: 1 });
    expect(
      missing.some((problem) => problem.startsWith("version: Enter the version of the order")),
      action,
    ).toBe(true);
    expect(
      problems(schema, { version: 1, status: "completed" }).some((problem) => problem.includes("Leave out status")),
      action,
    ).toBe(true);
    for (const version of ["1", 1.5, -1, null]) expect(schema.safeParse({ version }).success).toBe(false);
  }
});

test("reports invalid staff input with the valid values", () => {
  const { accept, reject, delay, edit, cancel, refund, note } = staffActionSchemas;
  expect(problems(accept, { version: 1, minutes: -5 })).toEqual(["minutes: Enter the minutes as a whole number from 0 to 480."]);
  expect(problems(reject, { version: 1, reason: "no_show" }), "only after acceptance").toEqual(["reason: Choose a reason from the list."]);
  expect(problems(reject, { version: 1, reason: "other" })).toEqual(["text: Write the reason in a few words; the customer reads it."]);
  expect(problems(reject, { version: 1, reason: "closed", text: "x".repeat(201) })).toEqual([
    "text: Use at most 200 characters for the reason.",
  ]);
  expect(problems(delay, { version: 1, minutes: 7 })).toEqual(["minutes: Choose 5, 10, 15 or 20 minutes."]);
  expect(problems(edit, { version: 1, removeItemIds: [] })).toEqual(["removeItemIds: Choose at least one item."]);
  expect(problems(edit, { version: 1, removeItemIds: [itemId], waiveFee: true })).toEqual([
    "waiveFee: Send waiveFee with an address only.",
  ]);
  expect(problems(edit, { version: 1, removeItemIds: ["1"] })).toEqual(["removeItemIds.0: Send the id of each item as the shop gave it."]);
  expect(problems(cancel, { version: 1, reason: "closed", refund: "half" })).toEqual([
    'refund: Enter an amount such as 12.50, or "full" or "none".',
  ]);
  const again = "1.id: This item is listed twice. List each item once.";
  for (const [list, part] of [
    ["items", { qty: 1 }],
    ["weights", { weight: 300 }],
  ] as const) {
    const entry = { id: itemId, ...part };
    expect(problems(edit, { version: 1, [list]: [entry, entry] })).toEqual([`${list}.${again}`]);
  }
  expect(problems(edit, { version: 1, removeItemIds: [itemId], items: [{ id: itemId, qty: 3 }] })).toEqual([
    "items.0.id: This item is listed twice. List each item once.",
  ]);
  expect(
    problems(refund, {
      version: 1,
      items: [
        { id: itemId, qty: 1 },
        { id: itemId, qty: 2 },
      ],
    }),
  ).toEqual([`items.${again}`]);
  const one = ": Send one of these: an amount, the items to refund, or all.";
  expect(problems(refund, { version: 1 })).toEqual([one]);
  expect(problems(refund, { version: 1, amount: 1, itemIds: [itemId] })).toEqual([one]);
  expect(problems(refund, { version: 1, amount: 0.001 })).toEqual(["amount: Enter the amount with at most two decimals, such as 12.50."]);
  expect(problems(note, { version: 1, text: " " })).toEqual(["text: Enter a note."]);
});

test("accepts only named staff actions", () => {
  expect(["accept", "refund"].every((name) => staffAction.safeParse(name).success)).toBe(true);
  expect(["time_out", "toString", "__proto__", ""].some((name) => staffAction.safeParse(name).success)).toBe(false);
});

test("a guest names the order by token and rates one to five", () => {
  const order = "kq2JxV0dQmW1c3n5Zt7y9A";
  expect(guestOrderSchema.parse({ order })).toEqual({ order });
  for (const wrong of ["", "short", "not a token at all!", 5])
    expect(problems(guestOrderSchema, { order: wrong })).toEqual(["order: Send the order's token from the link."]);
  expect(guestReviewSchema.parse({ order, itemId, rating: 5 })).toEqual({ order, itemId, rating: 5, text: "" });
  for (const rating of [0, 6, 4.5, "5"])
    expect(problems(guestReviewSchema, { order, itemId, rating })).toEqual(["rating: Enter the rating as a whole number from 1 to 5."]);
});

test("generates JSON Schema for the API description", () => {
  for (const schema of [...Object.values(staffActionSchemas), guestOrderSchema, guestReviewSchema]) {
    expect(z.toJSONSchema(schema, { io: "input" })).toMatchObject({ type: "object", additionalProperties: false });
  }
});
