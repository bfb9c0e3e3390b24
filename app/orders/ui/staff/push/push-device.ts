import { deviceName } from "#app/staff/domain/device-name.ts";
import { staffFetch } from "#app/kit/session.ts";

/* This device at its push service: asked for, switched on, switched off. */

const WORKER = "/admin/order-alerts.js";
const SCOPE = "/admin/";
const CALL = "/admin/api/orders/push";

/** `unasked`: the device is on, whether the shop knows it could not be asked. */
export type PushState = "on" | "off" | "blocked" | "unsupported" | "unasked";

/** The server's own sentence on why it refused. */
class RefusedError extends Error {
  override name = "RefusedError";
}

/**
 * How this device stands. One that the shop does not know as this person's is ended here, at the shop and at its push service: somebody else left it
 * on when their sign-in ran out, and only this browser can still name it.
 */
export async function readPush(): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const device = await ownDevice();
  if (device === null) return "off";
  try {
    const { known } = await call<Known>("GET");
    if (!known.includes(await markOf(device.endpoint))) return await switchPushOff();
    // Told until this sign-in ends, not an earlier one.
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

/** As the shop makes it of the addresses it knows. */
async function markOf(endpoint: string): Promise<string> {
  return base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint)));
}

/** Null also where only the shop's own worker answers for this page. */
async function ownDevice(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(SCOPE);
  return worker !== undefined && new URL(worker.scope).pathname === SCOPE ? worker.pushManager.getSubscription() : null;
}

/** Asks the browser, makes an address at its push service, and tells the shop. */
export async function switchPushOn(): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  const { public_key: key } = await call<Known>("GET");
  const worker = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await isActive(worker);
  const { pushManager } = worker;
  const known = await pushManager.getSubscription();
  // An address made for other keys of the shop reaches nobody any more.
  if (known !== null && !isSameKey(known, key)) await known.unsubscribe();
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

/** A new worker has to be activated before it can subscribe. Not `serviceWorker.ready`: that may mean the shop's own worker. */
async function isActive({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active !== null || coming === null) return;
  await new Promise<void>((done) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated" || coming.state === "redundant") done();
    });
  });
}

/** The shop forgets the device, then the device itself does. */
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
  const answer = (await response.json()) as T & { detail?: string };
  if (!response.ok) throw new RefusedError(answer.detail ?? "The shop refused this device.");
  return answer;
}
