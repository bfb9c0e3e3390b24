import { TORONTO } from "#test/clocks.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { expect, test } from "vitest";
import { customerMessage, editSentence, type CustomerMessage } from "./order-sentences.ts";
import type { OrderStory } from "./order-sentences.ts";

const now = new Date("2026-03-04T22:55:00Z");

function message(changes: Partial<OrderStory>): CustomerMessage {
  const story: OrderStory = {
    format: US_DOLLARS,
    number: "A-042",
    status: "received",
    paymentState: "authorized",
    fulfillment: "pickup",
    promisedAt: new Date("2026-03-04T23:45:00Z"),
    isDelayed: false,
    removed: [],
    finalTotal: 3938,
    captured: 0,
    refunded: 0,
    refunding: 0,
    isPaidInShop: false,
    hasPaymentProblem: false,
    reason: null,
    telephone: "",
    clock: TORONTO,
    ...changes,
  };
  return customerMessage(story, now);
}

const sentence = (changes: Partial<OrderStory>) => message(changes).sentence;

test("describes a current order with time", () => {
  expect(sentence({})).toBe("Order A-042 received. We will confirm it soon; your card is only on hold.");
  expect(sentence({ paymentState: "captured" })).toBe("Order A-042 received. We will confirm it soon.");
  expect(sentence({ paymentState: "none" })).toBe("Order A-042 received. We will confirm it soon; you pay when you pick it up.");
  expect(sentence({ paymentState: "none", fulfillment: "delivery" })).toBe(
    "Order A-042 received. We will confirm it soon; you pay when it is delivered.",
  );
  expect(sentence({ paymentState: "none", finalTotal: 0 })).toBe("Order A-042 received. We will confirm it soon.");
  expect(sentence({ status: "accepted" })).toBe("Accepted. Ready about 6:45 PM.");
  expect(sentence({ status: "accepted", fulfillment: "delivery" })).toBe("Accepted. Estimated delivery 6:45 PM.");
  expect(sentence({ status: "accepted", promisedAt: new Date("2026-03-06T17:00:00Z") })).toBe("Accepted. Ready about Friday 12:00 PM.");
  expect(sentence({ status: "preparing" })).toBe("We are preparing it. Ready about 6:45 PM.");
  expect(sentence({ status: "preparing", isDelayed: true })).toBe("Running late: now about 6:45 PM.");
  expect(sentence({ status: "ready" })).toBe("Ready, come by.");
  expect(sentence({ status: "ready", fulfillment: "delivery" })).toBe("Packed, waiting for the courier.");
  expect(sentence({ status: "out_for_delivery", fulfillment: "delivery" })).toBe("On its way.");
  expect(sentence({ status: "completed" })).toBe("Enjoy!");
});

test("describes a rejected order with reason and payment", () => {
  const reason = { code: "too_busy", text: "" } as const;
  expect(sentence({ status: "rejected", paymentState: "voided", reason })).toBe(
    "Sorry, we could not take this order: we are too busy right now. You have not been charged; the hold fades within days.",
  );
  expect(sentence({ status: "rejected", paymentState: "none", reason })).toBe(
    "Sorry, we could not take this order: we are too busy right now. You have not been charged.",
  );
  expect(sentence({ status: "rejected", paymentState: "refunded", captured: 3938, refunded: 3938, reason })).toBe(
    "Sorry, we could not take this order: we are too busy right now. $39.38 goes back to your card.",
  );
  expect(
    sentence({ status: "rejected", paymentState: "voided", reason: { code: "no_response", text: "" }, telephone: "416 555 0134" }),
  ).toBe(
    "Sorry, we could not take this order: nobody could confirm it in time. You have not been charged; the hold fades within days. You can call us: 416 555 0134.",
  );
});

