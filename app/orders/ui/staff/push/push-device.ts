import { deviceName } from "#app/staff/domain/device-name.ts";

/* This device at its push service: asked for, switched on, switched off. */

const WORKER = "/admin/order-alerts.js";
const SCOPE = "/admin/";
const CALL = "/admin/api/orders/push";

export type PushState = "on" | "off" | "blocked" | "unsupported";

/** The server's own sentence on why it refused. */
class RefusedError extends Error {
  override name = "RefusedError";
}

export async function readPush(): Promise<PushState> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return (await ownDevice()) === null ? "off" : "on";
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
  const { public_key: key } = await call<{ public_key: string }>("GET");
  const worker = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await isActive(worker);
  const { pushManager } = worker;
  const known = await pushManager.getSubscription();
  // An address made for other keys of the shop reaches nobody any more.
  if (known !== null && !isSameKey(known, key)) await known.unsubscribe();
  const device = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = device.toJSON();
  try {
    await call("PUT", { endpoint, keys, device: deviceName(navigator.userAgent) });
  } catch (error) {
    await device.unsubscribe();
    throw error;
  }
  return "on";
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
  const bytes = String.fromCharCode(...new Uint8Array(applicationServerKey));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === key.replace(/=+$/, "");
}

async function call<T>(method: "GET" | "PUT" | "DELETE", body?: object): Promise<T> {
  const response = await fetch(CALL, {
    method,
    headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const answer = (await response.json()) as T & { detail?: string };
  if (!response.ok) throw new RefusedError(answer.detail ?? "The shop refused this device.");
  return answer;
}
