import { declineSentence } from "#app/payments/domain/decline-sentences.ts";
import type { CardOutcome, SimulatorCard } from "./card-payer.ts";

/** Calls the simulator's card and confirmation endpoints, as Stripe's script would. */
export async function askSimulator(
  card: SimulatorCard,
  clientSecret: string,
  publishableKey: string,
  returnUrl: string,
): Promise<CardOutcome> {
  const fields = new URLSearchParams({ key: publishableKey, client_secret: clientSecret, return_url: returnUrl });
  if (card.paymentMethod !== null) {
    fields.set("payment_method", card.paymentMethod);
  } else {
    const [month = "", year = ""] = card.expiry.split("/").map((part) => part.trim());
    fields.set("payment_method_data[type]", "card");
    fields.set("payment_method_data[card][number]", card.number.replace(/\D/g, ""));
    fields.set("payment_method_data[card][exp_month]", month);
    fields.set("payment_method_data[card][exp_year]", year);
    fields.set("payment_method_data[card][cvc]", card.cvc);
  }
  const id = clientSecret.split("_secret")[0] ?? "";
  const response = await fetch(`/_simulator/stripe/v1/payment_intents/${id}/confirm`, { method: "POST", body: fields }).catch(() => null);
  const body = (await response?.json().catch(() => null)) as Intent | { readonly error: IntentError } | null | undefined;
  if (response === null || body === null || body === undefined || response.status >= 500) return { kind: "unreachable" };
  if ("error" in body) {
    const storedIntent = body.error.payment_intent;
    // Confirmed earlier, but the response was lost: use the current state.
    if (storedIntent !== undefined && isUnderway(storedIntent)) return outcomeOf(storedIntent);
    return { kind: "declined", message: declineSentence({ code: body.error.code ?? null, declineCode: body.error.decline_code ?? null }) };
  }
  return outcomeOf(body);
}

interface Intent {
  readonly status: string;
  readonly next_action: { readonly redirect_to_url?: { readonly url: string } } | null;
}

interface IntentError {
  readonly code?: string;
  readonly decline_code?: string;
  readonly payment_intent?: Intent;
}

function isUnderway(intent: Intent): boolean {
  return ["requires_capture", "succeeded", "processing", "requires_action"].includes(intent.status);
}

function outcomeOf(intent: Intent): CardOutcome {
  const url = intent.next_action?.redirect_to_url?.url;
  if (intent.status === "requires_action" && url !== undefined) return { kind: "redirect", url };
  return { kind: "done" };
}
