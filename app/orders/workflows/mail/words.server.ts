import * as changedTexts from "#texts/orders/mail/changed.ts";
import * as sentences from "#texts/orders/mail/sentences.ts";
import * as ticketTexts from "#texts/orders/mail/ticket.ts";
import * as texts from "#texts/orders/mail/to-customer.ts";
import * as staffTexts from "#texts/orders/mail/to-staff.ts";
import { cutText } from "#app/values/text.ts";
import { formatMoney } from "#app/values/money.ts";
import { changeSentence, editSentence } from "#app/orders/domain/order-sentences.ts";
import { filledTemplate, isOnlyLess, namesAllChanges, orderValues } from "#app/orders/domain/mail/mail-template.schema.ts";
import { isForStaff, type MailKind, type OrderMailData } from "#app/orders/domain/mail/order-mail.ts";
import { testWords } from "#app/orders/domain/test-payment.ts";

/** The texts of one email; layout is elsewhere. */
export interface MailWords {
  readonly subject: string;
  /** The line an inbox shows after the subject. */
  readonly preheader: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  /** The link to the receipt as PDF, and its label; null in emails before the order is accepted. */
  readonly receipt: { readonly label: string; readonly plainLabel: string; readonly url: string } | null;
  readonly audience: "customer" | "staff";
}

type Told = Pick<MailWords, "subject" | "heading"> & { readonly paragraphs: readonly (string | null)[]; readonly button?: string };

/** React Email shows no more, and could cut an emoji in half. */
const PREHEADER_LENGTH = 150;

/** Emails about a payment or its change. */
const WITH_RECEIPT: ReadonlySet<MailKind> = new Set<MailKind>(["order_accepted", "order_changed", "order_refunded"]);

/** Texts of each kind of email. */
export function mailWords(kind: MailKind, data: OrderMailData): MailWords {
  const standard = WORDS[kind](data);
  const isSilent = kind === "order_changed" && !isOnlyLess(data) && data.words !== undefined && !namesAllChanges(data.words);
  const words = data.words === undefined || isSilent ? standard : ownWords(data.words, data, standard);
  const audience = isForStaff(kind) ? "staff" : "customer";
  const isTestOrder = data.isTestOrder === true;
  const test = testWords({ isTestOrder, isTest: data.isTestPayment === true }).map(sentences.asSentence);
  const paragraphs = [...words.paragraphs, ...(data.goesWith ?? []).map(sentences.asSentence), ...test].filter(
    (paragraph): paragraph is string => paragraph !== null,
  );
  return {
    subject: oneLine(isTestOrder ? texts.subjectOfTestOrder(words.subject) : words.subject),
    preheader: cutText(oneLine(paragraphs.join(" ")), PREHEADER_LENGTH),
    heading: oneLine(words.heading),
    paragraphs: paragraphs.map(oneLine),
    button:
      audience === "staff"
        ? { label: words.button ?? staffTexts.openOrder, url: data.staffUrl }
        : { label: words.button ?? texts.followOrder, url: data.statusUrl },
    receipt: WITH_RECEIPT.has(kind) ? receiptLink(data) : null,
    audience,
  };
}

function receiptLink({ receiptUrl, receiptNumber }: OrderMailData): MailWords["receipt"] {
  if (receiptUrl === undefined) return null;
  // It may not have a number yet.
  return receiptNumber === undefined
    ? { label: ticketTexts.downloadReceipt, plainLabel: ticketTexts.plainReceipt, url: receiptUrl }
    : {
        label: ticketTexts.downloadReceiptNumber(receiptNumber),
        plainLabel: ticketTexts.plainReceiptNumber(receiptNumber),
        url: receiptUrl,
      };
}

/** Subject and heading are never empty. */
function ownWords(words: NonNullable<OrderMailData["words"]>, data: OrderMailData, standard: Told): Told {
  const { subject, heading, paragraphs } = filledTemplate(words, orderValues(data));
  return { ...standard, subject: subject || standard.subject, heading: heading || standard.heading, paragraphs };
}

