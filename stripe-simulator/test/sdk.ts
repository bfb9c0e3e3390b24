import Stripe from "stripe";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";

/** The vendor's own SDK, talking to a simulator below a path of its own; without retries. */
export function sdkFor(apiUrl: string): Stripe {
  const httpClient = Stripe.createFetchHttpClient((input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    return fetch(`${apiUrl}${pathname}${search}`, init);
  });
  return new Stripe(SIMULATOR_SECRET_KEY, { httpClient, maxNetworkRetries: 0, telemetry: false });
}
