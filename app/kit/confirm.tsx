import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Button, buttonClass, type ButtonLook } from "./button.tsx";
import { useIsClient } from "./hooks/use-is-client.ts";

export interface Question {
  /** "Delete 12 products?" */
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly text: ReactNode;
  /** Verb and noun: "Delete products". */
  readonly yes: string;
  /** Default: "Cancel". */
  readonly no?: string;
  /** The action loses data or costs money. */
  readonly isDanger?: boolean;
}

interface ConfirmDialogProps extends Question {
  readonly isOpen: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** A modal confirmation. Escape cancels, and Cancel has the initial focus. Staff pages only (20 KB): the storefront uses native dialogs. */
export function ConfirmDialog({ isOpen, title, text, yes, no = "Cancel", isDanger = false, onYes, onNo }: ConfirmDialogProps) {
  const refuse = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onNo())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-ink/40" />
        <AlertDialog.Popup
          initialFocus={refuse}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(26rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded border border-hairline bg-surface p-6 text-sm text-ink shadow-float"
        >
          <AlertDialog.Title className="text-xl wrap-anywhere">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-2 wrap-anywhere">
            {text}
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button ref={refuse} look="outline" size="desk" className="min-h-11 sm:min-h-10" onClick={onNo}>
              {no}
            </Button>
            <Button look={isDanger ? "danger" : "filled"} size="desk" className="min-h-11 sm:min-h-10" onClick={onYes}>
              {yes}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface ConfirmButtonProps extends Omit<ComponentProps<"button">, "type" | "onClick" | "ref">, ButtonLook {
  readonly question: Question;
  /** Called when the dialog opens or closes. The parent can freeze what the dialog names meanwhile. */
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/**
 * A submit button with a confirmation. Confirming submits its form with the button's own name and value. Without scripts, the question and
 * the real submit button unfold below it.
 */
export function ConfirmButton({ question, onOpenChange, look, size, className, ...button }: ConfirmButtonProps) {
  const isClient = useIsClient();
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  if (!isClient) {
    return (
      <details className="min-w-0">
        <summary className={`list-none [&::-webkit-details-marker]:hidden ${buttonClass({ look, size, className })}`}>
          {button.children}
        </summary>
        <div className="grid justify-items-start gap-2 py-3 text-left text-sm">
          <strong>{question.title}</strong>
          <div>{question.text}</div>
          <Button {...button} type="submit" look={question.isDanger === true ? "danger" : "filled"} size={size}>
            {question.yes}
          </Button>
        </div>
      </details>
    );
  }
  return (
    <>
      <Button
        {...button}
        ref={ref}
        type="submit"
        look={look}
        size={size}
        className={className}
        onClick={(event) => {
          event.preventDefault();
          change(true);
        }}
      />
      <ConfirmDialog
        {...question}
        isOpen={isOpen}
        onNo={() => change(false)}
        onYes={() => {
          ref.current?.form?.requestSubmit(ref.current);
          change(false);
        }}
      />
    </>
  );
}
