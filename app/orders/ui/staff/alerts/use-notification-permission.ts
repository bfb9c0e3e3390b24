import { useSyncExternalStore } from "react";
import type { BrowserPermission } from "./order-alert-rules.ts";

/** Event after our prompt; changes in browser settings are read when the page becomes visible. */
const ASKED = "shopbell:notification-permission";

/** The browser's notification permission; null before hydration. */
export function useNotificationPermission(): BrowserPermission | null {
  return useSyncExternalStore<BrowserPermission | null>(subscribe, browserPermission, () => null);
}

/** Requests permission if undecided, and returns it. */
export async function askForNotifications(): Promise<BrowserPermission> {
  const permission = browserPermission();
  const answer = permission === "default" ? await Notification.requestPermission() : permission;
  window.dispatchEvent(new Event(ASKED));
  return answer;
}

/** In insecure contexts browsers report "denied" before asking; treat it as unsupported. */
function browserPermission(): BrowserPermission {
  return "Notification" in window && window.isSecureContext ? Notification.permission : "unsupported";
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(ASKED, onChange);
  document.addEventListener("visibilitychange", onChange);
  return () => {
    window.removeEventListener(ASKED, onChange);
    document.removeEventListener("visibilitychange", onChange);
  };
}
