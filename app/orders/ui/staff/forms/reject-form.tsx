import { useState, type SubmitEvent } from "react";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { REJECT_REASONS, reasonLabel, type ReasonCode } from "#app/orders/domain/order.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

interface ReasonFieldsProps {
  readonly orderId: string;
  readonly reasons: readonly ReasonCode[];
  readonly onReason?: (reason: ReasonCode) => void;
  /** The missing input on submit. */
  readonly problem?: ReasonProblem | null;
}

export interface ReasonProblem {
  readonly field: "reason" | "text";
  readonly message: string;
}

/** Missing reason field, focused; null if complete. */
export function reasonProblem(form: HTMLFormElement): ReasonProblem | null {
  const fields = new FormData(form);
  const problem = problemOf(fields.get("reason"), fields.get("text"));
  if (problem !== null) form.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
  return problem;
}

function problemOf(reason: FormDataEntryValue | null, text: FormDataEntryValue | null): ReasonProblem | null {
  if (reason === null) return { field: "reason", message: "Choose a reason: the customer reads it." };
  const isSilent = typeof text !== "string" || text.trim() === "";
  return reason === "other" && isSilent ? { field: "text", message: "Say in a few words why: the customer reads them." } : null;
}

/** The reason as chips with a note for the customer; "Other" requires the note. */
export function ReasonFields({ orderId, reasons, onReason, problem = null }: ReasonFieldsProps) {
  const [reason, setReason] = useState<ReasonCode | null>(null);
  // Errors clear once corrected.
  const shownProblem = problem === null || (problem.field === "reason" && reason !== null) ? null : problem;
  const saidId = `reason-problem-${orderId}`;
  return (
    <fieldset aria-describedby={shownProblem?.field === "reason" ? saidId : undefined}>
      <legend className="text-sm font-semibold">Reason</legend>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {reasons.map((code) => (
          <label
            key={code}
            className="choice inline-flex min-h-11 items-center px-3 text-sm font-semibold has-checked:border-beet has-checked:bg-beet-tint has-checked:text-beet"
          >
            <input
              type="radio"
              name="reason"
              value={code}
              required
              className="sr-only"
              onChange={() => {
                setReason(code);
                onReason?.(code);
              }}
            />
            {reasonLabel(code)}
          </label>
        ))}
      </div>
      <p id={saidId} role="alert" className="mt-1 text-sm font-semibold text-beet empty:hidden">
        {shownProblem?.message}
      </p>
      <label className="mt-2 block text-sm font-semibold" htmlFor={`reason-text-${orderId}`}>
        Message to customer {reason === "other" ? "" : <span className="font-normal text-ink-2">(optional)</span>}
      </label>
      <input
        id={`reason-text-${orderId}`}
        name="text"
        type="text"
        maxLength={MAX_REASON_LENGTH}
        required={reason === "other"}
        aria-invalid={shownProblem?.field === "text" ? true : undefined}
        aria-describedby={shownProblem?.field === "text" ? saidId : undefined}
        autoComplete="off"
        className="control mt-1 min-h-11 w-full"
      />
    </fieldset>
  );
}

/** A reason, then the rejection after a delay with undo: `onReject` receives the form's fields. Without JavaScript the form is sent immediately. */
export function RejectForm({
  order,
  isDisabled,
  onReject,
}: {
  readonly order: StaffOrder;
  readonly isDisabled: boolean;
  readonly onReject: (fields: FormData) => void;
}) {
  const [problem, setProblem] = useState<ReasonProblem | null>(null);
  const isHydrated = useIsClient();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = reasonProblem(event.currentTarget);
    setProblem(missing);
    if (missing === null) onReject(new FormData(event.currentTarget));
  };
  const charged = order.captured > 0 ? "Everything is refunded." : "Nothing has been charged.";
  return (
    <form method="post" noValidate={isHydrated} onSubmit={submit} className="cut grid gap-3 pt-4">
      <OrderFields order={order} intent="reject" />
      <ReasonFields orderId={order.id} reasons={REJECT_REASONS} problem={problem} />
      <p className="text-sm text-ink-2">
        {order.paymentState === "authorized" ? "The card hold is released; nothing is charged." : charged}
      </p>
      <Button type="submit" look="danger" disabled={isDisabled}>
        Reject {order.number}
      </Button>
    </form>
  );
}
