import { expect, test } from "vitest";
import type { orderItems, orders } from "#app/orders/data/tables.ts";
import { DEFAULT_SETTINGS, type Settings } from "#app/store/domain/settings.ts";
import { orderMailData, writeOrderMail, type OrderMailSource } from "./order-mail.server.ts";
import { CUSTOMER_MAIL_KINDS, MAIL_KINDS } from "#app/orders/domain/mail/order-mail.ts";
import { sampleMail } from "#app/orders/domain/mail/sample-mail.ts";
import { HOSTILE_HTML, HOSTILE_TEXTS } from "#test/data/hostile-texts.ts";

type Order = typeof orders.$inferSelect;
type Item = typeof orderItems.$inferSelect;

const item = {
  name: "Double smash burger",
  quantity: 2,
  lineTotalCents: 2900,
  note: "",
  isFreeItem: false,
  options: [
    { name: "Extra cheese", quantity: 1 },
    { name: "Bacon", quantity: 2 },
  ],
} as unknown as Item;

const order = {
  id: "0b1e7b3e-2222-4c1c-9d1e-1a2b3c4d5e6f",
  number: "A-042",
  publicToken: "k3J9x_b7",
  status: "received",
  paymentState: "authorized",
  paidBy: null,
  gateway: "stripe",
  fulfillment: "pickup",
  requestedFor: null,
  promisedAt: null,
  payBy: null,
  paymentIntent: null,
  paymentProblem: null,
  customerName: "Ana Pérez",
  customerPhone: "+14165550134",
  address: null,
  instructions: "",
  allergyNote: "",
  subTotalCents: 3375,
  promotionDiscountCents: 338,
  deliveryFeeCents: 0,
  taxCents: 395,
  taxLines: [{ label: "HST", rate: 130_000, base: 3037, amount: 395 }],
  currency: "usd",
  isTaxIncluded: false,
  tipCents: 506,
  totalCents: 4276,
  finalTotalCents: 3938,
  capturedCents: 0,
  refundedCents: 0,
  appliedPromotions: [{ title: "10% off your first order", amount: 338 }],
  reasonCode: null,
  reasonText: "",
} as unknown as Order;

const settings: Settings = {
  ...DEFAULT_SETTINGS,
  APP_NAME: "Shopbell Kitchen",
  STREET_ADDRESS: "12 King Street West",
  ADDRESS_REGION: "Ontario",
  POSTAL_CODE: "M5V 1A1",
  TELEPHONE: "+1 416 555 0100",
  STORE_TIMEZONE: "America/Toronto",
};

function data(changes: Partial<Order> = {}, source: Partial<OrderMailSource> = {}) {
  return orderMailData({
    order: { ...order, ...changes },
    items: [item],
    settings,
    publicUrl: "https://shop.example",
    now: new Date("2026-11-20T22:15:00Z"),
    ...source,
  });
}

async function writeMail(kind: string, snapshot: object) {
  const rendered = await writeOrderMail(kind, snapshot);
  if (rendered === null) throw new Error(`no email of the kind ${kind}`);
  return rendered;
}

test("a snapshot survives the database's JSON", () => {
  const snapshot = data({ promisedAt: new Date("2026-11-20T23:45:00Z") });
  expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
});

test.each(MAIL_KINDS.filter((kind) => kind !== "order_payment_link"))(
  "%s: subject, HTML and text contain number, total and link within 40 KB",
  async (kind) => {
    const items = Array.from({ length: 25 }, (_, position) => ({ ...item, name: `Dish ${position}` }));
    const mail = await writeMail(kind, data({}, { items, refundAmount: 475 }));
    const url = kind.endsWith("_staff")
      ? `https://shop.example/admin/orders/${order.id}`
      : "https://shop.example/payment-complete?order=k3J9x_b7";
    expect(mail.subject).toContain("A-042");
    expect(mail.html).toMatch(/^<!DOCTYPE html/);
    // Once on the button, once to copy.
    expect(mail.html.split(`href="${url}"`)).toHaveLength(3);
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain("A-042");
      expect(part).toContain("$39.38");
      expect(part).toContain("Dish 24");
      expect(part).toContain(url);
    }
    expect(Buffer.byteLength(mail.html)).toBeLessThan(40 * 1024);
  },
);

