/* A worker: its timers keep their pace while the page stands in the background, where the page's own slow down to one a minute. */
self.addEventListener("message", (event: MessageEvent<number>) => {
  setInterval(() => self.postMessage(null, { transfer: [] }), event.data);
});
