/* What stored states are called where the person reads them. */

type Words = Readonly<Record<string, string>>;

const PAYMENT: Words = {
  requires_payment_method: "not paid",
  requires_confirmation: "not confirmed",
  requires_action: "not confirmed at the bank",
  processing: "under way",
  requires_capture: "on hold",
  succeeded: "charged",
  canceled: "released",
};

const REFUND: Words = {
  pending: "under way",
  requires_action: "under way",
  succeeded: "paid back",
  failed: "did not arrive",
  canceled: "not made",
};

const EMAIL: Words = { queued: "Waits to be sent", sent: "Sent", failed: "Could not be sent" };

const REVIEW: Words = { pending: "Not decided yet", approved: "Shown", hidden: "Not shown" };

const USE: Words = { held: "reserved", redeemed: "used", released: "not used in the end" };

/** One that a later release stores keeps its name. */
const named = (words: Words) => (state: string) => words[state] ?? state.replaceAll("_", " ");

export const paymentStatusWords = named(PAYMENT);
export const refundStatusWords = named(REFUND);
export const emailStatusWords = named(EMAIL);
export const reviewStatusWords = named(REVIEW);
export const promotionUseWords = named(USE);