test("a payment link says what to pay, where and until when, without a number", async () => {
  const unpaid = { number: null, status: "awaiting_payment", paymentState: "pending", payBy: new Date("2026-11-21T01:30:00Z") } as const;
  const { subject, html, text } = await writeMail("order_payment_link", data(unpaid));
  const url = "https://shop.example/pay-order?order=k3J9x_b7";
  expect(subject).toBe("Pay for your order at Shopbell Kitchen: $39.38");
  expect(html.split(`href="${url}"`)).toHaveLength(3);
  for (const part of [html, text]) {
    expect(part).toMatch(/Pay by card until .*8:30/);
    expect(part).toContain(url);
    expect(part).toContain("$39.38");
  }
  expect(text).toMatch(/^YOUR ORDER$/m);
});

test.each<[string, Partial<Order>, boolean]>([
  ["nothing is paid", {}, true],
  ["its link has ended", { payBy: new Date("2026-11-20T22:15:00Z") }, false],
  ["it has no link", { payBy: null }, false],
  ["its payment is on its way", { paymentIntent: { status: "processing" } as Order["paymentIntent"] }, false],
])("a changed order without a number says until when to pay it only while it can be paid: %s", async (_case, changes, isPayable) => {
  const unpaid = { number: null, status: "awaiting_payment", paymentState: "pending", payBy: new Date("2026-11-21T01:30:00Z") } as const;
  const { subject, text } = await writeMail("order_changed", data({ ...unpaid, ...changes }, { removedItems: ["Fries"] }));
  expect(subject).toBe(isPayable ? "Your unpaid order changed: new total $39.38" : "Your order changed: new total $39.38");
  expect(/Pay by card until.*/.exec(text)?.[0] ?? null).toBe(isPayable ? "Pay by card until 8:30 PM." : null);
  expect(/Check and pay/.test(text)).toBe(isPayable);
});

test.each([
  ["{changes}", "an addition", ["+1 Fries", "time 6:30 PM → 7:00 PM"], [], "Ours: +1 Fries, time 6:30 PM → 7:00 PM."],
  ["{changes}", "less", ["−1 Cola"], ["1 × Cola"], "Ours: 1 × Cola removed."],
  ["{changes}", "an email of before", undefined, ["1 × Cola"], "Ours: 1 × Cola removed."],
  ["{removed}", "less", ["−1 Cola"], ["1 × Cola"], "Ours: 1 × Cola."],
  // The shop's words would not name it.
  ["{removed}", "an addition", ["+1 Fries"], [], "Changed: +1 Fries"],
])("own words with %s tell what changed: %s", async (placeholder, _case, changes, removedItems, expected) => {
  const words = { subject: "Changed", heading: "Your order has changed.", paragraphs: [`Ours: ${placeholder}.`] };
  const snapshot = { ...data({}, { removedItems }), ...(changes === undefined ? {} : { changes }), words };
  expect((await writeMail("order_changed", snapshot)).text).toContain(expected);
});

test("names the refund but no new total for items removed from a charged order", async () => {
  const change = { removedItems: ["1 × Fries"], changes: ["−1 Fries"], refundAmount: 554 };
  const charged = { status: "accepted", capturedCents: 3938, refundedCents: 554, paymentState: "partially_refunded" } as const;
  const refunded = await writeMail("order_changed", data(charged, change));
  expect(refunded.subject).toBe("Order A-042 changed: $5.54 goes back to your card");
  expect(refunded.text).toContain("Changed: 1 × Fries removed.");
  expect(refunded.text).not.toContain("new total");
  const lowered = await writeMail(
    "order_changed",
    data({ ...charged, status: "received", totalCents: 3722, finalTotalCents: 3384 }, change),
  );
  expect(lowered.subject).toBe("Order A-042 changed: new total $33.84");
});

test.each(["order_accepted", "order_refunded", "order_changed"] as const)("%s leads to the receipt as PDF", async (kind) => {
  const url = "https://shop.example/api/order-status/receipt?order=k3J9x_b7";
  const mail = await writeMail(kind, data({ status: "accepted" }));
  expect(mail.html).toContain(`href="${url}"`);
  expect(mail.text).toContain(url);
});

