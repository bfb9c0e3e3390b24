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

async function openOrders() {
  const pages = await self.clients.matchAll({ type: "window" });
  const open = pages.find((page) => new URL(page.url).pathname.startsWith("/admin"));
  if (open === undefined) return self.clients.openWindow("/admin/orders");
  await open.focus();
  return open.navigate("/admin/orders");
}

// The push service has given the device a new address.
self.addEventListener("pushsubscriptionchange", (event) => {
  const options = event.oldSubscription?.options;
  if (options === undefined) return;
  event.waitUntil(
    self.registration.pushManager.subscribe(options).then((device) => {
      const { endpoint, keys } = device.toJSON();
      return fetch("/admin/api/orders/push", {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ endpoint, keys }),
      });
    }),
  );
});
