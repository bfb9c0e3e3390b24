import { useEffect, useState, type ComponentType } from "react";
import { onToasterWanted } from "./toast.ts";

/** Interaction with the page may soon lead to a message. */
const FIRST_TOUCH = ["pointerdown", "keydown"] as const;

/** Where toasts appear; fetched with the first touch of the page, or with the first toast. A page that cannot fetch it just now goes on without. */
export function Toaster() {
  const [Area, setArea] = useState<ComponentType | null>(null);
  useEffect(() => {
    const show = async () => {
      try {
        const { default: Loaded } = await import("./toast-area.tsx");
        setArea(() => Loaded);
      } catch (error) {
        // No connection; the next toast asks again. Anything else is a bug.
        if (!(error instanceof TypeError)) throw error;
      }
    };
    const onWanted = () => void show();
    const stopListening = onToasterWanted(onWanted);
    for (const event of FIRST_TOUCH) window.addEventListener(event, onWanted, { once: true, passive: true });
    return () => {
      stopListening();
      for (const event of FIRST_TOUCH) window.removeEventListener(event, onWanted);
    };
  }, []);
  return Area === null ? null : <Area />;
}