test.each<[(typeof MAIL_KINDS)[number], Partial<Order>]>([
  ["order_payment_link", { number: null, status: "awaiting_payment", payBy: new Date("2026-11-21T01:30:00Z") }],
  ["order_changed", { number: null, status: "awaiting_payment", payBy: new Date("2026-11-21T01:30:00Z") }],
  ["order_rejected", { status: "rejected" }],
  ["order_received_staff", {}],
])("%s does not lead to a receipt", async (kind, changes) => {
  const mail = await writeMail(kind, data(changes));
  expect(mail.html).not.toContain("/receipt");
  expect(mail.text).not.toContain("/receipt");
});

test("limits an order of a hundred long lines to 40 KB", async () => {
  const items = Array.from({ length: 100 }, (_, position) => ({
    ...item,
    name: `Dish ${position} ${"with everything ".repeat(6)}`,
    note: "x".repeat(300),
  }));
  const { html, text } = await writeMail("order_received", data({}, { items }));
  expect(Buffer.byteLength(html)).toBeLessThan(40 * 1024);
  const hidden = Number(/and (\d+) more lines on the order/.exec(html)?.[1]);
  expect(html).toContain(`Dish ${99 - hidden} `);
  expect(html).not.toContain(`Dish ${100 - hidden} `);
  expect(text).toContain("Dish 99 ");
});

