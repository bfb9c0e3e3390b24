import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import { PAID_BACK_ALREADY } from "#app/orders/domain/changes/transition-refusal.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";
import { LineChoices } from "#app/orders/ui/staff/line-quantity.tsx";

/** Removes missing items after asking the customer; the rest is priced again, never higher. */
export function EditItemsForm({
  order,
  form,
  isDisabled,
}: {
  readonly order: StaffOrder;
  readonly form: OrderForm;
  readonly isDisabled: boolean;
}) {
  if (!order.events.includes("edit"))
    return order.status === "received" && order.events.includes("refund") ? (
      <p className="text-sm text-ink-2">{PAID_BACK_ALREADY}</p>
    ) : null;
  return (
    <form.fetcher.Form method="post" className="grid gap-3">
      <OrderFields order={order} intent="edit" />
      <Fieldset isOff={isDisabled} className="grid gap-1">
        <legend className="text-sm font-semibold">Take out</legend>
        {order.lines.map((line) => (
          <label key={line.id} className="flex min-h-11 items-center gap-3 border-b border-hairline">
            <input type="checkbox" name="item" value={line.id} className="size-5 accent-primary" />
            <span className="wrap-anywhere">
              {line.quantity} × {line.name}
              <LineChoices line={line} />
            </span>
          </label>
        ))}
        <label className="mt-1 flex min-h-11 items-center gap-3">
          <input type="checkbox" name="soldOut" value="on" className="size-5 accent-primary" />
          Also mark as sold out today
        </label>
        <p className="text-sm text-ink-2">
          Call the customer first:{" "}
          {order.customer.phone === "" ? (
            order.customer.email
          ) : (
            <a href={`tel:${order.customer.phone}`} className="inline-flex min-h-11 items-center text-primary underline lg:min-h-6">
              {order.customer.phone}
            </a>
          )}
        </p>
        <Button type="submit" look="outline" className="mt-1">
          Remove item, keep order
        </Button>
      </Fieldset>
    </form.fetcher.Form>
  );
}
