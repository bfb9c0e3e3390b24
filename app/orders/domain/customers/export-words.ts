import * as texts from "#texts/orders/export/export-states.ts";

/* Labels of stored states in the person's export. */

type Words = Readonly<Record<string, string>>;

const PAYMENT: Words = {
  requires_payment_method: texts.notPaid,
  requires_confirmation: texts.notConfirmed,
  requires_action: texts.notConfirmedAtBank,
  processing: texts.underWay,
  requires_capture: texts.onHold,
  succeeded: texts.charged,
  canceled: texts.released,
};

const REFUND: Words = {
  pending: texts.underWay,
  requires_action: texts.underWay,
  succeeded: texts.paidBack,
  failed: texts.didNotArrive,
  canceled: texts.notMade,
};

const EMAIL: Words = { queued: texts.waitsToBeSent, sent: texts.sent, failed: texts.notSent };

const REVIEW: Words = { pending: texts.notDecided, approved: texts.shown, hidden: texts.notShown };

const USE: Words = { held: texts.reserved, redeemed: texts.used, released: texts.notUsed };

/** An unknown state of a later release keeps its name. */
const named = (words: Words) => (state: string) => words[state] ?? state.replaceAll("_", " ");

export const paymentStatusWords = named(PAYMENT);
export const refundStatusWords = named(REFUND);
export const emailStatusWords = named(EMAIL);
export const reviewStatusWords = named(REVIEW);
export const promotionUseWords = named(USE);
