import { ECDH } from "node:crypto";
import { hostOf, isCallable, isLoopback, postToPublic } from "./pinned-post.server.ts";

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

/** `gone`: the device has unsubscribed. `later`: worth another try. `refused`: never. */
export type PushAnswer =
  | { readonly kind: "sent" }
  | { readonly kind: "gone" }
  | { readonly kind: "later" | "refused"; readonly message: string };

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
  return isCallable(url, isLocalAllowed) && (url.port === "" || (isLocalAllowed && isLoopback(hostOf(url))));
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
  const { headers, body } = (await loadWebPush()).generateRequestDetails(
    { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
    payload,
    { vapidDetails: { subject: contact, ...keys }, TTL: keepSeconds, urgency: "high", topic },
  );
  const answer = await postToPublic({ url, headers, body, isLocalAllowed });
  if (answer.status !== null) return answerOf(answer.status);
  return { kind: "later", message: answer.why === "unknown" ? "The push service is not known." : "The push service does not answer." };
}

function answerOf(status: number): PushAnswer {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const isForNow = status === 429 || status >= 500;
  return { kind: isForNow ? "later" : "refused", message: `The push service answered ${status}.` };
}
