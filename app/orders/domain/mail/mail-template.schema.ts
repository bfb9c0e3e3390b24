import { z } from "zod";
import { CUSTOMER_MAIL_KINDS, type MailKind, type OrderMailData } from "./order-mail.ts";
import { jsonOf } from "#app/values/json.ts";
import { formatMoney } from "#app/values/money.ts";
import { isOneOf, keysOf } from "#app/values/narrow.ts";
import { isLine, isText, tidyText } from "#app/values/text.ts";

/** Own words of one kind of email to customers, with placeholders such as {order}. An empty line begins a paragraph. */
export interface MailTemplate {
  readonly subject: string;
  readonly heading: string;
  readonly text: string;
}

type Fill = (data: OrderMailData) => string;

/** What a placeholder stands for, and its value; "" = the email has none. */
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
} as const satisfies Readonly<Record<string, { readonly label: string; readonly fill: Fill }>>;

/** "+1 Fries, time 6:30 PM → 7:00 PM", or "1 × Fries removed". */
function changesText(data: OrderMailData): string {
  if (!isOnlyLess(data)) return (data.changes ?? []).join(", ");
  return data.removedItems.length === 0 ? "" : `${data.removedItems.join(", ")} removed`;
}

/** Items were taken out, and nothing else changed; so it always was before orders could be changed in other ways. */
export function isOnlyLess({ removedItems, changes }: OrderMailData): boolean {
  return changes === undefined || changes.length === removedItems.length;
}

const ALL_CHANGES = "{changes}";

/** Words with {removed} alone would keep silent about other changes than items taken out. */
export function namesAllChanges({ subject, heading, paragraphs }: NonNullable<OrderMailData["words"]>): boolean {
  return [subject, heading, ...paragraphs].some((text) => text.includes(ALL_CHANGES));
}

type Placeholder = keyof typeof PLACEHOLDERS;

const NAMES = keysOf(PLACEHOLDERS);

const COMMON = ["name", "shop", "total", "time", "place", "phone", "payment"] as const;
const OWN: Readonly<Partial<Record<MailKind, readonly Placeholder[]>>> = {
  order_changed: ["changes", "removed"],
  order_rejected: ["reason"],
  order_cancelled: ["reason"],
  order_refunded: ["refund"],
  order_message: ["message"],
  order_payment_link: ["pay_by"],
};

/** The placeholders that mean something in this kind of email. */
export function placeholdersOf(kind: MailKind): readonly { readonly name: Placeholder; readonly label: string }[] {
  // A number comes with the payment.
  const number = kind === "order_payment_link" ? [] : (["order"] as const);
  return [...number, ...COMMON, ...(OWN[kind] ?? [])].map((name) => ({ name, label: PLACEHOLDERS[name].label }));
}

/** Where writing begins: close to the standard words, which also change with pickup and delivery. */
export const FIRST_WORDS: Readonly<Record<(typeof CUSTOMER_MAIL_KINDS)[number], MailTemplate>> = {
  order_received: {
    subject: "Order {order} received",
    heading: "Thank you, {name}. We have your order.",
    text: "We'll write to you as soon as it's accepted.\n\n{payment}",
  },
  order_changed: {
    subject: "Order {order} changed: new total {total}",
    heading: "Your order has changed.",
    text: "{changes}. Everything else stays as you ordered it.\n\n{payment}",
  },
  order_accepted: { subject: "Order {order} accepted: {time}", heading: "Accepted for {time}.", text: "{place}\n\n{payment}" },
  order_delayed: {
    subject: "Order {order} is running late: now about {time}",
    heading: "Running late: now about {time}.",
    text: "We're sorry, it's taking longer than we said.\n\nIf the new time doesn't work for you, call us: {phone}.",
  },
  order_ready: {
    subject: "Order {order} is on its way to you",
    heading: "Your order is ready.",
    text: "{place}\n\nYour number is {order}.",
  },
  order_rejected: {
    subject: "We could not take order {order}",
    heading: "Sorry, we could not take this order.",
    text: "{reason}\n\n{payment}\n\nQuestions? Call us: {phone}.",
  },
  order_cancelled: {
    subject: "Order {order} is cancelled",
    heading: "Cancelled.",
    text: "{reason}\n\n{payment}\n\nQuestions? Call us: {phone}.",
  },
  order_refunded: {
    subject: "{refund} refunded for order {order}",
    heading: "Refunded {refund}.",
    text: "{payment}\n\nQuestions? Call us: {phone}.",
  },
  order_message: {
    subject: "About your order {order}",
    heading: "A message from {shop}",
    text: "{message}\n\nQuestions? Call us: {phone}.",
  },
  order_payment_link: {
    subject: "Pay for your order at {shop}: {total}",
    heading: "Your order is ready to be paid: {total}.",
    text: "Pay by card until {pay_by}. We begin as soon as it's paid.\n\nQuestions? Call us: {phone}.",
  },
};

