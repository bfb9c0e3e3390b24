import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "#app/store/domain/settings.ts";
import {
  filledTemplate,
  FIRST_WORDS,
  mailTemplates,
  mailTemplateSchema,
  orderValues,
  snapshotWords,
  TEMPLATE_KINDS,
} from "./mail-template.schema.ts";
import type { CUSTOMER_MAIL_KINDS } from "./order-mail.ts";
import { sampleMail } from "./sample-mail.ts";

const settings = { ...DEFAULT_SETTINGS, APP_NAME: "Leaf", TELEPHONE: "416 555 0142", STREET_ADDRESS: "1 King St" };
const sample = (kind: (typeof CUSTOMER_MAIL_KINDS)[number]) => sampleMail(kind, settings, "https://leaf.example");
const valuesOf = (kind: (typeof TEMPLATE_KINDS)[number]) =>
  kind === "my_orders" ? { name: "Ana", shop: "Leaf", phone: "416 555 0142", minutes: "15" } : orderValues(sample(kind));

test.each(TEMPLATE_KINDS)("%s: the first words are valid and leave no braces", (kind) => {
  expect(mailTemplateSchema(kind).safeParse(FIRST_WORDS[kind]).success).toBe(true);
  const { subject, heading, paragraphs } = filledTemplate(snapshotWords(FIRST_WORDS[kind]), valuesOf(kind));
  expect([subject, heading, ...paragraphs].join("\n")).not.toMatch(/[{}]|undefined|null/);
  expect(paragraphs.length).toBeGreaterThan(0);
});

test("leaves out a paragraph with a placeholder that has no value", () => {
  const words = { subject: "Order {order}", heading: "Hello {name}", text: "{reason}\n\nWhy: {reason}\n\nCall {phone}.\n \n{payment}" };
  const data = { ...sample("order_received"), reasonSentence: null, paymentSentence: "Paid." };
  expect(filledTemplate(snapshotWords(words), orderValues(data))).toEqual({
    subject: "Order A-042",
    heading: "Hello Ana",
    paragraphs: ["Call 416 555 0142.", "Paid."],
  });
});

test.each([
  ["beside a placeholder without a value", "{message}\nCall us: {phone}", ["No nuts\nCall us:"]],
  ["without a place for it", "Hello.\n\nCall us: {phone}", ["Hello.", "No nuts"]],
])("never leaves out what staff wrote: %s", (_, text, paragraphs) => {
  const data = { ...sample("order_message"), telephone: "", message: ["No nuts"] };
  expect(filledTemplate(snapshotWords({ subject: "a", heading: "b", text }), orderValues(data)).paragraphs).toEqual(paragraphs);
});

test("does not fill placeholders inside values", () => {
  const words = { subject: "{name}", heading: "{name}", text: "{message}" };
  const data = { ...sample("order_message"), customerFirstName: "{total}", message: ["One", "{phone}"] };
  expect(filledTemplate(snapshotWords(words), orderValues(data))).toEqual({
    subject: "{total}",
    heading: "{total}",
    paragraphs: ["One", "{phone}"],
  });
});

test.each([
  ["order_received", { text: "Refund {refund}" }, "There is no {refund} in this email."],
  ["order_received", { subject: "{oops}" }, "There is no {oops} in this email."],
  ["order_received", { text: "{ order }" }, "There is no { order } in this email."],
  ["order_received", { text: "{Order}" }, "There is no {Order} in this email."],
  ["order_payment_link", { subject: "Order {order}" }, "There is no {order} in this email."],
  ["order_received", { subject: "a\nb" }, "Enter one line of plain text."],
  ["order_received", { text: "a\u0000b" }, "Remove the character that is no text."],
  ["order_received", { heading: " " }, "Enter the heading."],
  ["order_received", { text: "x".repeat(2001) }, "Enter at most 2000 characters."],
  ["order_message", { text: "Hello {name}" }, "Keep {message}"],
  ["my_orders", { text: "Order {order}" }, "There is no {order} in this email."],
  ["order_received", { text: "{minutes} minutes" }, "There is no {minutes} in this email."],
] as const)("refuses in %s: %j", (kind, change, sentence) => {
  const read = mailTemplateSchema(kind).safeParse({ ...FIRST_WORDS[kind], ...change });
  expect(read.success ? "" : read.error.issues[0]?.message).toContain(sentence);
});

test("ignores invalid stored texts", () => {
  const own = { subject: "a", heading: "b", text: "c" };
  expect(mailTemplates(JSON.stringify({ order_ready: own }))).toEqual({ order_ready: own });
  expect(mailTemplates(JSON.stringify({ order_ready: own, order_of_tomorrow: own, order_accepted: { subject: 1 } }))).toEqual({
    order_ready: own,
  });
  for (const stored of ["", "{", "[]", '{"order_ready":{"subject":1}}', '{"nothing":{}}'])
    expect(mailTemplates(stored), stored).toEqual({});
});

test("examples use the shop's time zone", () => {
  const timesIn = (LOCALE: string) => {
    const { promisedTime, payBy } = sampleMail("order_payment_link", { ...settings, LOCALE }, "https://leaf.example");
    return [promisedTime, payBy];
  };
  expect(timesIn("en-US")).toEqual(["6:45 PM", "7:30 PM"]);
  expect(timesIn("fr-FR")).toEqual(["18:45", "19:30"]);
});
