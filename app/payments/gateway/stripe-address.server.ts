import Stripe from "stripe";

/** Stripe's own address; STRIPE_API_URL replaces it. */
export const STRIPE_API_URL = "https://api.stripe.com";

const DEFAULT_PORTS: Record<string, string> = { "http:": "80", "https:": "443" };

export interface StripeAddress {
  readonly protocol: "http" | "https";
  readonly host: string;
  readonly port: string;
  readonly httpClient: ReturnType<typeof Stripe.createFetchHttpClient>;
}

/**
 * Points Stripe's SDK at `apiUrl`: protocol, host, port and a path prefix such as `/_simulator/stripe`. The SDK itself only
 * supports host, port and protocol, so each outgoing path gets the prefix. Throws on an address that is not http(s), which
 * the environment's schema already refuses.
 *
 * @param reach sends a request; the built-in simulator is called without the network
 */
export function createStripeAddress(apiUrl: string, reach: typeof fetch = fetch): StripeAddress {
  const base = new URL(apiUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:") {
    throw new Error(`The payment provider's address must start with http:// or https://, not ${base.protocol}//`);
  }
  const prefix = base.pathname.replace(/\/+$/, "");

  async function send(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const requested = new URL(input instanceof Request ? input.url : input);
    // A redirect would send the secret key to an unconfigured address.
    const answer = await reach(`${base.origin}${prefix}${requested.pathname}${requested.search}`, { ...init, redirect: "error" });
    // Parsed here within the SDK's timeout, because the SDK throws a bare TypeError on `null` or `{"error": 1}`.
    const text = await answer.text();
    if (!isDigestible(JSON.parse(text))) throw new TypeError("The answer is not a JSON object of the expected kind");
    return new Response(text, { status: answer.status, headers: answer.headers });
  }

  return {
    protocol: base.protocol === "http:" ? "http" : "https",
    host: base.hostname,
    port: base.port || (DEFAULT_PORTS[base.protocol] ?? "443"),
    httpClient: Stripe.createFetchHttpClient(send),
  };
}

function isDigestible(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const error: unknown = Reflect.get(body, "error");
  return !error || typeof error === "object" || typeof error === "string";
}
