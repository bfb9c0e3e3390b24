import { useEffect, useRef } from "react";
import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

const MAX_NOTE_LENGTH = 1000;

/** A note for colleagues; the customer never sees it. */
export function NoteForm({ order, form }: { readonly order: StaffOrder; readonly form: OrderForm }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { answer } = form;
  useEffect(() => {
    if (answer?.event === "note" && answer.kind === "done" && area.current !== null) area.current.value = "";
  }, [answer]);
  if (!order.events.includes("note")) return null;
  return (
    <form.fetcher.Form method="post" className="mt-3 grid gap-2 print:hidden">
      <OrderFields order={order} intent="note" />
      <label className="grid gap-1 font-semibold">
        <span>
          Note for colleagues <span className="font-normal text-ink-2">(customers do not see it)</span>
        </span>
        <textarea ref={area} name="text" required maxLength={MAX_NOTE_LENGTH} rows={2} className="control py-2" />
      </label>
      <Button
        type="submit"
        look="outline"
        size="desk"
        className="min-h-11 justify-self-start lg:min-h-10"
        disabled={form.busyWith !== null}
      >
        Save note
      </Button>
    </form.fetcher.Form>
  );
}
