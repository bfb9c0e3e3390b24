import type { ExternalToast } from "sonner";

/*
 * The one door to the toast library. It is fetched with the first touch of the page or with the first toast: no page needs it to be read, so none
 * waits for it.
 */

const WANTED = "shopbell:toaster-wanted";
/** A toast may be shown before the page's frame listens: effects run from the inside out. */
let isWanted = false;
let areaIsShown = (): void => undefined;
const area = new Promise<void>((resolve) => {
  areaIsShown = resolve;
});

/** Calls `show` when the toast area is needed; answers how to stop listening. For the toast area only. */
export function onToasterWanted(show: () => void): () => void {
  window.addEventListener(WANTED, show);
  if (isWanted) show();
  return () => window.removeEventListener(WANTED, show);
}

/** The toast area says that it can take toasts now. */
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

/** A few words that go by themselves after 4 seconds. Errors that need an answer stand beside their field instead. */
export const toast = {
  success: (text: string, options?: ExternalToast) => void showToast("success", text, options),
  error: (text: string, options?: ExternalToast) => void showToast("error", text, options),
  message: (text: string, options?: ExternalToast) => void showToast("message", text, options),
};
