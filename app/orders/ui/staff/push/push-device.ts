import { deviceName } from "#app/staff/domain/device-name.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";

/* Push subscription of this device: query, enable, disable. */

const WORKER = "/admin/order-alerts.js";
const SCOPE = "/admin/";
const CALL = "/admin/api/orders/push";

/** `unasked`: enabled, but the shop could not be reached. */
export type PushState = "on" | "off" | "blocked" | "unsupported" | "unasked";

/** The server's message on why it refused. */
class RefusedError extends Error {
  override name = "RefusedError";
}

/**
 * State of this device. If the shop does not know it as this user's, it is removed here and at the shop: another user left it enabled when
 * the session expired, and only this browser knows its endpoint.
 */
export async function readPush(): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const device = await ownDevice();
  if (device === null) return "off";
  try {
    const { known } = await call<Known>("GET");
    if (!known.includes(await markOf(device.endpoint))) return await switchPushOff();
    // Binds notifications to this sign-in instead of an earlier one.
    await remember(device);
    return "on";
  } catch {
    return "unasked";
  }
}

interface Known {
  readonly public_key: string;
  readonly known: readonly string[];
}

/** The same digest as the shop computes from endpoints. */
async function markOf(endpoint: string): Promise<string> {
  return base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
}

/** Null also if only the shop's worker controls this page. */
async function ownDevice(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(SCOPE);
  return worker !== undefined && new URL(worker.scope).pathname === SCOPE ? worker.pushManager.getSubscription() : null;
}

/** Requests permission, subscribes, and registers the device with the shop. */
export async function switchPushOn(): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  const { public_key: key } = await call<Known>("GET");
  const worker = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await isActive(worker);
  const { pushManager } = worker;
  const existing = await pushManager.getSubscription();
  // A subscription with other VAPID keys receives nothing.
  if (existing !== null && !isSameKey(existing, key)) await existing.unsubscribe();
  const device = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await remember(device);
  } catch (error) {
    await device.unsubscribe();
    throw error;
  }
  return "on";
}

async function remember(device: PushSubscription): Promise<void> {
  const { endpoint, keys } = device.toJSON();
  await call("PUT", { endpoint, keys, device: deviceName(navigator.userAgent) });
}

/** A new worker must be active before it can subscribe. `serviceWorker.ready` may be the shop's worker. */
async function isActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active !== null || coming === null) return;
  await new Promise<void>((done) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated" || coming.state === "redundant") done();
    });
  });
}

/** Removes the device at the shop, then the subscription. */
export async function switchPushOff(): Promise<PushState> {
  const device = await ownDevice();
  if (device === null) return "off";
  await call("DELETE", { endpoint: device.endpoint });
  await device.unsubscribe();
  return "off";
}

function isSameKey({ options }: PushSubscription, key: string): boolean {
  const { applicationServerKey } = options;
  if (applicationServerKey === null) return false;
  return base64url(applicationServerKey) === key.replace(/=+$/, "");
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

async function call<T>(method: "GET" | "PUT" | "DELETE", body?: object): Promise<T> {
  const response = await staffFetch(CALL, {
    method,
    headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const answer = await readJson<T & { readonly detail?: string }>(response);
  if (!response.ok) throw new RefusedError(answer.detail ?? "The shop refused this device.");
  return answer;
}
