/** The provider's codes for a failed card payment; null if none. */
export interface Decline {
  readonly code: string | null;
  readonly declineCode: string | null;
}

const ANOTHER_CARD = "Try another card.";
const CALL_THE_BANK = "Call your bank, or try another card.";
const AGAIN = "Wait a minute and try again, or use another card.";

/** Lost, stolen and fraudulent cards get the generic text on purpose. */
const PLAIN = `Your bank declined this card. ${CALL_THE_BANK}`;
const UNCONFIRMED = "Your bank could not confirm that it is you. Try again and answer its question, or use another card.";
const EXPIRY = "Check the month and year your card expires.";
const NUMBER = "Check the card number.";
const CVC = "Check the security code: the three or four digits printed on the card.";
const POSTAL_CODE = "The postal code does not match the card. Check it, or try another card.";
const NOT_SUPPORTED = `This card does not allow this kind of purchase. ${ANOTHER_CARD}`;
const OVER_LIMIT = `This card is over its limit. ${CALL_THE_BANK}`;
const BANK_SILENT = `Your bank did not answer. ${AGAIN}`;
const PIN = `Your bank asks for a PIN, which cannot be entered here. ${ANOTHER_CARD}`;

/**
 * Customer messages by decline code: what happened and what to do. Unknown codes get the generic message, because the provider's texts are written
 * for developers.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: `There is not enough money on this card. ${ANOTHER_CARD}`,
  expired_card: `This card has expired. ${ANOTHER_CARD}`,
  incorrect_cvc: CVC,
  invalid_cvc: CVC,
  incomplete_cvc: CVC,
  incorrect_number: NUMBER,
  invalid_number: NUMBER,
  incomplete_number: NUMBER,
  invalid_account: `The bank does not know this card. ${ANOTHER_CARD}`,
  new_account_information_available: `The bank does not know this card. ${ANOTHER_CARD}`,
  invalid_expiry_month: EXPIRY,
  invalid_expiry_month_past: EXPIRY,
  invalid_expiry_year: EXPIRY,
  invalid_expiry_year_past: EXPIRY,
  incomplete_expiry: EXPIRY,
  incorrect_address: "The address does not match the card. Check it, or try another card.",
  incorrect_zip: POSTAL_CODE,
  incomplete_zip: POSTAL_CODE,
  card_velocity_exceeded: OVER_LIMIT,
  withdrawal_count_limit_exceeded: OVER_LIMIT,
  amount_too_large: OVER_LIMIT,
  invalid_amount: OVER_LIMIT,
  card_not_supported: NOT_SUPPORTED,
  currency_not_supported: `This card cannot pay in the shop's currency. ${ANOTHER_CARD}`,
  not_permitted: NOT_SUPPORTED,
  service_not_allowed: NOT_SUPPORTED,
  transaction_not_allowed: NOT_SUPPORTED,
  authentication_required: UNCONFIRMED,
  authentication_not_handled: UNCONFIRMED,
  mobile_device_authentication_required: UNCONFIRMED,
  payment_intent_authentication_failure: UNCONFIRMED,
  approve_with_id: AGAIN,
  issuer_not_available: BANK_SILENT,
  processing_error: `The card network had a problem. ${AGAIN}`,
  reenter_transaction: `The card network had a problem. ${AGAIN}`,
  try_again_later: BANK_SILENT,
  no_action_taken: BANK_SILENT,
  duplicate_transaction: "Your bank has just seen the same payment. Check your email for an order before you try again.",
  incorrect_pin: PIN,
  invalid_pin: PIN,
  offline_pin_required: PIN,
  online_or_offline_pin_required: PIN,
  pin_try_exceeded: PIN,
  testmode_decline: "This is a test shop: only test cards work here.",
  test_mode_live_card: "This is a test shop: only test cards work here.",
  live_mode_test_card: `This is a test card, and this shop takes real payments. ${ANOTHER_CARD}`,
};

/** The message for a failed payment. Never empty, never the provider's text. */
export function declineSentence({ code, declineCode }: Decline): string {
  return SENTENCES[declineCode ?? ""] ?? SENTENCES[code ?? ""] ?? PLAIN;
}
