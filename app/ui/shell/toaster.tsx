import { Toaster as Sonner } from "sonner";
import { TOAST } from "#app/domain/limits.ts";

/** The toast area with the exact numbers of specification section 9 (they are those of the pinned sonner 1.7.4). */
export function Toaster() {
  return (
    <Sonner
      position={TOAST.position}
      duration={TOAST.durationMs}
      visibleToasts={TOAST.visible}
      gap={TOAST.gapPx}
      offset={TOAST.offsetPx}
      hotkey={[...TOAST.hotkey]}
      theme="light"
      style={{ "--width": `${TOAST.widthPx}px` } as React.CSSProperties}
      toastOptions={{ className: "font-sans" }}
    />
  );
}
