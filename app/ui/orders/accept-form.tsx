import { useState } from "react";
import { acceptChoices } from "#app/domain/order-pace.ts";
import type { OrderForm } from "#app/ui/hooks/use-order-form.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { OrderFields } from "./hidden-fields.tsx";
import type { OrderView } from "./order-view.ts";

interface AcceptFormProps {
  readonly order: OrderView;
  readonly form: OrderForm;
  readonly isDisabled: boolean;
}

/** One-thumb accept: the minutes as chips with the suggested one chosen, one wide button. */
export function AcceptForm({ order, form, isDisabled }: AcceptFormProps) {
  // Kept from the first drawing: a suggestion that changes under the thumb would take the chosen minutes away.
  const [suggested] = useState(order.suggestedMinutes);
  const [minutes, setMinutes] = useState(suggested);
  const choices = acceptChoices(suggested);
  const isBusy = form.busyWith === "accept";
  return (
    <form.fetcher.Form method="post">
      <OrderFields order={order} intent="accept" />
      <fieldset disabled={isDisabled}>
        <legend className="text-sm font-semibold">{order.requestedFor === null ? "Ready in" : "Needs at least"}</legend>
        <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] gap-1.5">
          {choices.map((choice) => (
            <label
              key={choice}
              className="figures grid min-h-11 cursor-pointer place-items-center rounded border border-field bg-surface text-base font-semibold has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-harbour"
            >
              <input type="radio" name="minutes" value={choice} defaultChecked={choice === suggested} onChange={() => setMinutes(choice)} className="sr-only" />
              <span>
                {choice}
                <span className="sr-only"> minutes</span>
              </span>
            </label>
          ))}
        </div>
        <Button type="submit" size="large" className="mt-2 w-full">
          {isBusy ? "Accepting…" : `Accept · ${minutes} min`}
        </Button>
        {order.paymentProblem === null || order.fulfillment === "delivery" ? null : (
          <Button type="submit" name="payAtPickup" value="on" look="outline" className="mt-2 w-full">
            Accept, customer pays at pickup
          </Button>
        )}
      </fieldset>
    </form.fetcher.Form>
  );
}
