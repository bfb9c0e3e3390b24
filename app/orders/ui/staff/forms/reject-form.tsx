import { useState, type SubmitEvent } from "react";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { REJECT_REASONS, reasonLabel, type ReasonCode } from "#app/orders/domain/order.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

interface ReasonFieldsProps {
  readonly orderId: string;
  readonly reasons: readonly ReasonCode[];
  readonly onReason?: (reason: ReasonCode) => void;
}

/** The reason as chips, and a few words that the customer reads; "Other" cannot do without them. */
export function ReasonFields({ orderId, reasons, onReason }: ReasonFieldsProps) {
  const [reason, setReason] = useState<ReasonCode | null>(null);
  return (
    <fieldset>
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
      <label className="mt-2 block text-sm font-semibold" htmlFor={`reason-text-${orderId}`}>
        Words for the customer {reason === "other" ? "" : <span className="font-normal text-ink-2">(optional)</span>}
      </label>
      <input
        id={`reason-text-${orderId}`}
        name="text"
        type="text"
        maxLength={MAX_REASON_LENGTH}
        required={reason === "other"}
        autoComplete="off"
        className="control mt-1 min-h-11 w-full"
      />
    </fieldset>
  );
}

/** Why and, after a moment to undo, away: `onReject` gets the form's fields. Without scripts the form is sent at once. */
export function RejectForm({
  order,
  isDisabled,
  onReject,
}: {
  readonly order: StaffOrder;
  readonly isDisabled: boolean;
  readonly onReject: (fields: FormData) => void;
}) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onReject(new FormData(event.currentTarget));
  };
  return (
    <form method="post" onSubmit={submit} className="cut grid gap-3 pt-4">
      <OrderFields order={order} intent="reject" />
      <ReasonFields orderId={order.id} reasons={REJECT_REASONS} />
      <p className="text-sm text-ink-2">
        {order.paymentState === "authorized"
          ? "The card hold is released; nothing is charged."
          : order.captured > 0
            ? "Everything is refunded."
            : "Nothing has been charged."}
      </p>
      <Button type="submit" look="danger" disabled={isDisabled}>
        Reject {order.number}
      </Button>
    </form>
  );
}
