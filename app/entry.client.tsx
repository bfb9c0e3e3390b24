import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { fetchFonts } from "./frame/fonts-later.ts";
import { layOutRest } from "./frame/opening.tsx";

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

// Scripts wait for the page's paint (frame/late-scripts.ts), so the page may be loaded by now.
if (document.readyState === "complete") furnish();
else window.addEventListener("load", furnish);

/** The rest of this page, and what the next one needs, behind everything else. The shop's own worker (public/sw.js) keeps the menu readable without a network. */
function furnish(): void {
  layOutRest();
  void fetchFonts();
  // Where it is refused (a private window), nothing else is missing.
  if (import.meta.env.PROD && !location.pathname.startsWith("/admin"))
    void navigator.serviceWorker?.register("/sw.js").catch(() => undefined);
}
