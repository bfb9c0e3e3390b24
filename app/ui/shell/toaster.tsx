import { lazy, Suspense, useEffect, useState } from "react";
import { onToasterWanted } from "./toast.ts";

const ToastArea = lazy(() => import("./toast-area.tsx"));
/** Browsers without requestIdleCallback (Safari) wait this long instead. */
const IDLE_MS = 2000;

/** Where toasts appear; fetched when the page has nothing else to do, or with the first toast. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => setWanted(true);
    const stopListening = onToasterWanted(show);
    const hasIdle = "requestIdleCallback" in window;
    const handle = hasIdle ? window.requestIdleCallback(show) : window.setTimeout(show, IDLE_MS);
    return () => {
      stopListening();
      if (hasIdle) window.cancelIdleCallback(handle);
      else window.clearTimeout(handle);
    };
  }, []);
  return isWanted ? (
    <Suspense>
      <ToastArea />
    </Suspense>
  ) : null;
}
