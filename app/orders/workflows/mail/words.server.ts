import { capitalised, cutText } from "#app/values/text.ts";
import { formatMoney } from "#app/values/money.ts";
import { changeSentence, editSentence } from "#app/orders/domain/order-sentences.ts";
import { filledTemplate, isOnlyLess, namesAllChanges } from "#app/orders/domain/mail/mail-template.schema.ts";
import { isForStaff, type MailKind, type OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import { TEST_ORDER, testWords } from "#app/orders/domain/test-payment.ts";

/** The words of one mail; layout is elsewhere. */
export interface MailWords {
  readonly subject: string;
  /** The line an inbox shows after the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  /** Where customers download the receipt as PDF; null in emails before the order is accepted. */
  readonly receiptUrl: string | null;
  readonly audience: "customer" | "staff";
}

type Told = Pick<MailWords, "subject" | "heading"> & { readonly paragraphs: readonly (string | null)[]; readonly button?: string };

/** React Email shows no more of it, and would cut an emoji in half. */
const PREHEADER_LENGTH = 150;

/** Emails about money that was paid or changed. */
const WITH_RECEIPT: ReadonlySet<MailKind> = new Set<MailKind>(["order_accepted", "order_changed", "order_refunded"]);

/** Texts of each kind of email. */
export function mailWords(kind: MailKind, data: OrderMailData): MailWords {
  const standard = WORDS[kind](data);
  const isSilent = kind === "order_changed" && !isOnlyLess(data) && data.words !== undefined && !namesAllChanges(data.words);
  const told = data.words === undefined || isSilent ? standard : ownWords(data.words, data, standard);
  const audience = isForStaff(kind) ? "staff" : "customer";
  const isTestOrder = data.isTestOrder === true;
  const test = testWords({ isTestOrder, isTest: data.isTestPayment === true }).map((sentence) => `${sentence}.`);
  const paragraphs = [...told.paragraphs, ...(data.goesWith ?? []).map((words) => `${words}.`), ...test].filter(
    (paragraph): paragraph is string => paragraph !== null,
  );
  return {
    subject: oneLine(isTestOrder ? `${TEST_ORDER}: ${told.subject}` : told.subject),
    preheader: cutText(oneLine(paragraphs.join(" ")), PREHEADER_LENGTH),
    heading: oneLine(told.heading),
    paragraphs: paragraphs.map(oneLine),
    button:
      audience === "staff"
        ? { label: told.button ?? "Open the order", url: data.staffUrl }
        : { label: told.button ?? "Follow your order", url: data.statusUrl },
    receiptUrl: WITH_RECEIPT.has(kind) ? (data.receiptUrl ?? null) : null,
    audience,
  };
}

/** Subject and heading are never empty. */
function ownWords(words: NonNullable<OrderMailData["words"]>, data: OrderMailData, standard: Told): Told {
  const { subject, heading, paragraphs } = filledTemplate(words, data);
  return { ...standard, subject: subject || standard.subject, heading: heading || standard.heading, paragraphs };
}

const WORDS: Readonly<Record<MailKind, (data: OrderMailData) => Told>> = {
  order_received: (data) => ({
    subject: `Order ${data.orderNumber} received`,
    heading: `Thank you${data.customerFirstName === "" ? "" : `, ${data.customerFirstName}`}. We have your order.`,
    paragraphs: ["We'll write to you as soon as it's accepted.", data.paymentSentence],
  }),
  order_accepted: (data) => ({
    subject: data.promisedTime === null ? `Order ${data.orderNumber} accepted` : `Order ${data.orderNumber} accepted: ${promise(data)}`,
    heading: data.promisedTime === null ? "Accepted." : `Accepted. ${capitalised(promise(data))}.`,
    paragraphs: [data.fulfillment === "pickup" ? pickupPlace(data) : null, data.paymentSentence],
  }),
  order_changed: (data) => {
    const total = formatMoney(data.amounts.finalTotal, data.format);
    // A refund of units leaves the total as it was; the sentence about the payment names the amount.
    const isRefund = data.refundAmount !== null && (!isOnlyLess(data) || data.amounts.refunded > 0);
    const newTotal = isRefund ? null : data.amounts.finalTotal;
    // Its number comes with the payment.
    const isUnpaid = data.orderNumber === "" && data.payBy !== undefined;
    const unnumbered = isUnpaid ? "Your unpaid order changed" : "Your order changed";
    const subject = data.orderNumber === "" ? unnumbered : `Order ${data.orderNumber} changed`;
    return {
      subject: `${subject}: ${isRefund ? `${formatMoney(data.refundAmount ?? 0, data.format)} goes back to your card` : `new total ${total}`}`,
      heading: isOnlyLess(data)
        ? editSentence(data.removedItems, newTotal, data.format)
        : changeSentence(data.changes ?? [], newTotal, data.format),
      paragraphs: [
        "Everything else stays as you ordered it.",
        isUnpaid ? `Pay by card until ${data.payBy}.` : data.paymentSentence,
        phone(data, "Not what you agreed with us? Call us"),
      ],
      ...(isUnpaid ? { button: "Check and pay" } : {}),
    };
  },
  order_delayed: (data) => ({
    subject:
      data.promisedTime === null
        ? `Order ${data.orderNumber} is running late`
        : `Order ${data.orderNumber} is running late: now about ${data.promisedTime}`,
    heading: data.promisedTime === null ? "Running late." : `Running late: now about ${data.promisedTime}.`,
    paragraphs: ["We're sorry, it's taking longer than we said.", phone(data, "If the new time doesn't work for you, call us")],
  }),
  order_ready: (data) =>
    data.fulfillment === "pickup"
      ? {
          subject: `Order ${data.orderNumber} is ready`,
          heading: "Ready, come by.",
          paragraphs: [pickupPlace(data), `Say your number at the counter: ${data.orderNumber}.`],
        }
      : {
          subject: `Order ${data.orderNumber} is on its way`,
          heading: "On its way.",
          paragraphs: [
            data.deliveryAddress === null ? null : `It is going to ${data.deliveryAddress}.`,
            phone(data, "If anything is unclear, call us"),
          ],
        },
  order_rejected: (data) => ({
    subject: `We could not take order ${data.orderNumber}`,
    heading: "Sorry, we could not take this order.",
    paragraphs: [data.reasonSentence, data.paymentSentence, phone(data, "Questions? Call us")],
    button: "See the order, or order again",
  }),
  order_cancelled: (data) => ({
    subject: `Order ${data.orderNumber} is cancelled`,
    heading: "Cancelled.",
    paragraphs: [data.reasonSentence, data.paymentSentence, phone(data, "Questions? Call us")],
    button: "See the order",
  }),
  order_refunded: (data) => {
    const amount = formatMoney(data.refundAmount ?? data.amounts.refunded, data.format);
    return {
      subject: `${amount} refunded for order ${data.orderNumber}`,
      heading: `Refunded ${amount}.`,
      paragraphs: [data.paymentSentence, phone(data, "Questions? Call us")],
      button: "See the order",
    };
  },
  order_message: (data) => ({
    subject: `About your order ${data.orderNumber}`,
    heading: `A message from ${data.shopName}`,
    paragraphs: [...(data.message ?? []), phone(data, "Questions? Call us")],
    button: "See the order",
  }),
  order_payment_link: (data) => {
    const total = formatMoney(data.amounts.finalTotal, data.format);
    return {
      subject: `Pay for your order at ${data.shopName}: ${total}`,
      heading: `Your order is ready to be paid: ${total}.`,
      paragraphs: [
        data.payBy === undefined
          ? "We begin as soon as it's paid."
          : `Pay by card until ${data.payBy}. We begin as soon as it's paid; after that time the order is dropped.`,
        phone(data, "Questions? Call us"),
      ],
      button: "Check and pay",
    };
  },
  order_received_staff: (data) => ({
    subject: `New order ${data.orderNumber}: ${data.fulfillment}, ${formatMoney(data.amounts.finalTotal, data.format)}`,
    heading: `New order ${data.orderNumber}.`,
    paragraphs: [`${customer(data)} ${wish(data)}`],
  }),
  order_unheard_staff: (data) => ({
    subject: `Order ${data.orderNumber} is waiting, no screen open`,
    heading: `Order ${data.orderNumber} is waiting, and alerts are off on every screen.`,
    paragraphs: [
      "No open screen has its sound on. Open the orders page on a device and press “Accept” when it asks about notifications.",
      `${customer(data)} ${wish(data)}`,
    ],
  }),
  order_waiting_staff: (data) => ({
    subject: `Order ${data.orderNumber} is waiting for an answer`,
    heading: `Order ${data.orderNumber} is waiting.`,
    paragraphs: [
      "It is still waiting for confirmation. Open the orders page on a device with its sound on.",
      `${customer(data)} ${wish(data)}`,
    ],
  }),
  order_cancelled_staff: (data) => ({
    subject: `Order ${data.orderNumber} was cancelled by the customer`,
    heading: `The customer cancelled order ${data.orderNumber}.`,
    paragraphs: ["If you have started on it, stop.", customer(data)],
  }),
  ordering_paused_staff: (data) => ({
    subject: `Ordering was paused automatically: nobody answered order ${data.orderNumber}`,
    heading: "Ordering was paused automatically.",
    paragraphs: [
      `Orders in a row got no answer in time and were refused, the last one was ${data.orderNumber}. Customers now read that the shop takes no orders for the moment.`,
      "When somebody is there again, press “Take orders again” on the orders page.",
      customer(data),
    ],
  }),
};

function promise({ fulfillment, promisedTime }: OrderMailData): string {
  return `${fulfillment === "pickup" ? "ready about" : "estimated delivery"} ${promisedTime}`;
}

function pickupPlace({ shopAddress }: OrderMailData): string | null {
  return shopAddress === "" ? null : `Pick it up at ${shopAddress}.`;
}

function phone({ telephone }: OrderMailData, words: string): string | null {
  return telephone === "" ? null : `${words}: ${telephone}.`;
}

function customer({ customerName, customerPhone }: OrderMailData): string {
  return `${customerName}${customerPhone === "" ? "" : `, ${customerPhone}`}.`;
}

function wish({ fulfillment, requestedTime }: OrderMailData): string {
  return `${fulfillment === "pickup" ? "Pickup" : "Delivery"}, ${requestedTime === null ? "as soon as possible" : `for ${requestedTime}`}.`;
}

/** Removes line breaks from names and notes. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
