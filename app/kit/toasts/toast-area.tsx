import * as texts from "#texts/kit/toasts.ts";
import { useEffect } from "react";
import { Toaster } from "sonner";
import { TOAST } from "#app/values/limits.ts";
import { toasterIsReady } from "./toast.ts";

/** The toast area, with the numbers of values/limits.ts (those of the pinned sonner 1.7.4). Loaded lazily by toaster.tsx. */
export default function ToastArea() {
  // Effects run from the inside out, so the library is listening now.
  useEffect(toasterIsReady, []);
  return (
    <Toaster
      containerAriaLabel={texts.notifications}
      position={TOAST.position}
      duration={TOAST.durationMs}
      visibleToasts={TOAST.visible}
      gap={TOAST.gapPx}
      offset={TOAST.offsetPx}
      // On phones, the library's own 16 px would cover the bar with the button just pressed.
      mobileOffset={{ bottom: TOAST.offsetPx }}
      hotkey={[...TOAST.hotkey]}
      theme="light"
      style={{ "--width": `${TOAST.widthPx}px` } as React.CSSProperties}
      // Touch needs more than the library's 24 px.
      toastOptions={{ className: "font-sans", classNames: { actionButton: "max-sm:h-11! max-sm:px-4!" } }}
    />
  );
}
