import { useEffect, useState, type ComponentType } from "react";
import { onToasterWanted } from "./toast.ts";

/** An interaction with the page may soon lead to a message. */
const FIRST_TOUCH = ["pointerdown", "keydown"] as const;

/** The container of toasts, loaded on the first interaction or for the first toast. If it cannot be loaded, the page works without it. */
export function Toaster() {
  const [Area, setArea] = useState<ComponentType | null>(null);
  useEffect(() => {
    const show = async () => {
      try {
        const { default: Loaded } = await import("./toast-area.tsx");
        setArea(() => Loaded);
      } catch (error) {
        // No connection; the next toast tries again. Anything else is a bug.
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
