import { useSyncExternalStore } from "react";
import type { BrowserPermission } from "./order-alert-rules.ts";

/** Told after we asked; a permission changed in the browser's own settings is seen when the page is looked at again. */
const ASKED = "shopbell:notification-permission";

/** The browser's word on notifications; null until the page is alive. */
export function useNotificationPermission(): BrowserPermission | null {
  return useSyncExternalStore<BrowserPermission | null>(subscribe, browserPermission, () => null);
}

/** Asks, if the browser has not been asked before, and answers its word. */
export async function askForNotifications(): Promise<BrowserPermission> {
  const permission = browserPermission();
  const answer = permission === "default" ? await Notification.requestPermission() : permission;
  window.dispatchEvent(new Event(ASKED));
  return answer;
}

/** Without https a browser says "denied" before anybody was asked; what it means is that it cannot. */
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
