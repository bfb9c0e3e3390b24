/* A worker: its timers keep their pace in a background page, where the page's own timers slow down to one a minute. */
self.addEventListener("message", (event: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null, { transfer: [] }), event.data);
});