const WORDS: Readonly<Record<MailKind, (data: OrderMailData) => Told>> = {
  order_received: (data) => ({
    subject: texts.receivedSubject(data.orderNumber),
    heading: data.customerFirstName === "" ? texts.thankYou : texts.thankYouByName(data.customerFirstName),
    paragraphs: [texts.weWillWrite, data.paymentSentence],
  }),
  order_accepted: (data) => ({
    ...accepted(data),
    paragraphs: [data.fulfillment === "pickup" ? pickupPlace(data) : null, data.paymentSentence],
  }),
  order_changed: (data) => {
    // A refund of units leaves the total unchanged; the payment sentence has the amount.
    const isRefund = data.refundAmount !== null && (!isOnlyLess(data) || data.amounts.refunded > 0);
    const newTotal = isRefund ? null : data.amounts.finalTotal;
    // It gets its number with the payment.
    const isUnpaid = data.orderNumber === "" && data.payBy !== undefined;
    const amount = formatMoney(newTotal ?? data.refundAmount ?? 0, data.format);
    return {
      subject: (isRefund ? refundSubject : totalSubject)(data, amount),
      heading: isOnlyLess(data)
        ? editSentence(data.removedItems, newTotal, data.format)
        : changeSentence(data.changes ?? [], newTotal, data.format),
      paragraphs: [
        changedTexts.restStays,
        isUnpaid ? changedTexts.payUntil(data.payBy) : data.paymentSentence,
        withPhone(data, changedTexts.notAgreed),
      ],
      ...(isUnpaid ? { button: texts.checkAndPay } : {}),
    };
  },
  order_delayed: ({ orderNumber, promisedTime, ...data }) => ({
    subject: promisedTime === null ? texts.lateSubject(orderNumber) : texts.lateUntilSubject(orderNumber, promisedTime),
    heading: promisedTime === null ? texts.late : texts.lateUntil(promisedTime),
    paragraphs: [texts.lateSorry, withPhone(data, texts.newTimeDoesNotWork)],
  }),
  order_ready: (data) =>
    data.fulfillment === "pickup"
      ? {
          subject: texts.readySubject(data.orderNumber),
          heading: texts.ready,
          paragraphs: [pickupPlace(data), texts.sayNumber(data.orderNumber)],
        }
      : {
          subject: texts.onItsWaySubject(data.orderNumber),
          heading: texts.onItsWay,
          paragraphs: [data.deliveryAddress === null ? null : texts.goingTo(data.deliveryAddress), withPhone(data, texts.anythingUnclear)],
        },
  order_rejected: (data) => ({
    subject: texts.rejectedSubject(data.orderNumber),
    heading: texts.rejected,
    paragraphs: [data.reasonSentence, data.paymentSentence, withPhone(data, texts.questions)],
    button: texts.seeOrOrderAgain,
  }),
  order_cancelled: (data) => ({
    subject: texts.cancelledSubject(data.orderNumber),
    heading: texts.cancelled,
    paragraphs: [data.reasonSentence, data.paymentSentence, withPhone(data, texts.questions)],
    button: texts.seeOrder,
  }),
  order_refunded: (data) => {
    const amount = formatMoney(data.refundAmount ?? data.amounts.refunded, data.format);
    return {
      subject: texts.refundedSubject(amount, data.orderNumber),
      heading: texts.refunded(amount),
      paragraphs: [data.paymentSentence, withPhone(data, texts.questions)],
      button: texts.seeOrder,
    };
  },
  order_message: (data) => ({
    subject: texts.messageSubject(data.orderNumber),
    heading: texts.messageFrom(data.shopName),
    paragraphs: [...(data.message ?? []), withPhone(data, texts.questions)],
    button: texts.seeOrder,
  }),
  order_payment_link: (data) => {
    const total = formatMoney(data.amounts.finalTotal, data.format);
    return {
      subject: texts.payLinkSubject(data.shopName, total),
      heading: texts.readyToBePaid(total),
      paragraphs: [
        data.payBy === undefined ? texts.weBeginWhenPaid : texts.payUntilOrDropped(data.payBy),
        withPhone(data, texts.questions),
      ],
      button: texts.checkAndPay,
    };
  },
  order_received_staff: (data) => {
    const subject = data.fulfillment === "pickup" ? staffTexts.newPickupSubject : staffTexts.newDeliverySubject;
    return {
      subject: subject(data.orderNumber, formatMoney(data.amounts.finalTotal, data.format)),
      heading: staffTexts.newOrder(data.orderNumber),
      paragraphs: [`${customer(data)} ${wish(data)}`],
    };
  },
  order_unheard_staff: (data) => ({
    subject: staffTexts.unheardSubject(data.orderNumber),
    heading: staffTexts.unheard(data.orderNumber),
    paragraphs: [staffTexts.noScreenWithSound, `${customer(data)} ${wish(data)}`],
  }),
  order_waiting_staff: (data) => ({
    subject: staffTexts.waitingSubject(data.orderNumber),
    heading: staffTexts.waiting(data.orderNumber),
    paragraphs: [staffTexts.stillWaiting, `${customer(data)} ${wish(data)}`],
  }),
  order_cancelled_staff: (data) => ({
    subject: staffTexts.cancelledSubject(data.orderNumber),
    heading: staffTexts.cancelled(data.orderNumber),
    paragraphs: [staffTexts.stop, customer(data)],
  }),
  ordering_paused_staff: (data) => ({
    subject: staffTexts.pausedSubject(data.orderNumber),
    heading: staffTexts.paused,
    paragraphs: [staffTexts.noAnswers(data.orderNumber), staffTexts.takeOrdersAgain, customer(data)],
  }),
};

