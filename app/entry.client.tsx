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

// The shop's own worker (public/sw.js) keeps the menu readable without a network. Where it is refused (a private window), nothing else is missing.
if (import.meta.env.PROD && !location.pathname.startsWith("/admin"))
  window.addEventListener("load", () => void navigator.serviceWorker?.register("/sw.js").catch(() => undefined));