test("describes a cancelled order with actor and refund", () => {
  expect(sentence({ status: "cancelled", paymentState: "voided", reason: { code: "customer_request", text: "" } })).toBe(
    "Cancelled. You have not been charged.",
  );
  expect(sentence({ status: "cancelled", paymentState: "voided", reason: { code: "payment_hold_expired", text: "" } })).toBe(
    "The card hold ran out, please order again.",
  );
  expect(sentence({ status: "cancelled", paymentState: "voided", reason: { code: "payment_hold_released", text: "" } })).toBe(
    "The card hold was released, please order again.",
  );
  const paid = { status: "cancelled", captured: 3938 } as const;
  expect(sentence({ ...paid, paymentState: "refunded", refunded: 3938, reason: { code: "customer_request", text: "" } })).toBe(
    "Cancelled: as you asked. $39.38 goes back to your card.",
  );
  expect(
    sentence({ ...paid, paymentState: "partially_refunded", refunded: 1000, reason: { code: "other", text: "the oven is broken" } }),
  ).toBe("Cancelled: the oven is broken. $10.00 goes back to your card.");
  expect(sentence({ ...paid, paymentState: "captured", reason: { code: "no_show", text: "" } })).toBe("Cancelled: it was not picked up.");
});

test("mentions a partial refund of a current order", () => {
  expect(sentence({ status: "accepted", paymentState: "refunded", captured: 3938, refunded: 3938 })).toBe(
    "Refunded $39.38. This order is not being made.",
  );
  expect(sentence({ status: "completed", paymentState: "partially_refunded", captured: 3938, refunded: 483 })).toBe(
    "Enjoy! Refunded $4.83.",
  );
});

test("names missing items and the new total of a changed order", () => {
  expect(editSentence(["Fries"], 3384, US_DOLLARS)).toBe("Changed: Fries removed, new total $33.84.");
  expect(editSentence(["Fries", "Cola"], 3000, US_DOLLARS)).toBe("Changed: Fries and Cola removed, new total $30.00.");
  expect(sentence({ removed: ["Fries"], finalTotal: 3384 })).toBe(
    "Order A-042 received. We will confirm it soon; your card is only on hold. Changed: Fries removed, new total $33.84.",
  );
  expect(sentence({ status: "cancelled", removed: ["Fries"] })).not.toContain("Changed");
});

test("names no new total when removed items are refunded and the total stays", () => {
  const charged = { status: "accepted", removed: ["Fries"], captured: 3938 } as const;
  expect(sentence({ ...charged, paymentState: "partially_refunded", refunded: 554 })).toMatch(
    /Changed: Fries removed\. Refunded \$5\.54\.$/,
  );
  expect(sentence({ ...charged, paymentState: "captured", refunding: 554 })).toMatch(/Changed: Fries removed\. \$5\.54 is on its way/);
  expect(sentence({ ...charged, finalTotal: 3384, refunded: 554 })).toMatch(
    /Changed: Fries removed, new total \$33\.84\. Refunded \$5\.54\.$/,
  );
});

test("the headline omits number and reason, and the promised time is separate", () => {
  const parts = (changes: Partial<OrderStory>) => {
    const { headline, promise, detail } = message(changes);
    return [headline, promise, detail];
  };
  expect(parts({})).toEqual(["Received.", "", "We will confirm it soon; your card is only on hold."]);
  expect(parts({ status: "accepted" })).toEqual(["Accepted.", "Ready about 6:45 PM.", ""]);
  expect(parts({ status: "accepted", removed: ["Fries"], finalTotal: 3384 })).toEqual([
    "Accepted.",
    "Ready about 6:45 PM.",
    "Changed: Fries removed, new total $33.84.",
  ]);
  expect(parts({ status: "completed", paymentState: "partially_refunded", captured: 3938, refunded: 483 })).toEqual([
    "Enjoy!",
    "",
    "Refunded $4.83.",
  ]);
  expect(parts({ status: "completed", paymentState: "refunded", captured: 3938, refunded: 3938 })).toEqual(["Refunded $39.38.", "", ""]);
  expect(parts({ status: "ready" })).toEqual(["Ready, come by.", "", ""]);
  const reason = { code: "too_busy", text: "" } as const;
  expect(parts({ status: "rejected", paymentState: "voided", reason })).toEqual([
    "Sorry, we could not take this order.",
    "",
    "We are too busy right now. You have not been charged; the hold fades within days.",
  ]);
  const long = { code: "other", text: "the oven broke. We are sorry" } as const;
  expect(parts({ status: "cancelled", paymentState: "voided", reason: long })).toEqual([
    "Cancelled: the oven broke.",
    "",
    "We are sorry. You have not been charged.",
  ]);
});
