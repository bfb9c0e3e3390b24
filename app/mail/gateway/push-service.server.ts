import { ECDH } from "node:crypto";
import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "#app/media/gateway/public-address.server.ts";

/** A device at its push service, as the browser made it. */
export interface PushTarget {
  readonly endpoint: string;
  /** The device's public key and shared secret, base64url: only the device can read what is sent. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The keys push services know this shop by, base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushMessage {
  readonly target: PushTarget;
  readonly keys: VapidKeys;
  /** Whom the push service may turn to: an https or mailto address. */
  readonly contact: string;
  /** At most 3 KB of text. */
  readonly payload: string;
  /** The service forgets it after so many seconds. */
  readonly keepSeconds: number;
  /** A later message of the same topic takes the place of one that was not delivered yet. */
  readonly topic: string;
}

/** `gone`: the device does not want to be told any more. `later`: worth another try. `refused`: never. */
export type PushAnswer =
  | { readonly kind: "sent" }
  | { readonly kind: "gone" }
  | { readonly kind: "later" | "refused"; readonly message: string };

const TIMEOUT_MS = 8_000;

/** Loaded with the first device: a shop without one never needs it. */
const loadWebPush = async () => (await import("web-push")).default;

export async function makeVapidKeys(): Promise<VapidKeys> {
  return (await loadWebPush()).generateVAPIDKeys();
}

/** Whether a message can be encrypted for these keys: a point of the curve, and sixteen bytes. */
export function isPushKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): boolean {
  if (Buffer.from(auth, "base64url").byteLength !== 16) return false;
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    // OpenSSL refuses what is no point.
    return false;
  }
}

/** Whether an endpoint may be asked at all: https, or this very machine where `isLocalAllowed`. */
export function isPushEndpoint(endpoint: string, isLocalAllowed: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== "" || url.password !== "") return false;
  const host = hostOf(url);
  if (isLocalAllowed && isLoopback(host)) return url.protocol === "https:" || url.protocol === "http:";
  return url.protocol === "https:" && url.port === "" && (isIP(host) === 0 ? host.includes(".") : isPublicAddress(host));
}

/**
 * Hands an encrypted message to the device's push service; never throws for what a service or a network may do. The address comes from a
 * browser: it is resolved once, and the connection goes to exactly that address, which must be public.
 *
 * @param isLocalAllowed a shop that is itself reached at localhost may also tell this machine
 */
export async function sendPush(message: PushMessage, isLocalAllowed: boolean): Promise<PushAnswer> {
  const { target, keys, contact, payload, keepSeconds, topic } = message;
  if (!isPushEndpoint(target.endpoint, isLocalAllowed)) return { kind: "refused", message: "The address is no push service." };
  if (!isPushKeys(target)) return { kind: "refused", message: "The device's keys are none." };
  const url = new URL(target.endpoint);
  const address = await publicAddressOf(hostOf(url), isLocalAllowed);
  if (address === null) return { kind: "later", message: "The push service is not known." };
  const { headers, body } = (await loadWebPush()).generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    { vapidDetails: { subject: contact, ...keys }, TTL: keepSeconds, urgency: "high", topic },
  );
  return post(url, address, headers, body);
}

function post(url: URL, address: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<PushAnswer> {
  const pinned: LookupFunction = (_host, options, done) => {
    const family = isIP(address);
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((answer) => {
    const call = request(
      url,
      { method: "POST", headers: { ...headers }, lookup: pinned, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (response) => {
        response.resume();
        answer(answerOf(response.statusCode ?? 0));
      },
    );
    call.on("error", () => answer({ kind: "later", message: "The push service does not answer." }));
    call.end(body);
  });
}

function answerOf(status: number): PushAnswer {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const isForNow = status === 429 || status >= 500;
  return { kind: isForNow ? "later" : "refused", message: `The push service answered ${status}.` };
}

/** One private address among several is enough to refuse: the answer may change between two looks. */
async function publicAddressOf(host: string, isLocalAllowed: boolean): Promise<string | null> {
  if (isLocalAllowed && isLoopback(host)) return host === "localhost" ? "127.0.0.1" : host;
  try {
    const found = isIP(host) === 0 ? (await lookup(host, { all: true })).map((entry) => entry.address) : [host];
    return found.every(isPublicAddress) ? (found[0] ?? null) : null;
  } catch {
    // Not known now: the name service may know it later.
    return null;
  }
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "::1";
}