test("escapes typed text in HTML and keeps it on one line elsewhere", async () => {
  const hostile = `<img src=x onerror=alert(1)>"'&\nBcc: all@example.com`;
  const mail = await writeMail(
    "order_received_staff",
    data(
      { customerName: hostile, instructions: hostile, allergyNote: hostile },
      { items: [{ ...item, name: hostile, note: hostile }], settings: { ...settings, APP_NAME: hostile } },
    ),
  );
  expect(mail.html).not.toContain("<img");
  expect(mail.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(mail.text).not.toMatch(/^Bcc:/m);
  expect(mail.subject).not.toContain("\n");
});

test("shows an allergy in all emails", async () => {
  const told = data({ allergyNote: "Peanuts\nALL of them" });
  for (const kind of ["order_received", "order_received_staff"] as const) {
    const { html, text } = await writeMail(kind, told);
    expect(text).toContain("ALLERGY: Peanuts ALL of them\n");
    expect(html).toContain("Peanuts");
  }
  const { allergyNote: _unknown, ...earlier } = told;
  expect((await writeMail("order_received", earlier)).text).not.toContain("ALLERGY");
});

test("parts add up to the total on the ticket", async () => {
  const { amounts } = data();
  const sum = amounts.subTotal - (amounts.discounts[0]?.amount ?? 0) + amounts.deliveryFee + (amounts.taxes[0]?.amount ?? 0) + amounts.tip;
  expect(sum).toBe(amounts.finalTotal);
  const { text } = await writeMail("order_received", data());
  expect(text).toMatch(/10% off your first order \.+ -\$3\.38/);
  expect(text).toMatch(/HST 13% \.+ \$3\.95/);
});

test("shows one line for discounts that no longer match", () => {
  expect(data({ promotionDiscountCents: 300 }).amounts.discounts).toEqual([{ label: "Discount", amount: 300 }]);
});

test("shows included tax below the total", async () => {
  const { text } = await writeMail("order_received", data({ isTaxIncluded: true, totalCents: 3881, finalTotalCents: 3543 }));
  expect(text).toMatch(/Includes HST 13% \.+ \$3\.95\nTOTAL \.+ \$35\.43/);
});

test("shows times in the store's zone, with date on other days", async () => {
  const today = data({ status: "accepted", promisedAt: new Date("2026-11-20T23:45:00Z") });
  expect((await writeMail("order_accepted", today)).subject).toBe("Order A-042 accepted: ready about 6:45 PM");
  const tomorrow = data({ status: "accepted", fulfillment: "delivery", promisedAt: new Date("2026-11-22T04:59:00Z") });
  expect((await writeMail("order_accepted", tomorrow)).subject).toBe("Order A-042 accepted: estimated delivery Saturday, Nov 21, 11:59 PM");
});

test("writes times as the shop's region does", async () => {
  const promisedAt = new Date("2026-11-22T04:59:00Z");
  const british = { ...settings, LOCALE: "en-GB" };
  const { subject, text } = await writeMail("order_accepted", data({ status: "accepted", promisedAt }, { settings: british }));
  expect(subject).toBe("Order A-042 accepted: ready about Saturday, 21 Nov, 23:59");
  expect(text).not.toMatch(/\d [AP]M/);
});

test("ready mentions pickup or delivery", async () => {
  const address = { street: "5 Queen St", unit: "Apt 3", city: "Toronto", province: "ON", postalCode: "M5V 2B2", country: "Canada" };
  const pickup = await writeMail("order_ready", data({ address }));
  const delivery = await writeMail("order_ready", data({ fulfillment: "delivery", address }));
  expect(pickup.subject).toBe("Order A-042 is ready");
  expect(pickup.text).toContain("Pick it up at 12 King Street West, Ontario M5V 1A1.");
  expect(pickup.text).not.toContain("Queen");
  expect(delivery.subject).toBe("Order A-042 is on its way");
  expect(delivery.text).toContain("5 Queen St, Apt 3, Toronto, ON M5V 2B2, Canada");
});

test.each([
  [{}, "Your card is only on hold for $39.38; it is charged when we accept the order."],
  [{ paymentState: "captured", capturedCents: 3938 }, "Your card was charged $39.38."],
  [{ status: "rejected", paymentState: "voided" }, "You have not been charged; the hold on your card fades within days."],
  [
    { status: "cancelled", paymentState: "refunded", capturedCents: 3938, refundedCents: 3938 },
    "$39.38 goes back to your card. Banks take 5 to 10 days.",
  ],
  [
    { paymentState: "partially_refunded", capturedCents: 3938, refundedCents: 475 },
    "$4.75 of $39.38 goes back to your card. Banks take 5 to 10 days.",
  ],
  [{ gateway: "none", paymentState: "none" }, "You pay $39.38 when you pick it up."],
  [{ gateway: "none", paymentState: "none", status: "rejected" }, "You have not been charged."],
  [{ gateway: "none", paymentState: "none", fulfillment: "delivery" }, "You pay $39.38 when it is delivered."],
  [{ gateway: "none", paymentState: "none", paidBy: "cash" }, "You paid $39.38 in the shop."],
  [{ status: "cancelled", gateway: "none", paymentState: "none", paidBy: "cash" }, "You paid $39.38 in the shop; it is paid back there."],
  [{ gateway: "none", paymentState: "none", totalCents: 338 }, "There is nothing to pay."],
] as const satisfies readonly [Partial<Order>, string][])("money of %o", (changes, sentence) => {
  expect(data(changes).paymentSentence).toBe(sentence);
});

test("marks emails about test orders in the subject and in the text", async () => {
  for (const kind of MAIL_KINDS) {
    const { subject, text } = await writeMail(kind, data({ gateway: "none", isTest: true }));
    expect(subject).toMatch(/^Test order: /);
    expect(text).toContain("Test order.");
    expect((await writeMail(kind, data({ isTest: false }))).subject).not.toContain("Test order");
  }
});

test("emails about test payments say that no money moved", async () => {
  for (const kind of ["order_received", "order_ready", "order_cancelled", "order_received_staff"] as const) {
    const { text, html } = await writeMail(kind, data({ gateway: "simulator", paymentState: "authorized" }));
    expect(
      [text, html].filter((part) => part.includes("Test payment: no money moved.")),
      kind,
    ).toHaveLength(2);
    expect((await writeMail(kind, data({ gateway: "stripe" }))).text).not.toContain("Test payment");
  }
});

test("a rejection contains reason, note, payment and phone", async () => {
  const { text } = await writeMail(
    "order_rejected",
    data({ status: "rejected", paymentState: "voided", reasonCode: "item_unavailable", reasonText: "No more buns tonight." }),
  );
  expect(text).toContain("Something you chose is sold out (No more buns tonight).");
  expect(text).toContain("You have not been charged");
  expect(text).toContain("Questions? Call us: +1 416 555 0100.");
});

test("a changed order lists removed items, total and release", async () => {
  const { subject, text } = await writeMail(
    "order_changed",
    data(
      { totalCents: 3674, promotionDiscountCents: 290, finalTotalCents: 3384, paymentIntent: { amount: 3938 } as Order["paymentIntent"] },
      { removedItems: ["Fries", "2 × Cola"] },
    ),
  );
  expect(subject).toBe("Order A-042 changed: new total $33.84");
  expect(text).toContain("Changed: Fries and 2 × Cola removed, new total $33.84.");
  expect(text).toContain("Your card is only on hold for $39.38; when we accept the order, $33.84 is charged and the rest is released.");
  expect(text).toContain("https://shop.example/payment-complete?order=k3J9x_b7");
});

test("a changed charged order names the refund", async () => {
  const { text } = await writeMail(
    "order_changed",
    data({ paymentState: "partially_refunded", capturedCents: 4492, refundedCents: 554 }, { removedItems: ["Fries"], refundAmount: 554 }),
  );
  expect(text).toContain("$5.54 of $44.92 goes back to your card.");
});

test("a shop without settings writes complete sentences", async () => {
  for (const kind of MAIL_KINDS) {
    const { html, text } = await writeMail(kind, data({ customerName: "", customerPhone: "" }, { settings: DEFAULT_SETTINGS }));
    for (const part of [html, text]) expect(part).not.toMatch(/undefined|null|NaN|: \.|, \./);
  }
});

test("hostile text adds no elements or attributes", async () => {
  const parts = (html: string) => ({
    elements: new Set(html.match(/<[a-z][a-z0-9-]*/gi)),
    handlers: html.match(/<[a-z][^>]*\son[a-z]+=/gi),
    addresses: html.match(/(?:href|src|action)="(?!https:|tel:|mailto:)[^"]*/gi),
  });
  const written = async (kind: (typeof MAIL_KINDS)[number], texts: readonly string[]) => {
    const items = texts.map((words) => ({ ...item, name: words, note: words, options: [{ name: words, quantity: 1 }] }) as unknown as Item);
    const [words = ""] = texts;
    const of = { customerName: words, customerPhone: words, instructions: words, allergyNote: words, reasonText: words };
    const shop = { ...settings, APP_NAME: words, STREET_ADDRESS: words };
    return parts((await writeMail(kind, data(of, { items, settings: shop }))).html);
  };
  for (const [at, kind] of MAIL_KINDS.entries()) {
    const texts = HOSTILE_HTML.filter((_, place) => place % MAIL_KINDS.length === at);
    expect(await written(kind, texts), kind).toEqual(
      await written(
        kind,
        texts.map(() => "Harmless"),
      ),
    );
  }
});

