import type { CardOutcome, SimulatorCard } from "./card-payer.ts";

/** Confirms a card payment at the simulator. Loaded on first use. */
export async function confirmAtSimulator(
  card: SimulatorCard,
  clientSecret: string,
  publishableKey: string,
  returnUrl: string,
): Promise<CardOutcome> {
  const fetched = await import("./ask-simulator.ts").catch((error: unknown) => {
    // A network failure; other errors are bugs.
    if (error instanceof TypeError) return null;
    throw error;
  });
  return fetched === null ? { kind: "unreachable" } : fetched.askSimulator(card, clientSecret, publishableKey, returnUrl);
}
