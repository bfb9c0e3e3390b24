import { expect, test } from "vitest";
import { declineSentence } from "./decline-sentences.ts";

/** Stripe's decline codes as of API 2026; unknown codes count as a generic decline. */
const CODES =
  `approve_with_id authentication_not_handled authentication_required call_issuer card_not_supported card_velocity_exceeded currency_not_supported
  do_not_honor do_not_try_again duplicate_transaction expired_card fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number
  incorrect_pin incorrect_zip insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number
  invalid_pin issuer_not_available lost_card merchant_blacklist mobile_device_authentication_required new_account_information_available
  no_action_taken not_permitted offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded processing_error
  reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization security_violation service_not_allowed
  stolen_card stop_payment_order testmode_decline transaction_not_allowed try_again_later withdrawal_count_limit_exceeded some_code_of_tomorrow`.split(
    /\s+/,
  );

test("every decline code has a message with an action", () => {
  for (const declineCode of CODES) {
    const sentence = declineSentence({ code: "card_declined", declineCode });
    expect(sentence, declineCode).toMatch(/\b(?:try|check|call|look|use|only test cards)\b/i);
    expect(sentence, declineCode).not.toMatch(/PaymentMethod|payment_|PaymentIntent|_/);
  }
});

test("handles a refused 3-D Secure, invalid fields and unknown codes", () => {
  expect(declineSentence({ code: "payment_intent_authentication_failure", declineCode: null })).toMatch(/^Your bank could not confirm/);
  expect(declineSentence({ code: "incorrect_cvc", declineCode: "incorrect_cvc" })).toMatch(/^Check the security code/);
  expect(declineSentence({ code: null, declineCode: null })).toMatch(/^Your bank declined this card\./);
});

test("lost, stolen and fraudulent cards get the generic message", () => {
  const plain = declineSentence({ code: "card_declined", declineCode: "generic_decline" });
  for (const declineCode of ["lost_card", "stolen_card", "fraudulent", "pickup_card", "merchant_blacklist", "restricted_card"])
    expect(declineSentence({ code: "card_declined", declineCode })).toBe(plain);
});
