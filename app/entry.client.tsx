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
// Scripts wait for the page's picture (frame/late-scripts.ts), so the page may be loaded by now.
if (import.meta.env.PROD && !location.pathname.startsWith("/admin")) {
  const register = () => void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
