/*
 * The staff area's service worker: tells of orders while no page is open. It keeps no pages and answers no requests; the shop's own worker is
 * another file with another scope.
 */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data?.json() ?? {};
  } catch {
    // Not one of ours: something waits all the same.
  }
  event.waitUntil(
    self.registration.showNotification(news.title ?? "New order", {
      body: news.body ?? "",
      icon: "/favicon.svg",
      tag: "shopbell-orders",
      renotify: true,
      requireInteraction: true,
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openOrders());
});

/** A page that is open decides itself how it gets there: it may hold a form that is half filled in. */
async function openOrders() {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const staffPages = pages.filter((page) => /^\/admin(?!\/login)(?:\/|$)/.test(new URL(page.url).pathname));
  const open = staffPages.find((page) => new URL(page.url).pathname === "/admin/orders") ?? staffPages[0];
  if (open === undefined) return self.clients.openWindow("/admin/orders");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's client takes none
  open.postMessage({ kind: "open-orders" });
  return open.focus();
}

const CALL = "/admin/api/orders/push";
const JSON_CALL = { headers: { Accept: "application/json", "Content-Type": "application/json" } };

// The push service has given the device a new address, or wants one to be asked for; browsers tell of the old one or do not.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew({ oldSubscription, newSubscription }) {
  const call = (method, body) => fetch(CALL, { ...JSON_CALL, method, body: JSON.stringify(body) });
  const answer = await fetch(CALL, { headers: { Accept: "application/json" } });
  // Signed out meanwhile: the switch on the page says that this device is off.
  if (!answer.ok) return;
  const { public_key: applicationServerKey } = await answer.json();
  const device = newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = device.toJSON();
  await call("PUT", { endpoint, keys });
  if (oldSubscription && oldSubscription.endpoint !== endpoint) await call("DELETE", { endpoint: oldSubscription.endpoint });
}
