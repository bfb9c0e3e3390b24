import * as texts from "#texts/payments/card-problems.ts";
/** Message without a card provider; the phone number may be "". */
export function noCardSentence(telephone: string): string {
  return telephone === "" ? texts.notSetUp : texts.notSetUpCall(telephone);
}

/** Tells staff what to do when the shop has no card provider. */
export const NO_CARD_ALARM =
  "Customers cannot pay by card: enter the Stripe public key and secret key. For a demo with test cards, start the shop with DEMO_PAYMENTS=on.";
