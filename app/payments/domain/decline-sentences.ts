import * as texts from "#texts/payments/declines.ts";

/** The provider's codes for a failed card payment; null if none. */
export interface Decline {
  readonly code: string | null;
  readonly declineCode: string | null;
}

/**
 * Customer messages by decline code: what happened and what to do. Unknown codes get the generic message, because the provider's texts are written
 * for developers.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: texts.noFunds,
  expired_card: texts.expired,
  incorrect_cvc: texts.checkSecurityCode,
  invalid_cvc: texts.checkSecurityCode,
  incomplete_cvc: texts.checkSecurityCode,
  incorrect_number: texts.checkNumber,
  invalid_number: texts.checkNumber,
  incomplete_number: texts.checkNumber,
  invalid_account: texts.unknownCard,
  new_account_information_available: texts.unknownCard,
  invalid_expiry_month: texts.checkExpiry,
  invalid_expiry_month_past: texts.checkExpiry,
  invalid_expiry_year: texts.checkExpiry,
  invalid_expiry_year_past: texts.checkExpiry,
  incomplete_expiry: texts.checkExpiry,
  incorrect_address: texts.checkAddress,
  incorrect_zip: texts.checkPostalCode,
  incomplete_zip: texts.checkPostalCode,
  card_velocity_exceeded: texts.overLimit,
  withdrawal_count_limit_exceeded: texts.overLimit,
  amount_too_large: texts.overLimit,
  invalid_amount: texts.overLimit,
  card_not_supported: texts.notSupported,
  currency_not_supported: texts.otherCurrency,
  not_permitted: texts.notSupported,
  service_not_allowed: texts.notSupported,
  transaction_not_allowed: texts.notSupported,
  authentication_required: texts.notConfirmed,
  authentication_not_handled: texts.notConfirmed,
  mobile_device_authentication_required: texts.notConfirmed,
  payment_intent_authentication_failure: texts.notConfirmed,
  approve_with_id: texts.waitAndTryAgain,
  issuer_not_available: texts.bankSilent,
  processing_error: texts.networkProblem,
  reenter_transaction: texts.networkProblem,
  try_again_later: texts.bankSilent,
  no_action_taken: texts.bankSilent,
  duplicate_transaction: texts.samePayment,
  incorrect_pin: texts.needsPin,
  invalid_pin: texts.needsPin,
  offline_pin_required: texts.needsPin,
  online_or_offline_pin_required: texts.needsPin,
  pin_try_exceeded: texts.needsPin,
  testmode_decline: texts.onlyTestCards,
  test_mode_live_card: texts.onlyTestCards,
  live_mode_test_card: texts.noTestCards,
};

/** The message for a failed payment. Never empty, never the provider's text. */
export function declineSentence({ code, declineCode }: Decline): string {
  return SENTENCES[declineCode ?? ""] ?? SENTENCES[code ?? ""] ?? texts.declined;
}