test.each(HOSTILE_TEXTS)("%s in every field adds no tags or lines", async (_, typed) => {
  const written = async (words: string) => {
    const items = [{ ...item, name: words, note: words, options: [{ name: words, quantity: 1 }] }] as unknown as readonly Item[];
    const of = { customerName: `Zed ${words}`, customerPhone: words, instructions: words, allergyNote: words, reasonText: words };
    const shop = { ...settings, APP_NAME: `Shop ${words}`, STREET_ADDRESS: words, TELEPHONE: words };
    return writeMail("order_received_staff", data(of, { items, settings: shop, removedItems: [words] }));
  };
  // Maximum lengths, short enough that every email lists its item.
  const words = `Zed ${typed.slice(0, 40).toWellFormed().replaceAll("\0", "")}`;
  const [hostile, harmless] = [await written(words), await written("Z".repeat(words.length))];
  const tags = (html: string) => html.match(/<!?\/?[a-z][^\s>]*|<!--/gi);
  expect(tags(hostile.html)).toEqual(tags(harmless.html));
  expect(hostile.text.split(/\r\n|[\n\r\u0085\u2028\u2029]/)).toHaveLength(harmless.text.split("\n").length);
  for (const part of [hostile.subject, hostile.html, hostile.text]) expect(part.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

test.each(["", "x"])("a long line of emoji after “%s” is never cut in half", async (before) => {
  const { subject, html, text } = await writeMail("order_received_staff", data({ customerName: before + "🎂".repeat(100) }));
  for (const part of [subject, html, text]) expect(part.isWellFormed()).toBe(true);
});

test("the previews of emails about money show the link to the receipt, as the emails do", async () => {
  const kinds = await Promise.all(
    CUSTOMER_MAIL_KINDS.map(async (kind) => {
      const mail = await writeOrderMail(kind, sampleMail(kind, settings, "https://shop.example"));
      return mail?.text.includes("Receipt 1042 (PDF):") === true ? [kind] : [];
    }),
  );
  expect(kinds.flat()).toEqual(["order_changed", "order_accepted", "order_refunded"]);
});
