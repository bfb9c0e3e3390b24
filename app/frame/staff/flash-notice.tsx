import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useSubmit } from "react-router";
import { UNDO_PATH, UndoButton } from "#app/kit/record/undo-button.tsx";
import { toast } from "#app/kit/toasts/toast.ts";
import { TOAST_WITH_ACTION_MS } from "#app/values/limits.ts";

export interface FlashMessage {
  readonly id: string;
  readonly text: string;
  /** The history entry that can be undone. */
  readonly undo: number | null;
  /** The action was an undo itself. */
  readonly isUndo: boolean;
}

/** The message of the previous page, shown once: a toast with Undo; without scripts a line above the page. */
export function FlashNotice({ flash }: { readonly flash: FlashMessage | null }) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const undoLabel = flash?.isUndo === true ? "Redo" : "Undo";
  const show = useEffectEvent((message: FlashMessage) => {
    const { undo } = message;
    if (undo === null) return toast.success(message.text);
    toast.success(message.text, {
      duration: TOAST_WITH_ACTION_MS,
      action: {
        label: undoLabel,
        onClick: () => void submit({ entry: String(undo), to: pathname + search }, { method: "post", action: UNDO_PATH }),
      },
    });
  });
  const announcedId = useRef<string | null>(null);
  useEffect(() => {
    // Announce each message once, however often the frame renders.
    if (flash === null || announcedId.current === flash.id) return;
    announcedId.current = flash.id;
    show(flash);
  }, [flash]);
  if (flash === null) return null;
  return (
    <noscript>
      <div role="status" className="mb-4 flex flex-wrap items-center gap-3 rounded border border-leaf bg-leaf-tint px-3 py-2 font-semibold">
        {flash.text}
        {flash.undo === null ? null : (
          <UndoButton entry={flash.undo} label={`${undoLabel}: ${flash.text}`}>
            {undoLabel}
          </UndoButton>
        )}
      </div>
    </noscript>
  );
}
