import { Button } from "#app/kit/button.tsx";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";
import { typedWeights } from "#app/orders/domain/changes/weights-token.ts";
import { weightField } from "#app/orders/domain/order-form.ts";
import type { StaffOrderDetail } from "#app/orders/ui/staff/detail/staff-order-detail.ts";
import { OrderFields } from "./order-fields.tsx";
import type { OrderForm } from "./use-order-form.ts";

/** The actual weights of an order; a lower weight reduces the charge, or is refunded. */
export function WeighForm({ order, form }: { readonly order: StaffOrderDetail; readonly form: OrderForm }) {
  if (order.weighing.length === 0) return null;
  const left = order.weighing.filter(({ actual }) => actual === "");
  const asked = form.answer?.kind === "confirm" ? form.answer : null;
  return (
    <form.fetcher.Form
      method="post"
      className="ticket mt-4 mb-6 p-4"
      key={order.weighing.map(({ id, actual }) => `${id} ${actual}`).join()}
    >
      <OrderFields order={order} intent="edit" />
      <Fieldset isOff={form.busyWith !== null || order.isSettling} className="grid gap-3">
        <legend className="text-base font-semibold">{left.length === 0 ? "Weighed" : "Still to be weighed"}</legend>
        {order.weighing.map(({ id, name, unit, ordered, actual }) => (
          <label key={id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">
              {name}{" "}
              <span className="text-ink-2">
                ({ordered} {unit} ordered)
              </span>
            </span>
            <span className="flex items-center gap-2">
              <input
                name={weightField(id, unit)}
                defaultValue={asked === null ? actual : (typedWeights(asked.confirm ?? "", unit)[id] ?? actual)}
                inputMode={unit === "lb" ? "decimal" : "numeric"}
                autoComplete="off"
                className="control figures min-h-11 w-24 text-right"
              />
              {unit}
            </span>
          </label>
        ))}
        <p className="text-sm text-ink-2">A lower weight costs less. A card never pays more than it has covered.</p>
        <Button type="submit" look={left.length === 0 ? "outline" : "filled"} className="justify-self-start">
          Save weights
        </Button>
        <div className={asked === null ? "sr-only" : "grid gap-2 rounded border border-harbour bg-harbour-tint p-2"}>
          <p role="alert" className="font-semibold">
            {asked?.message}
          </p>
          {/* After the submit button, so that neither Enter nor a second click confirms the question. */}
          {asked === null ? null : (
            <Button type="submit" look="outline" name="confirmed" value={asked.confirm} className="justify-self-start">
              Yes, save these weights
            </Button>
          )}
        </div>
      </Fieldset>
    </form.fetcher.Form>
  );
}
