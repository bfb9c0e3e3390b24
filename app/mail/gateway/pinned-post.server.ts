import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { inCall } from "#app/platform/tracing.server.ts";
import { isPublicAddress } from "#app/media/gateway/public-address.server.ts";

/** The status, or why there is none: the name does not resolve to a public address, or the request timed out. */
export type PostAnswer = { readonly status: number } | { readonly status: null; readonly why: "unknown" | "silent" };

interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
  /** A shop that itself runs at localhost may also call this machine. */
  readonly isLocalAllowed: boolean;
}

const TIMEOUT_MS = 8_000;

/**
 * POSTs to an address from a user or a browser; never throws on network errors. The name is resolved once, the connection goes to exactly
 * that address, which must be public, and redirects are not followed. The response body is not read.
 */
export function postToPublic(post: Post): Promise<PostAnswer> {
  return inCall(
    "http",
    "post",
    () => send(post),
    ({ status }) => (status === null ? "no answer" : null),
  );
}

async function send({ url, headers, body, isLocalAllowed }: Post): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const tooLate = new Promise<null>((resolve) => deadline.addEventListener("abort", () => resolve(null), { once: true }));
  const address = await Promise.race([publicAddressOf(hostOf(url), isLocalAllowed), tooLate]);
  if (address === null) return { status: null, why: deadline.aborted ? "silent" : "unknown" };
  const pinned: LookupFunction = (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((answer) => {
    const call = request(url, { method: "POST", headers: { ...headers }, lookup: pinned, agent: false, signal: deadline }, (response) => {
      // Do not wait for a slow or endless body.
      response.destroy();
      answer({ status: response.statusCode ?? 0 });
    });
    call.on("error", () => answer({ status: null, why: "silent" }));
    // Without an error, for example after a response that switches the protocol.
    call.on("close", () => answer({ status: null, why: "silent" }));
    call.end(body);
  });
}

/** One private address among several is a refusal: a second lookup could return another address. */
async function publicAddressOf(host: string, isLocalAllowed: boolean): Promise<string | null> {
  if (isLocalAllowed && isLoopback(host)) return host === "localhost" ? "127.0.0.1" : host;
  try {
    const found = isIP(host) === 0 ? (await lookup(host, { all: true })).map((entry) => entry.address) : [host];
    return found.every(isPublicAddress) ? (found[0] ?? null) : null;
  } catch {
    // The name does not resolve now, but may later.
    return null;
  }
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

/** Whether the shop itself runs at localhost. @param publicUrl PUBLIC_URL */
export function isLocalShop({ publicUrl }: { readonly publicUrl: string }): boolean {
  return isLoopback(hostOf(new URL(publicUrl)));
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "::1";
}

/** Whether a URL may be called: https without a password, at a public address; or this machine if `isLocalAllowed`. */
export function isCallable(url: URL, isLocalAllowed: boolean): boolean {
  if (url.username !== "" || url.password !== "") return false;
  const host = hostOf(url);
  if (isLocalAllowed && isLoopback(host)) return url.protocol === "https:" || url.protocol === "http:";
  return url.protocol === "https:" && (isIP(host) === 0 ? host.includes(".") : isPublicAddress(host));
}