/** Which email the page of words shows. */
export const emailsQuery = z.object({ kind: z.enum(CUSTOMER_MAIL_KINDS).catch("order_received") });

const MESSAGE = "{message}";

const IN_BRACES = /\{([^{}]*)\}/g;

const filled = (words: string, max: number) =>
  z.string(`Enter ${words}.`).overwrite(tidyText).trim().min(1, `Enter ${words}.`).max(max, `Enter at most ${max} characters.`);

/** Words as they are typed for one kind of email; an error names the field and what would be right. */
export function mailTemplateSchema(kind: MailKind) {
  const known = placeholdersOf(kind).map(({ name }) => name);
  const own = (schema: z.ZodType<string, string>) =>
    schema.superRefine((text, context) => {
      const other = [...text.matchAll(IN_BRACES)].map(([, name = ""]) => name).find((name) => !isOneOf(known, name));
      if (other !== undefined)
        context.addIssue({ code: "custom", message: `There is no {${other}} in this email. Use one of the words in braces listed below.` });
    });
  const text = own(filled("the text", 2000).refine(isText, "Remove the character that is no text."));
  const line = (words: string) => own(filled(words, 150).refine(isLine, "Enter one line of plain text."));
  return z.object({
    subject: line("the subject"),
    heading: line("the heading"),
    text: kind === "order_message" ? text.refine((typed) => typed.includes(MESSAGE), "Keep {message}: it is what staff write.") : text,
  });
}

/** The stored words by kind; a kind that is not understood counts as none. */
export function mailTemplates(stored: string): Readonly<Partial<Record<MailKind, MailTemplate>>> {
  const all = storedTemplates(stored);
  const read = CUSTOMER_MAIL_KINDS.map((kind) => [kind, TEMPLATE.safeParse(all[kind])] as const);
  return Object.fromEntries(read.flatMap(([kind, { data }]) => (data === undefined ? [] : [[kind, data]])));
}

/** All that is stored, with kinds of another version, which saving keeps. */
export function storedTemplates(stored: string): Readonly<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).safeParse(jsonOf(stored)).data ?? {};
}

/** A configuration file may hold anything. */
const stored = z.string().overwrite(tidyText).refine(isText);
const TEMPLATE = z.object({ subject: stored, heading: stored, text: stored });

/** The words as an email's snapshot keeps them. */
export function snapshotWords({ subject, heading, text }: MailTemplate): NonNullable<OrderMailData["words"]> {
  return { subject, heading, paragraphs: text.split(PARAGRAPHS) };
}

const PARAGRAPHS = /\n\s*\n/;

/**
 * The words of one email. A paragraph is left out where one of its placeholders has no value; "" = nothing is left. What staff wrote is never left
 * out: it comes last if the words, from a configuration file, have no place for it.
 */
export function filledTemplate({ subject, heading, paragraphs }: NonNullable<OrderMailData["words"]>, data: OrderMailData) {
  const fill = (template: string) => template.replaceAll(IN_BRACES, (braces, name: string) => valueOf(name, data) ?? braces).trim();
  const hasMessage = (paragraph: string) => data.message !== null && data.message !== undefined && paragraph.includes(MESSAGE);
  const isWhole = (paragraph: string) => [...paragraph.matchAll(IN_BRACES)].every(([, name = ""]) => valueOf(name, data) !== "");
  const lost = (data.message ?? []).length > 0 && !paragraphs.some(hasMessage) ? [MESSAGE] : [];
  return {
    subject: fill(subject),
    heading: fill(heading),
    paragraphs: [...paragraphs, ...lost]
      .filter((paragraph) => hasMessage(paragraph) || isWhole(paragraph))
      .flatMap((paragraph) => fill(paragraph).split(PARAGRAPHS))
      .filter((paragraph) => paragraph !== ""),
  };
}

function valueOf(name: string, data: OrderMailData): string | null {
  return isOneOf(NAMES, name) ? PLACEHOLDERS[name].fill(data) : null;
}
