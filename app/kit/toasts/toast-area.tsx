import * as texts from "#texts/kit/toasts.ts";
import { useEffect } from "react";
import { Toaster } from "sonner";
import { TOAST } from "#app/values/limits.ts";
import { toasterIsReady } from "./toast.ts";

/** The toast area with the numbers of values/limits.ts (they are those of the pinned sonner 1.7.4). Loaded lazily by toaster.tsx. */
export default function ToastArea() {
  // Effects run from the inside out, so the library listens by now.
  useEffect(toasterIsReady, []);
  return (
    <Toaster
      containerAriaLabel={texts.notifications}
      position={TOAST.position}
      duration={TOAST.durationMs}
      visibleToasts={TOAST.visible}
      gap={TOAST.gapPx}
      offset={TOAST.offsetPx}
      // Phones too: the library's own 16 px would lie over the bar with the button that was just pressed.
      mobileOffset={{ bottom: TOAST.offsetPx }}
      hotkey={[...TOAST.hotkey]}
      theme="light"
      style={{ "--width": `${TOAST.widthPx}px` } as React.CSSProperties}
      // A phone's thumb needs more than the library's 24 px.
      toastOptions={{ className: "font-sans", classNames: { actionButton: "max-sm:h-11! max-sm:px-4!" } }}
    />
  );
}
