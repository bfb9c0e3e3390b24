import { useEffect } from "react";
import { STORED_PAGE_RELOAD_GUARD_MS } from "#app/values/limits.ts";

const KEY = "shopbell:stored-page-reload";

/**
 * A page restored from the back/forward cache may show an old cart or price: it reloads itself once, and not again within 10 seconds, so
 * that a browser that always restores cannot loop.
 */
export function useStoredPageReload(): void {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      const last = Number(sessionStorage.getItem(KEY) ?? 0);
      if (Date.now() - last < STORED_PAGE_RELOAD_GUARD_MS) return;
      sessionStorage.setItem(KEY, String(Date.now()));
      location.reload();
    };
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, []);
}
