import type Stripe from "stripe";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import { sdkFor } from "./sdk.ts";
import { serveSimulator } from "./serve-simulator.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly [name: string]: unknown; readonly error?: { readonly [name: string]: unknown } };
}

/** A simulator at noon of 2026-06-15 UTC, with the vendor's SDK and raw requests connected to it. */
export async function openSimulator() {
  const simulator = await serveSimulator({ now: () => new Date(Date.UTC(2026, 5, 15, 12)) });
  const stripe = sdkFor(simulator.apiUrl);

  async function call(
    method: string,
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const encoded = new URLSearchParams(fields);
    const hasBody = method === "POST";
    const answer = await fetch(simulator.apiUrl + path + (hasBody ? "" : `?${encoded}`), {
      method,
      headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}`, ...headers },
      ...(hasBody ? { body: encoded } : {}),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer["body"] };
  }

  /** A payment of $20.00 with manual capture. */
  function manual(more: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> {
    return stripe.paymentIntents.create({
      amount: 2_000,
      currency: "usd",
      capture_method: "manual",
      automatic_payment_methods: { enabled: true },
      ...more,
    });
  }

  return { simulator, stripe, call, manual };
}
