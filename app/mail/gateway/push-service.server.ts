import { ECDH } from "node:crypto";
import { hostOf, isCallable, isLoopback, postToPublic } from "./pinned-post.server.ts";

/** A device's push subscription, as the browser created it. */
export interface PushTarget {
  readonly endpoint: string;
  /** The device's public key and shared secret, base64url: only the device can decrypt messages. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The VAPID keys that identify this shop to push services, base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PushMessage {
  readonly target: PushTarget;
  readonly keys: VapidKeys;
  /** The contact for the push service: an https or mailto address. */
  readonly contact: string;
  /** At most 3 KB of text. */
  readonly payload: string;
  /** The service drops the message after this many seconds. */
  readonly keepSeconds: number;
  /** A later message of the same topic replaces an undelivered one. */
  readonly topic: string;
}

/** `gone`: the device has unsubscribed. `later`: retry. `refused`: do not retry. */
export type PushAnswer =
  | { readonly kind: "sent" }
  | { readonly kind: "gone" }
  | { readonly kind: "later" | "refused"; readonly message: string };

/** Loaded with the first device: most shops have none. */
const loadWebPush = async () => (await import("web-push")).default;

export async function makeVapidKeys(): Promise<VapidKeys> {
  return (await loadWebPush()).generateVAPIDKeys();
}

/** Whether these keys can encrypt a message: a point of the curve, and sixteen bytes. */
export function isPushKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): boolean {
  if (Buffer.from(auth, "base64url").byteLength !== 16) return false;
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
    return true;
  } catch {
    // OpenSSL refuses values that are not a point.
    return false;
  }
}

/** Whether an endpoint may be called: https, or this machine if `isLocalAllowed`. */
export function isPushEndpoint(endpoint: string, isLocalAllowed: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  return isCallable(url, isLocalAllowed) && (url.port === "" || (isLocalAllowed && isLoopback(hostOf(url))));
}

/**
 * Sends an encrypted message to the device's push service; never throws on errors of service or network. The address comes from a browser:
 * it is resolved once, and the connection goes to exactly that address, which must be public.
 *
 * @param isLocalAllowed a shop that itself runs at localhost may also call this machine
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
