/** Secret key of the built-in payment simulator; a shop whose STRIPE_SECRET_KEY is unset or this one takes no real money. */
export const SIMULATOR_SECRET_KEY = "sk_test_simulator";
/** Publishable key the browser sends to the built-in simulator. */
export const SIMULATOR_PUBLISHABLE_KEY = "pk_test_simulator";
/** The simulator's mount path on the shop's own server. */
export const SIMULATOR_PATH = "/_simulator/stripe";

/** True while card payments go to the built-in simulator instead of Stripe. */
export function isSimulatorKey(secretKey: string | null | undefined): boolean {
  return !secretKey || secretKey === SIMULATOR_SECRET_KEY;
}