function accepted({ orderNumber, promisedTime, fulfillment }: OrderMailData): Pick<Told, "subject" | "heading"> {
  if (promisedTime === null) return { subject: texts.acceptedSubject(orderNumber), heading: texts.accepted };
  return fulfillment === "pickup"
    ? { subject: texts.acceptedReadyAboutSubject(orderNumber, promisedTime), heading: texts.acceptedReadyAbout(promisedTime) }
    : { subject: texts.acceptedDeliverySubject(orderNumber, promisedTime), heading: texts.acceptedDelivery(promisedTime) };
}

function totalSubject({ orderNumber, payBy }: OrderMailData, total: string): string {
  if (orderNumber !== "") return changedTexts.changedTotalSubject(orderNumber, total);
  return payBy === undefined ? changedTexts.unnumberedTotalSubject(total) : changedTexts.unpaidTotalSubject(total);
}

function refundSubject({ orderNumber, payBy }: OrderMailData, amount: string): string {
  if (orderNumber !== "") return changedTexts.changedRefundSubject(orderNumber, amount);
  return payBy === undefined ? changedTexts.unnumberedRefundSubject(amount) : changedTexts.unpaidRefundSubject(amount);
}

function pickupPlace({ shopAddress }: OrderMailData): string | null {
  return shopAddress === "" ? null : texts.pickUpAt(shopAddress);
}

function withPhone({ telephone }: Pick<OrderMailData, "telephone">, sentence: (telephone: string) => string): string | null {
  return telephone === "" ? null : sentence(telephone);
}

function customer({ customerName, customerPhone }: OrderMailData): string {
  return customerPhone === "" ? staffTexts.name(customerName) : staffTexts.nameAndTelephone(customerName, customerPhone);
}

function wish({ fulfillment, requestedTime }: OrderMailData): string {
  if (requestedTime === null) return fulfillment === "pickup" ? staffTexts.pickupSoon : staffTexts.deliverySoon;
  return fulfillment === "pickup" ? staffTexts.pickupFor(requestedTime) : staffTexts.deliveryFor(requestedTime);
}

/** Removes line breaks from names and notes. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
