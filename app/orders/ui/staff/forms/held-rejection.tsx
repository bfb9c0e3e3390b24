import { reasonLabel, type ReasonCode } from "#app/orders/domain/order.ts";
import { Button } from "#app/kit/button.tsx";
import type { HeldAction } from "#app/kit/hooks/use-held-action.ts";

interface HeldRejectionProps {
  readonly number: string;
  readonly rejection: HeldAction<FormData>;
}

/** Undo replaces the clicked button and takes the focus. */
function focusOnceShown(element: HTMLElement | null): void {
  element?.focus();
}

/** A delayed rejection with the remaining seconds. Nothing if none. */
export function HeldRejection({ number, rejection }: HeldRejectionProps) {
  if (rejection.held === null) return null;
  return (
    <div role="alert" className="rounded border-2 border-beet p-3">
      <p className="font-semibold">
        Rejecting {number}
        <span aria-hidden className="figures">
          {" "}
          in {rejection.secondsLeft} s
        </span>{" "}
        ({reasonLabel(rejection.held.get("reason") as ReasonCode)})
      </p>
      <p className="mt-1 text-sm text-ink-2">Leaving this page rejects it immediately.</p>
      <Button look="outline" className="mt-2 w-full" onClick={() => rejection.undo()} ref={focusOnceShown}>
        Undo<span className="sr-only"> the rejection of {number}</span>
      </Button>
    </div>
  );
}
