import { useState } from "react";
import { useFetcher } from "react-router";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";
import { DELAY_ALL_MINUTES, MOST_DELAYED_AT_ONCE } from "#app/orders/domain/counter/order-pace.ts";
import { counted } from "#texts/plural.ts";

/** An order that can be delayed, in the version on screen. */
export interface LateOrder {
  readonly id: string;
  readonly version: number;
}

/** Delays all orders in the kitchen, after a confirmation. Only the orders on screen are sent, because others may arrive meanwhile. */
export function LateOrders({ orders: present }: { readonly orders: readonly LateOrder[] }) {
  const [asked, setAsked] = useState<readonly LateOrder[] | null>(null);
  const orders = asked ?? present;
  const fetcher = useFetcher<{ message: string }>({ key: "live-controls" });
  const count = counted(orders.length, "order", "orders");
  return (
    <fetcher.Form method="post" className="border-t border-hairline p-3">
      <input type="hidden" name="intent" value="live" />
      <input type="hidden" name="orders" value={orders.map(({ id, version }) => `${id} ${version}`).join(",")} />
      <Fieldset isOff={fetcher.state !== "idle"}>
        <legend className="font-semibold">Delay all orders in progress</legend>
        <p className="text-ink-2">
          {orders.length === 0
            ? "No order in progress is due now."
            : `${orders.length === MOST_DELAYED_AT_ONCE ? "The earliest " : ""}${count} in progress ${orders.length === 1 ? "is" : "are"} due now. New orders keep their times; use Busy for those.`}
        </p>
        {orders.length === 0 ? null : (
          <div className="mt-1 flex flex-wrap gap-2">
            {DELAY_ALL_MINUTES.map((minutes) => (
              <ConfirmButton
                key={minutes}
                name="late"
                value={minutes}
                look="outline"
                onOpenChange={(isOpen) => setAsked(isOpen ? present : null)}
                className="figures px-4"
                aria-label={`+${minutes} min for ${count}`}
                question={{
                  title: `Promise ${count} ${minutes} minutes later?`,
                  text: `${orders.length === 1 ? "The customer is" : "Customers are"} told the new time by email and on the order's page. Scheduled orders later than the next 90 minutes keep their times.`,
                  yes: `Delay ${count}`,
                }}
              >
                +{minutes} min
              </ConfirmButton>
            ))}
          </div>
        )}
      </Fieldset>
    </fetcher.Form>
  );
}
