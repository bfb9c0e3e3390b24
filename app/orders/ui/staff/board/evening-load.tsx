import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useFetcher } from "react-router";
import type { EveningSlot } from "#app/orders/domain/counter/evening-slots.ts";
import { formatTime } from "#app/values/clock/shop-clock.ts";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";
import { counted } from "#texts/plural.ts";

interface EveningLoadProps {
  readonly slots: readonly EveningSlot[];
  /** SLOT_MAX_ORDERS; 0 = no limit. */
  readonly mostOrders: number;
}

/** Without a limit a full bar is the maximum, at least this many orders. */
const LEAST_FULL = 5;

/** Load per time as bars; a tap closes a time for new orders, another reopens it. */
export function EveningLoad({ slots, mostOrders }: EveningLoadProps) {
  const fetcher = useFetcher<{ message: string }>({ key: "live-controls" });
  if (slots.length === 0) return null;
  const full = mostOrders > 0 ? mostOrders : Math.max(LEAST_FULL, ...slots.map((slot) => slot.orders));
  return (
    <fetcher.Form method="post" className="border-t border-hairline p-3">
      <input type="hidden" name="intent" value="live" />
      <Fieldset isOff={fetcher.state !== "idle"}>
        <legend className="font-semibold">Orders by time</legend>
        <p className="text-ink-2">Tap a time to close it: customers are offered the next free one. Tap again to take orders for it.</p>
        <ul className="mt-2 flex gap-1 overflow-x-auto pb-1">
          {slots.map((slot) => (
            <Slot key={slot.startsAt.getTime()} slot={slot} full={full} mostOrders={mostOrders} />
          ))}
        </ul>
      </Fieldset>
    </fetcher.Form>
  );
}

function Slot({ slot, full, mostOrders }: { readonly slot: EveningSlot; readonly full: number; readonly mostOrders: number }) {
  const { startsAt, endsAt, orders, items, isClosed } = slot;
  const [time, period] = formatTime(startsAt, useShopClock()).split(" ");
  const isFull = mostOrders > 0 && orders >= mostOrders;
  const load = `${counted(orders, "order", "orders")}, ${counted(items, "item", "items")}`;
  const openLook = orders * 2 >= full ? "bg-saffron" : "bg-primary";
  const count = mostOrders > 0 ? `${orders} of ${mostOrders}` : orders;
  return (
    <li className="shrink-0">
      <button
        type="submit"
        name={isClosed ? "reopen" : "close"}
        value={`${startsAt.toISOString()} ${endsAt.toISOString()}`}
        title={load}
        className={`relative grid w-16 gap-1 rounded border p-1 text-center hover:border-ink ${isClosed ? "border-beet bg-beet-tint" : "border-hairline bg-surface"}`}
      >
        <span className="sr-only">{isClosed ? "Take orders again for" : "Close"}</span>
        <span aria-hidden className="flex h-14 items-end rounded-tag bg-canvas">
          <span
            className={`w-full rounded-tag ${isClosed || isFull ? "bg-beet" : openLook}`}
            style={{ height: `${Math.min(100, (orders / full) * 100)}%` }}
          />
        </span>
        <span className="figures text-sm font-semibold">
          {time}
          <span className="sr-only">
            {period === undefined ? "" : ` ${period}`}: {load}
            {isFull ? ", full" : ""}
          </span>
        </span>
        <span aria-hidden className={`figures text-xs ${isClosed ? "font-semibold text-beet" : "text-ink-2"}`}>
          {isClosed ? "closed" : count}
        </span>
      </button>
    </li>
  );
}
