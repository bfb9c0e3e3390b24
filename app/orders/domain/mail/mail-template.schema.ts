import { removed } from "#texts/orders/mail/sentences.ts";
import * as texts from "#texts/orders/mail/templates.ts";
import { z } from "zod";
import { MY_ORDERS_LABEL, MY_ORDERS_MAIL } from "#app/mail/domain/email.ts";
import { CUSTOMER_MAIL_KINDS, MAIL_KIND_LABELS, type OrderMailData } from "./order-mail.ts";
import { jsonOf } from "#app/values/json.ts";
import { formatMoney } from "#app/values/money.ts";
import { isOneOf, keysOf } from "#app/values/narrow.ts";
import { isLine, isText, tidyText } from "#app/values/text.ts";

/** Every email to customers. Emails to staff have fixed texts. */
export const TEMPLATE_KINDS = [...CUSTOMER_MAIL_KINDS, MY_ORDERS_MAIL] as const;

export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The label of the kind for staff. */
export function templateLabel(kind: TemplateKind): string {
  return kind === MY_ORDERS_MAIL ? MY_ORDERS_LABEL : MAIL_KIND_LABELS[kind];
}

/** The shop's own texts for one kind of email to customers, with placeholders such as {order}. An empty line starts a paragraph. */
export interface MailTemplate {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

type Fill = (data: OrderMailData) => string;

/** The meaning of each placeholder, and its value; "" = the email has none. */
const PLACEHOLDERS = {
  order: { label: "number of the order", fill: (data) => data.orderNumber },
  name: { label: "first name of the customer", fill: (data) => data.customerFirstName },
  shop: { label: "name of the shop", fill: (data) => data.shopName },
  total: { label: "total", fill: (data) => formatMoney(data.amounts.finalTotal, data.format) },
  time: { label: "promised time, or the time asked for", fill: (data) => data.promisedTime ?? data.requestedTime ?? "" },
  place: {
    label: "where it is picked up or delivered",
    fill: (data) => (data.fulfillment === "pickup" ? data.shopAddress : (data.deliveryAddress ?? "")),
  },
  phone: { label: "telephone of the shop", fill: (data) => data.telephone },
  payment: { label: "sentence about the payment", fill: (data) => data.paymentSentence ?? "" },
  reason: { label: "sentence with the reason", fill: (data) => data.reasonSentence ?? "" },
  changes: { label: "all that changed", fill: changesText },
  removed: { label: "items that were taken out", fill: (data) => data.removedItems.join(", ") },
  refund: { label: "amount paid back", fill: (data) => formatMoney(data.refundAmount ?? data.amounts.refunded, data.format) },
  message: { label: "your message", fill: (data) => (data.message ?? []).join("\n\n") },
  pay_by: { label: "until when the link works", fill: (data) => data.payBy ?? "" },
  minutes: { label: "for how many minutes the link works", fill: () => "" },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly fill: Fill }>>;

/** "+1 Fries, time 6:30 PM → 7:00 PM", or "1 × Fries removed". */
function changesText(data: OrderMailData): string {
  if (!isOnlyLess(data)) return (data.changes ?? []).join(", ");
  return data.removedItems.length === 0 ? "" : removed(data.removedItems.join(", "));
}

/** Items were removed without other changes, which was the only kind of change in earlier versions. */
export function isOnlyLess({ removedItems, changes }: OrderMailData): boolean {
  return changes === undefined || changes.length === removedItems.length;
}

const ALL_CHANGES = "{changes}";

/** A text with {removed} alone would hide changes other than removed items. */
export function namesAllChanges({ subject, heading, paragraphs }: NonNullable<OrderMailData["words"]>): boolean {
  return [subject, heading, ...paragraphs].some((text) => text.includes(ALL_CHANGES));
}

type Placeholder = keyof typeof PLACEHOLDERS;

const NAMES = keysOf(PLACEHOLDERS);

/** The value of each placeholder in one email; none, or "": no value there. */
export type PlaceholderValues = Readonly<Partial<Record<Placeholder, string>>>;

/** The values in an email about an order. */
export function orderValues(data: OrderMailData): PlaceholderValues {
  return Object.fromEntries(NAMES.map((name) => [name, PLACEHOLDERS[name].fill(data)]));
}

const COMMON = ["name", "shop", "total", "time", "place", "phone", "payment"] as const;
const MY_ORDERS = ["name", "shop", "phone", "minutes"] as const;
const OWN: Readonly<Partial<Record<TemplateKind, readonly Placeholder[]>>> = {
  order_changed: ["changes", "removed"],
  order_rejected: ["reason"],
  order_cancelled: ["reason"],
  order_refunded: ["refund"],
  order_message: ["message"],
  order_payment_link: ["pay_by"],
};

/** The placeholders that have a value in this kind of email. */
export function placeholdersOf(kind: TemplateKind): readonly { readonly name: Placeholder; readonly label: string }[] {
  // An order gets its number with the payment.
  const number = kind === "order_payment_link" ? [] : (["order"] as const);
  const names = kind === MY_ORDERS_MAIL ? MY_ORDERS : [...number, ...COMMON, ...(OWN[kind] ?? [])];
  return names.map((name) => ({ name, label: PLACEHOLDERS[name].label }));
}

/** The initial texts in the form: close to the standard texts, which also depend on pickup and delivery. */
export const FIRST_WORDS: Readonly<Record<TemplateKind, MailTemplate>> = {
  order_received: { subject: texts.receivedSubject, heading: texts.receivedHeading, text: texts.receivedText },
  order_changed: { subject: texts.changedSubject, heading: texts.changedHeading, text: texts.changedText },
  order_accepted: { subject: texts.acceptedSubject, heading: texts.acceptedHeading, text: texts.acceptedText },
  order_delayed: { subject: texts.delayedSubject, heading: texts.delayedHeading, text: texts.delayedText },
  order_ready: { subject: texts.readySubject, heading: texts.readyHeading, text: texts.readyText },
  order_rejected: { subject: texts.rejectedSubject, heading: texts.rejectedHeading, text: texts.rejectedText },
  order_cancelled: { subject: texts.cancelledSubject, heading: texts.cancelledHeading, text: texts.cancelledText },
  order_refunded: { subject: texts.refundedSubject, heading: texts.refundedHeading, text: texts.refundedText },
  order_message: { subject: texts.messageSubject, heading: texts.messageHeading, text: texts.messageText },
  order_payment_link: { subject: texts.paymentLinkSubject, heading: texts.paymentLinkHeading, text: texts.paymentLinkText },
  [MY_ORDERS_MAIL]: { subject: texts.myOrdersSubject, heading: texts.myOrdersHeading, text: texts.myOrdersText },
};

/** The kind of email that the page shows. */
export const emailsQuery = z.object({ kind: z.enum(TEMPLATE_KINDS).catch("order_received") });

const MESSAGE = "{message}";

const IN_BRACES = /\{([^{}]*)\}/g;

const filled = (words: string, max: number) =>
  z.string(`Enter ${words}.`).overwrite(tidyText).trim().min(1, `Enter ${words}.`).max(max, `Enter at most ${max} characters.`);

/** The texts of one kind of email as typed; an error names the field and how to fix it. */
export function mailTemplateSchema(kind: TemplateKind) {
  const placeholders = placeholdersOf(kind).map(({ name }) => name);
  const checked = (schema: z.ZodType<string, string>) =>
    schema.superRefine((text, context) => {
      const other = [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name).find((name) => !isOneOf(placeholders, name));
      if (other !== undefined)
        context.addIssue({ code: "custom", message: `There is no {${other}} in this email. Use one of the words in braces listed below.` });
    });
  const text = checked(filled("the text", 2000).refine(isText, "Remove the character that is no text."));
  const line = (words: string) => checked(filled(words, 150).refine(isLine, "Enter one line of plain text."));
  return z.object({
    subject: line("the subject"),
    heading: line("the heading"),
    text: kind === "order_message" ? text.refine((typed) => typed.includes(MESSAGE), "Keep {message}: it is what staff write.") : text,
  });
}

/** The stored texts by kind; an invalid kind counts as missing. */
export function mailTemplates(stored: string): Readonly<Partial<Record<TemplateKind, MailTemplate>>> {
  const all = storedTemplates(stored);
  const read = TEMPLATE_KINDS.map((kind) => [kind, TEMPLATE.safeParse(all[kind])] as const);
  return Object.fromEntries(read.flatMap(([kind, { data }]) => (data === undefined ? [] : [[kind, data]])));
}

/** All stored kinds, including those of another version, which saving keeps. */
export function storedTemplates(stored: string): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).safeParse(jsonOf(stored)).data ?? {};
}

