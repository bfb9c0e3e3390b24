import { lazy, Suspense, useEffect, useState } from "react";
import { onToasterWanted } from "./toast.ts";

const ToastArea = lazy(() => import("./toast-area.tsx"));
/** Whoever touches the page may soon be told something. */
const FIRST_TOUCH = ["pointerdown", "keydown"] as const;

/** Where toasts appear; fetched with the first touch of the page, or with the first toast. */
export function Toaster() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const show = () => setWanted(true);
    const stopListening = onToasterWanted(show);
    for (const event of FIRST_TOUCH) window.addEventListener(event, show, { once: true, passive: true });
    return () => {
      stopListening();
      for (const event of FIRST_TOUCH) window.removeEventListener(event, show);
    };
  }, []);
  return isWanted ? (
    <Suspense>
      <ToastArea />
    </Suspense>
  ) : null;
}
