import type { AttemptError, CardBehaviour, CardRecord } from "./records.ts";

interface CardSpec {
  readonly number: string;
  /** The part after `pm_card_` (and `tok_`) in the vendor's names for this card. */
  readonly names: readonly string[];
  readonly behaviour?: Partial<CardBehaviour>;
  readonly funding?: string;
  readonly wallet?: string;
}

/** How long the simulator's own slow card keeps a payment "processing". */
const SLOW_MS = 10_000;

const CARDS: readonly CardSpec[] = [
  { number: "4242424242424242", names: ["visa", "threeDSecureNotSupported", "us"] },
  { number: "4000056655665556", names: ["visa_debit"], funding: "debit" },
  { number: "5555555555554444", names: ["mastercard"] },
  { number: "2223003122003222", names: ["mastercard_2series"] },
  { number: "5200828282828210", names: ["mastercard_debit"], funding: "debit" },
  { number: "5105105105105100", names: ["mastercard_prepaid"], funding: "prepaid" },
  { number: "378282246310005", names: ["amex"] },
  { number: "6011111111111117", names: ["discover"] },
  { number: "30569309025904", names: ["diners"] },
  { number: "3566002020360505", names: ["jcb"] },
  { number: "6200000000000005", names: ["unionpay"] },
  { number: "4000000000000077", names: ["bypassPending"] },
  { number: "4000000000003055", names: ["threeDSecureOptional"] },
  { number: "4000000000003220", names: ["threeDSecure2Required"], behaviour: { asks: true } },
  { number: "4000000000003063", names: ["threeDSecureRequired"], behaviour: { asks: true } },
  { number: "4000002500003155", names: ["authenticationRequiredOnSetup"], behaviour: { asks: true } },
  { number: "4000002760003184", names: ["authenticationRequired"], behaviour: { asks: true } },
  { number: "4000008400001629", names: ["threeDSecureRequiredChargeDeclined"], behaviour: { asks: true, decline: "generic_decline" } },
  {
    number: "4000008260003178",
    names: ["authenticationRequiredChargeDeclinedInsufficientFunds"],
    behaviour: { asks: true, decline: "insufficient_funds" },
  },
  { number: "4000000000000002", names: ["chargeDeclined"], behaviour: { decline: "generic_decline" } },
  { number: "4000000000000341", names: ["chargeCustomerFail"], behaviour: { decline: "generic_decline" } },
  { number: "4000000000009995", names: ["chargeDeclinedInsufficientFunds"], behaviour: { decline: "insufficient_funds" } },
  { number: "4000000000009987", names: ["chargeDeclinedLostCard"], behaviour: { decline: "lost_card" } },
  { number: "4000000000009979", names: ["chargeDeclinedStolenCard"], behaviour: { decline: "stolen_card" } },
  { number: "4000000000006975", names: ["chargeDeclinedVelocityLimitExceeded"], behaviour: { decline: "card_velocity_exceeded" } },
  { number: "4100000000000019", names: ["chargeDeclinedFraudulent", "radarBlock"], behaviour: { decline: "fraudulent" } },
  { number: "4000000000000069", names: ["chargeDeclinedExpiredCard"], behaviour: { decline: "expired_card" } },
  { number: "4000000000000127", names: ["chargeDeclinedIncorrectCvc"], behaviour: { decline: "incorrect_cvc" } },
  { number: "4000000000000119", names: ["chargeDeclinedProcessingError"], behaviour: { decline: "processing_error" } },
  { number: "4000000000007726", names: ["pendingRefund"], behaviour: { refund: "later" } },
  { number: "4000000000005126", names: ["refundFail"], behaviour: { refund: "fails-later" } },
  { number: "4000000000000259", names: ["createDispute"], behaviour: { disputed: true } },
  { number: "4000000000001000", names: ["simulator_slow"], behaviour: { delayMs: SLOW_MS } },
  { number: "4000000000001018", names: ["simulator_capture_fails"], behaviour: { captureFails: true } },
  // Cards as a wallet passes them, with the simulator's own names.
  { number: "4242424242424242", names: ["simulator_wallet"], wallet: "google_pay" },
  { number: "4000000000000002", names: ["simulator_wallet_declined"], behaviour: { decline: "generic_decline" }, wallet: "google_pay" },
  { number: "4000002760003184", names: ["simulator_wallet_asks"], behaviour: { asks: true }, wallet: "google_pay" },
];

