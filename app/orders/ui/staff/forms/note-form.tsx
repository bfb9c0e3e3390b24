import { useEffect, useEffectEvent } from "react";
import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

const MAX_NOTE_LENGTH = 1000;

interface FormProps<Order extends StaffOrder = StaffOrder> {
  readonly order: Order;
  readonly form: OrderForm;
  /** Typed text that is not sent yet. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A note for colleagues; the customer never sees it. */
export function NoteForm(props: FormProps) {
  return <TextForm {...props} intent="note" label="Note for colleagues" hint="(customers do not see it)" button="Save note" />;
}

/** A message to the customer; an erased customer cannot be reached. */
export function MessageForm(props: FormProps<StaffOrderDetail>) {
  const { messages } = props.order;
  if (messages === null) return null;
  const button = messages.isSent ? "Send message" : "Save message";
  return <TextForm {...props} intent="message" label="Message to the customer" hint={`(${messages.hint})`} button={button} />;
}

interface TextFormProps extends FormProps {
  readonly intent: "note" | "message";
  readonly label: string;
  readonly hint: string;
  readonly button: string;
}

function TextForm({ order, form, text, onText, intent, label, hint, button }: TextFormProps) {
  const { answer } = form;
  const clear = useEffectEvent(() => onText(""));
  useEffect(() => {
    if (answer?.event === intent && answer.kind === "done") clear();
  }, [answer, intent]);
  if (!order.events.includes(intent)) return null;
  return (
    <form.fetcher.Form method="post" className="mt-3 grid gap-2 print:hidden">
      <OrderFields order={order} intent={intent} />
      <label className="grid gap-1 font-semibold">
        <span className="wrap-anywhere">
          {label} <span className="font-normal text-ink-2">{hint}</span>
        </span>
        <textarea
          name="text"
          required
          maxLength={MAX_NOTE_LENGTH}
          rows={2}
          value={text}
          onChange={(event) => onText(event.target.value)}
          className="control py-2"
        />
      </label>
      <Button
        type="submit"
        look="outline"
        size="desk"
        className="min-h-11 justify-self-start lg:min-h-10"
        disabled={form.busyWith !== null}
      >
        {button}
      </Button>
    </form.fetcher.Form>
  );
}
