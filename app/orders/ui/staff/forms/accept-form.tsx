import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useState } from "react";
import { acceptChoices } from "#app/orders/domain/counter/order-pace.ts";
import type { OrderForm } from "./use-order-form.ts";
import { Button } from "#app/kit/button.tsx";
import { OrderFields } from "./order-fields.tsx";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";

interface AcceptFormProps {
  readonly order: StaffOrder;
  readonly now: Date;
  readonly form: OrderForm;
  readonly isDisabled: boolean;
}

/** Accept with one tap: minutes as chips with the suggestion selected, one wide button. */
export function AcceptForm({ order, form, isDisabled, now }: AcceptFormProps) {
  const clock = useShopClock();
  // Fixed at first render: a changing suggestion would discard the choice.
  const [suggested] = useState(order.suggestedMinutes);
  const [minutes, setMinutes] = useState(suggested);
  const canAccept = order.events.includes("accept");
  const isBusy = form.busyWith === "accept";
  // An order for much later is promised for its requested time.
  const laterFor =
    order.requestedFor !== null && order.cookFrom !== null && order.cookFrom > now ? formatMoment(order.requestedFor, now, clock) : null;
  return (
    <form.fetcher.Form method="post">
      <OrderFields order={order} intent="accept" />
      <Fieldset isOff={isDisabled}>
        {canAccept && laterFor === null ? (
          <MinuteChoices suggested={suggested} onChoice={setMinutes} />
        ) : (
          <>
            {canAccept ? <legend className="sr-only">Accept</legend> : null}
            <input type="hidden" name="minutes" value={suggested} />
          </>
        )}
        {canAccept ? (
          <Button type="submit" size="large" data-act="accept" className="mt-2 w-full">
            {isBusy ? "Accepting…" : `Accept ${laterFor === null ? `· ${minutes} min` : `for ${laterFor}`}`}
            <span className="sr-only">, {order.number}</span>
          </Button>
        ) : null}
        {order.paymentProblem === null || !order.events.includes("accept_at_pickup") ? null : (
          <Button type="submit" name="payAtPickup" value="on" look="outline" className="mt-2 w-full">
            Accept, customer pays at pickup
          </Button>
        )}
      </Fieldset>
    </form.fetcher.Form>
  );
}

function MinuteChoices({ suggested, onChoice }: { readonly suggested: number; readonly onChoice: (minutes: number) => void }) {
  const choices = acceptChoices(suggested);
  return (
    <>
      <legend className="text-sm font-semibold">Ready in</legend>
      <div className={`mt-1 grid gap-1.5 ${choices.length % 3 === 0 ? "grid-cols-3" : "grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))]"}`}>
        {choices.map((choice) => (
          <label
            key={choice}
            className="choice figures grid min-h-11 place-items-center text-base font-semibold has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary"
          >
            <input
              type="radio"
              name="minutes"
              value={choice}
              defaultChecked={choice === suggested}
              onChange={() => onChoice(choice)}
              className="sr-only"
            />
            <span>
              {choice}
              <span className="sr-only"> minutes</span>
            </span>
          </label>
        ))}
      </div>
    </>
  );
}