const PLAIN: CardBehaviour = { asks: false, decline: null, delayMs: 0, refund: "at-once", disputed: false };

/** The vendor's code and message for each decline reason; `code` is "card_declined" unless the reason has its own. */
const DECLINES: Readonly<Record<string, { readonly code: string; readonly message: string }>> = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  lost_card: { code: "card_declined", message: "Your card was declined." },
  stolen_card: { code: "card_declined", message: "Your card was declined." },
  card_velocity_exceeded: {
    code: "card_declined",
    message: "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
  },
  fraudulent: { code: "card_declined", message: "Your card was declined." },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: { code: "processing_error", message: "An error occurred while processing your card. Try again in a little bit." },
  authentication_required: {
    code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  },
  test_mode_live_card: {
    code: "card_declined",
    message: "Your card was declined. Your request was in test mode, but used a non test card.",
  },
};

/** The error of a declined attempt; `reason` is a name in DECLINES. */
export function declineError(reason: string): Pick<AttemptError, "type" | "code" | "declineCode" | "message"> {
  const decline = DECLINES[reason] ?? { code: "card_declined", message: "Your card was declined." };
  return { type: "card_error", code: decline.code, declineCode: reason, message: decline.message };
}

/**
 * The card behind one of the vendor's fixed test names: `pm_card_visa`, `pm_card_visa_chargeDeclined` (also without `visa_`),
 * `tok_visa`, and the simulator's own: `pm_card_simulator_slow` or `pm_card_simulator_slow_<seconds>`, `pm_card_simulator_wallet…`.
 */
export function findNamedCard(name: string, expiryYear: number): CardRecord | undefined {
  const short = /^(?:pm_card|tok)_([A-Za-z0-9_]{1,80})$/.exec(name)?.[1];
  if (short === undefined) return undefined;
  const seconds = /^simulator_slow_(\d{1,6})$/.exec(short)?.[1];
  const wanted = seconds === undefined ? short : "simulator_slow";
  const spec = CARDS.find((card) => card.names.some((known) => known === wanted || `visa_${known}` === wanted));
  if (!spec) return undefined;
  const card = describeCard(spec.number, spec, 12, expiryYear);
  return seconds === undefined ? card : { ...card, delayMs: Number(seconds) * 1000 };
}

/** The card with this number. A well-formed number that is no test card is declined. Undefined when malformed. */
export function readCardNumber(number: string, expMonth: number, expYear: number): CardRecord | undefined {
  const digits = number.replace(/[\s-]/g, "");
  if (!isCardNumber(digits)) return undefined;
  const spec = CARDS.find((card) => card.number === digits);
  return describeCard(digits, spec ?? { number: digits, names: [], behaviour: { decline: "test_mode_live_card" } }, expMonth, expYear);
}

function describeCard(number: string, spec: CardSpec, expMonth: number, expYear: number): CardRecord {
  return {
    ...PLAIN,
    ...spec.behaviour,
    brand: cardBrand(number),
    last4: number.slice(-4),
    expMonth,
    expYear,
    funding: spec.funding ?? "credit",
    ...(spec.wallet === undefined ? {} : { wallet: spec.wallet }),
  };
}

/** The check digit of ISO/IEC 7812 (the Luhn sum). */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = digits
    .split("")
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

function cardBrand(digits: string): string {
  if (digits.startsWith("4")) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (digits.startsWith("35")) return "jcb";
  if (/^3[068]/.test(digits)) return "diners";
  if (digits.startsWith("62")) return "unionpay";
  if (digits.startsWith("6")) return "discover";
  return "unknown";
}