/** A configuration file may contain anything. */
const stored = z.string().overwrite(tidyText).refine(isText);
const TEMPLATE = z.object({ subject: stored, heading: stored, text: stored });

/** The texts in the format of an email's snapshot. */
export function snapshotWords({ subject, heading, text }: MailTemplate): NonNullable<OrderMailData["words"]> {
  return { subject, heading, paragraphs: text.split(PARAGRAPHS) };
}

const PARAGRAPHS = /\n\s*\n/;

/**
 * The texts of one email. A paragraph is left out where one of its placeholders has no value; "" = nothing is left. Staff's message is
 * never left out: it comes last if the texts, from a configuration file, have no placeholder for it.
 */
export function filledTemplate({ subject, heading, paragraphs }: NonNullable<OrderMailData["words"]>, values: PlaceholderValues) {
  const valueOf = (name: string) => (isOneOf(NAMES, name) ? (values[name] ?? "") : null);
  const fill = (template: string) => template.replaceAll(IN_BRACES, (braces, name: string) => valueOf(name) ?? braces).trim();
  const isSent = valueOf("message") !== "";
  const hasMessage = (paragraph: string) => isSent && paragraph.includes(MESSAGE);
  const isWhole = (paragraph: string) => [...paragraph.matchAll(IN_BRACES)].every(([, name = ""]) => valueOf(name) !== "");
  const lost = isSent && !paragraphs.some(hasMessage) ? [MESSAGE] : [];
  return {
    subject: fill(subject),
    heading: fill(heading),
    paragraphs: [...paragraphs, ...lost]
      .filter((paragraph) => hasMessage(paragraph) || isWhole(paragraph))
      .flatMap((paragraph) => fill(paragraph).split(PARAGRAPHS))
      .filter((paragraph) => paragraph !== ""),
  };
}
