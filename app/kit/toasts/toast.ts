import type { ExternalToast } from "sonner";

/*
 * The only entry point to the toast library. It is loaded on the first interaction with the page or for the first toast, so that no page
 * waits for it.
 */

const WANTED = "shopbell:toaster-wanted";
/** A toast may be requested before the page's frame listens: effects run from the inside out. */
let isWanted = false;
let areaIsShown = (): void => undefined;
const area = new Promise<void>((resolve) => {
  areaIsShown = resolve;
});

/** Calls `show` when the toast area is needed; returns the unsubscribe function. For the toast area only. */
export function onToasterWanted(show: () => void): () => void {
  window.addEventListener(WANTED, show);
  if (isWanted) show();
  return () => window.removeEventListener(WANTED, show);
}

/** Called by the toast area once it can show toasts. */
export function toasterIsReady(): void {
  areaIsShown();
}

type ToastKind = "success" | "error" | "message";

async function showToast(kind: ToastKind, text: string, options: ExternalToast | undefined): Promise<void> {
  isWanted = true;
  window.dispatchEvent(new Event(WANTED));
  const [{ toast: library }] = await Promise.all([import("sonner"), area]);
  library[kind](text, options);
}

/** A short message that disappears after 4 seconds. Errors that need action are shown next to their field instead. */
export const toast = {
  success: (text: string, options?: ExternalToast) => void showToast("success", text, options),
  error: (text: string, options?: ExternalToast) => void showToast("error", text, options),
  message: (text: string, options?: ExternalToast) => void showToast("message", text, options),
};
