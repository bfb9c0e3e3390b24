import Stripe from "stripe";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";

/** The vendor's own SDK, connected to a simulator at its mount path; without retries. */
export function sdkFor(apiUrl: string): Stripe {
  const httpClient = Stripe.createFetchHttpClient((input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(`${apiUrl}${pathname}${search}`, init);
  });
  return new Stripe(SIMULATOR_SECRET_KEY, { httpClient, maxNetworkRetries: 0, telemetry: false });
}
