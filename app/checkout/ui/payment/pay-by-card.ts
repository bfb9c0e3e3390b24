import * as texts from "#texts/checkout/outcomes.ts";
import type { CardPayer } from "./card-payer.ts";
import type { PayNotice, PayOutcome } from "./pay-outcome.ts";

/** A response that takes longer counts as lost; repeating the call is safe. */
const ANSWER_TIMEOUT_MS = 30_000;

export interface Placed {
  readonly orderToken: string;
  readonly clientSecret: string | null;
  readonly publishableKey: string | null;
}

interface Refusal {
  readonly message?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly orderToken?: string;
  readonly cart?: { readonly final_total: number };
  readonly problems?: readonly unknown[];
}

export type Answer =
  | { readonly kind: "placed"; readonly placed: Placed }
  | { readonly kind: "refused"; readonly status: number; readonly refusal: Refusal }
  | { readonly kind: "lost" };

export function stopped(kind: PayNotice["kind"], message: string, errors: PayNotice["errors"] = {}): PayOutcome {
  return { kind: "stopped", notice: { kind, message, errors } };
}

/** Requests the payment of an order from the shop. */
export async function callToPay(address: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
    body,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (response === null || typeof answer !== "object" || answer === null) return { kind: "lost" };
  return response.ok ? { kind: "placed", placed: answer as Placed } : { kind: "refused", status: response.status, refusal: answer };
}

/** Confirms the order's payment with the card; null: no card payment. */
export async function payByCard({ orderToken, clientSecret, publishableKey }: Placed, card: CardPayer | null): Promise<PayOutcome> {
  if (clientSecret === null || card === null) return { kind: "finished", token: orderToken };
  const returnUrl = `${location.origin}/payment-complete?order=${encodeURIComponent(orderToken)}`;
  const outcome = await card.confirm(clientSecret, publishableKey ?? "", returnUrl);
  switch (outcome.kind) {
    case "done":
      return { kind: "finished", token: orderToken };
    case "redirect":
      location.assign(outcome.url);
      // The page is navigating away; the button keeps its state.
      return new Promise<never>(() => undefined);
    case "declined":
      return stopped("declined", outcome.message);
    case "unreachable":
      return stopped("offline", texts.bankConnectionLost);
  }
}
