import type { CardOutcome, SimulatorCard } from "./card-payer.ts";
import { loadedCode } from "./pay-outcome.ts";

/** Confirms a card payment at the simulator. Loaded on first use. */
export async function confirmAtSimulator(
  card: SimulatorCard,
  clientSecret: string,
  publishableKey: string,
  returnUrl: string,
): Promise<CardOutcome> {
  const fetched = await loadedCode(() => import("./ask-simulator.ts"));
  return fetched === null ? { kind: "unreachable" } : fetched.askSimulator(card, clientSecret, publishableKey, returnUrl);
}
