import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// This module may run after the load event.
if (document.readyState === "complete") registerWorker();
else window.addEventListener("load", registerWorker);

/** The service worker (public/sw.js) keeps visited menu pages readable offline. Browsers refuse it in private windows; everything else works there. */
function registerWorker(): void {
  if (import.meta.env.PROD && !location.pathname.startsWith("/admin"))
    void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
}
