import { DELAY_MINUTES } from "#app/orders/domain/counter/order-pace.ts";
import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";

/** Delays the promised time; the customer gets an email. */
export function DelayForm({ order, form }: { readonly order: StaffOrder; readonly form: OrderForm }) {
  if (!order.events.includes("delay")) return null;
  return (
    <form.fetcher.Form method="post">
      <OrderFields order={order} intent="delay" />
      <Fieldset isOff={form.busyWith !== null}>
        <legend className="text-sm font-semibold">Delay by minutes (the customer is notified)</legend>
        <div className="mt-1 grid grid-cols-4 gap-1.5">
          {DELAY_MINUTES.map((minutes) => (
            <Button
              key={minutes}
              type="submit"
              name="minutes"
              value={minutes}
              look="outline"
              className="figures px-1"
              aria-label={`${minutes} minutes later`}
            >
              +{minutes}
            </Button>
          ))}
        </div>
      </Fieldset>
    </form.fetcher.Form>
  );
}
