import type { CardOutcome, SimulatorCard } from "./card-payer.ts";

/** Confirms a card payment at the payment simulator. The code that calls it is loaded with the first payment: few visitors of a checkout get that far. */
export async function confirmAtSimulator(
  card: SimulatorCard,
  clientSecret: string,
  publishableKey: string,
  returnUrl: string,
): Promise<CardOutcome> {
  const fetched = await import("./simulator-answer.ts").catch((error: unknown) => {
    // No connection, which is what the customer reads; anything else is a bug.
    if (error instanceof TypeError) return null;
    throw error;
  });
  return fetched === null ? { kind: "unreachable" } : fetched.askSimulator(card, clientSecret, publishableKey, returnUrl);
}
