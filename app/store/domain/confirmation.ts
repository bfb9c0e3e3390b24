/**
 * Confirmations required before settings are saved.
 * - live-key: real cards will be charged.
 * - unchecked-key: the key could not be checked with Stripe.
 * - open-payments: the new key cannot reach payments that are still open.
 * - unchecked-mail-key: the mail provider refuses the key, or could not be reached.
 * - move-rates: products of a renamed tax rate get the new one.
 * - erase-customers: customers are erased automatically, or earlier than before.
 */
export const CONFIRMATIONS = ["live-key", "unchecked-key", "open-payments", "unchecked-mail-key", "move-rates", "erase-customers"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];
