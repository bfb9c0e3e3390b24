/** The outcomes of the demo's test cards, in the order of the payment steps. */
export type TestCardOutcome = "succeeds" | "asks-the-bank" | "declined" | "slow";

export interface TestCard {
  readonly label: string;
  /** As printed on a card, in groups. */
  readonly number: string;
  /** Stripe's name for the same card; sent as `payment_method` when confirming. */
  readonly paymentMethod: string;
  readonly outcome: TestCardOutcome;
  readonly hint: string;
}

/**
 * The cards offered to people who try the shop without a payment account. The numbers are Stripe's public test numbers (the slow
 * card is the simulator's own): none of them belongs to a real account.
 */
export const TEST_CARDS: readonly TestCard[] = [
  {
    label: "Visa",
    number: "4242 4242 4242 4242",
    paymentMethod: "pm_card_visa",
    outcome: "succeeds",
    hint: "The payment goes through.",
  },
  {
    label: "Mastercard",
    number: "5555 5555 5555 4444",
    paymentMethod: "pm_card_mastercard",
    outcome: "succeeds",
    hint: "The payment goes through.",
  },
  {
    label: "Visa, bank asks for a confirmation",
    number: "4000 0027 6000 3184",
    paymentMethod: "pm_card_authenticationRequired",
    outcome: "asks-the-bank",
    hint: "A page of the card's bank opens, where you approve or refuse.",
  },
  {
    label: "Visa, slow bank",
    number: "4000 0000 0000 1000",
    paymentMethod: "pm_card_simulator_slow",
    outcome: "slow",
    hint: "The bank takes ten seconds, then the payment goes through.",
  },
  {
    label: "Visa, declined",
    number: "4000 0000 0000 0002",
    paymentMethod: "pm_card_visa_chargeDeclined",
    outcome: "declined",
    hint: "The bank says no.",
  },
  {
    label: "Visa, not enough money",
    number: "4000 0000 0000 9995",
    paymentMethod: "pm_card_chargeDeclinedInsufficientFunds",
    outcome: "declined",
    hint: "There is not enough money on the card.",
  },
  {
    label: "Visa, expired",
    number: "4000 0000 0000 0069",
    paymentMethod: "pm_card_chargeDeclinedExpiredCard",
    outcome: "declined",
    hint: "The card has expired.",
  },
  {
    label: "Visa, wrong security code",
    number: "4000 0000 0000 0127",
    paymentMethod: "pm_card_chargeDeclinedIncorrectCvc",
    outcome: "declined",
    hint: "The three digits on the back do not match.",
  },
];

/** The cards in the demo's wallet. */
export const TEST_WALLET_CARDS = [
  { label: "Visa ending in 4242: pays", paymentMethod: "pm_card_simulator_wallet" },
  { label: "Visa ending in 0002: declined", paymentMethod: "pm_card_simulator_wallet_declined" },
  { label: "Visa ending in 3184: the bank asks", paymentMethod: "pm_card_simulator_wallet_asks" },
] as const;
