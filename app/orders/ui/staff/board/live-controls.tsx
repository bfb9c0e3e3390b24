import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { ChevronDownIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { MAX_SHORT_TEXT_LENGTH } from "#app/values/limits.ts";
import { formatDuration } from "#app/orders/domain/counter/order-pace.ts";
import { minutesBetween } from "#app/values/time.ts";
import { Button } from "#app/kit/button.tsx";
import type { EveningSlot } from "#app/orders/domain/counter/evening-slots.ts";
import { EveningLoad } from "./evening-load.tsx";
import { LateOrders, type LateOrder } from "./late-orders.tsx";
import { SellOut, type SellOutFound } from "./sell-out.tsx";
import { formatMoment } from "#app/orders/ui/staff/order-words.tsx";
import { Fieldset } from "#app/kit/forms/fieldset.tsx";
import { EnterChoosesNothing } from "#app/kit/forms/save-bar.tsx";
import { counted } from "#texts/plural.ts";

export interface LiveState {
  /** "Open now; closes 9:00 PM" */
  readonly openSentence: string;
  readonly isOpen: boolean;
  readonly pausedUntil: Date | null;
  readonly pauseMessage: string;
  /** The end of a pause of delivery alone; "off": the shop does not deliver. */
  readonly delivery: Date | null | "off";
  /** Several orders in a row went unanswered. */
  readonly isPausedByItself: boolean;
  readonly busyMinutes: number;
  readonly busyUntil: Date | null;
  readonly sellOut: SellOutFound;
  /** The current quote in minutes for a new pickup order. */
  readonly quotedMinutes: number;
  /** The times of this evening. */
  readonly slots: readonly EveningSlot[];
  /** SLOT_MAX_ORDERS; 0 = no limit. */
  readonly mostOrders: number;
  /** Orders in the kitchen that "Delay all orders in progress" delays. */
  readonly toDelay: readonly LateOrder[];
  readonly soldOut: readonly {
    readonly kind: "product" | "option";
    readonly id: number;
    readonly name: string;
    readonly until: Date | null;
  }[];
}

interface LiveControlsProps {
  readonly live: LiveState;
  readonly now: Date;
}

const PAUSES = [
  { value: "15", label: "15 min" },
  { value: "30", label: "30 min" },
  { value: "60", label: "1 hour" },
  { value: "today", label: "Rest of the day" },
] as const;
const BUSY_MINUTES = [10, 20] as const;

/** Pause, busy, late and sold out: one status line with the controls behind it. */
export function LiveControls({ live, now }: LiveControlsProps) {
  const clock = useShopClock();
  const fetcher = useFetcher<{ message: string }>({ key: "live-controls" });
  const isPaused = live.pausedUntil !== null && live.pausedUntil > now;
  const isRush = live.busyMinutes > 0 && (live.busyUntil === null || live.busyUntil > now);
  const deliveryPausedUntil = live.delivery instanceof Date && live.delivery > now ? live.delivery : null;
  const isUsual = live.isOpen && !isRush && deliveryPausedUntil === null;
  return (
    <section
      id="live"
      aria-label="Live controls"
      className={`rounded border ${isUsual ? "border-hairline bg-canvas" : "border-saffron bg-saffron-tint"}`}
    >
      <details className="group" open={live.sellOut.q !== "" || undefined}>
        <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-2 px-3 py-1">
          <span aria-hidden className={`size-2 rounded-full ${live.isOpen ? "bg-leaf" : "bg-saffron"}`} />
          <strong>
            {isPaused && live.pausedUntil !== null
              ? `${live.isPausedByItself ? "Ordering was paused automatically" : "Ordering paused"} until ${formatMoment(live.pausedUntil, now, clock)}`
              : live.openSentence}
          </strong>
          <span className="text-ink-2">· {liveWords(live, { isRush, deliveryPausedUntil, now, clock })}</span>
          <span className="ml-auto inline-flex items-center gap-1 font-semibold text-primary underline underline-offset-2">
            Change <ChevronDownIcon aria-hidden className="size-4 transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <SellOut {...live.sellOut} />
        <EveningLoad slots={live.slots} mostOrders={live.mostOrders} />
        <LateOrders orders={live.toDelay} />
        <fetcher.Form method="post" className="grid gap-4 border-t border-hairline p-3 md:grid-cols-2">
          <EnterChoosesNothing />
          <input type="hidden" name="intent" value="live" />
          <Busy isRush={isRush} isSending={fetcher.state !== "idle"} />
          <Pause live={live} isPaused={isPaused} isSending={fetcher.state !== "idle"} />
          {live.delivery === "off" ? null : <DeliveryPause isPaused={deliveryPausedUntil !== null} isSending={fetcher.state !== "idle"} />}
          <SoldOut live={live} now={now} isSending={fetcher.state !== "idle"} />
        </fetcher.Form>
      </details>
      {isPaused && live.isPausedByItself ? (
        <fetcher.Form method="post" className="flex flex-wrap items-center gap-3 border-t-2 border-beet bg-beet-tint p-3">
          <input type="hidden" name="intent" value="live" />
          <p className="min-w-0 grow basis-60">
            <strong className="text-beet">Nobody answered the last orders in time.</strong> They were refused, and customers read that the
            shop takes no orders for the moment.
          </p>
          <Button type="submit" name="pause" value="0">
            Take orders again
          </Button>
        </fetcher.Form>
      ) : null}
      <p role="status" className={fetcher.data === undefined ? "sr-only" : "px-3 pb-2 font-semibold"}>
        {fetcher.data?.message}
      </p>
    </section>
  );
}

interface LiveMoment {
  readonly isRush: boolean;
  readonly deliveryPausedUntil: Date | null;
  readonly now: Date;
  readonly clock: ShopClock;
}

/** "pickup in 40 min, busy for 50 min more · delivery paused until 7:30 PM · 2 times closed · 3 sold out" */
function liveWords(live: LiveState, { isRush, deliveryPausedUntil, now, clock }: LiveMoment): string {
  const busyFor = live.busyUntil === null ? "" : ` for ${formatDuration(minutesBetween(now, live.busyUntil))} more`;
  const closedCount = live.slots.filter((slot) => slot.isClosed).length;
  return [
    `pickup in ${live.quotedMinutes} min${isRush ? `, busy${busyFor}` : ""}`,
    deliveryPausedUntil === null ? "" : `delivery paused until ${formatMoment(deliveryPausedUntil, now, clock)}`,
    closedCount === 0 ? "" : `${counted(closedCount, "time", "times")} closed`,
    live.soldOut.length === 0 ? "" : `${live.soldOut.length} sold out`,
  ]
    .filter((words) => words !== "")
    .join(" · ");
}

function Busy({ isRush, isSending }: { readonly isRush: boolean; readonly isSending: boolean }) {
  return (
    <Fieldset isOff={isSending}>
      <legend className="font-semibold">Busy: longer times for new orders</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {isRush ? (
          <Button type="submit" name="busy" value="0" look="outline">
            No longer busy
          </Button>
        ) : null}
        {BUSY_MINUTES.map((minutes) => (
          <Button key={minutes} type="submit" name="busy" value={minutes} look="outline">
            +{minutes} min for an hour
          </Button>
        ))}
      </div>
    </Fieldset>
  );
}

function Pause({ live, isPaused, isSending }: { readonly live: LiveState; readonly isPaused: boolean; readonly isSending: boolean }) {
  return (
    <Fieldset isOff={isSending}>
      <legend className="font-semibold">{isPaused ? "Ordering is paused" : "Pause ordering"}</legend>
      {isPaused ? (
        <Button type="submit" name="pause" value="0" className="mt-1">
          Take orders again
        </Button>
      ) : (
        <>
          <div className="mt-1 flex flex-wrap gap-2">
            {PAUSES.map((pause) => (
              <Button key={pause.value} type="submit" name="pause" value={pause.value} look="outline" className="px-4">
                {pause.label}
              </Button>
            ))}
          </div>
          <label className="mt-2 grid gap-1">
            Message to customers (optional)
            <input
              name="message"
              type="text"
              defaultValue={live.pauseMessage}
              maxLength={MAX_SHORT_TEXT_LENGTH}
              autoComplete="off"
              className="control min-h-11 w-full"
            />
          </label>
        </>
      )}
    </Fieldset>
  );
}

function DeliveryPause({ isPaused, isSending }: { readonly isPaused: boolean; readonly isSending: boolean }) {
  return (
    <Fieldset isOff={isSending} className="md:col-span-2">
      <legend className="font-semibold">{isPaused ? "Delivery is paused; pickup goes on" : "Pause delivery only"}</legend>
      <div className="mt-1 flex flex-wrap gap-2">
        {isPaused ? (
          <Button type="submit" name="pause_delivery" value="0">
            Deliver again
          </Button>
        ) : (
          PAUSES.map((pause) => (
            <Button key={pause.value} type="submit" name="pause_delivery" value={pause.value} look="outline" className="px-4">
              {pause.label}
              <span className="sr-only"> without delivery</span>
            </Button>
          ))
        )}
      </div>
    </Fieldset>
  );
}

function SoldOut({ live, now, isSending }: LiveControlsProps & { readonly isSending: boolean }) {
  const clock = useShopClock();
  return (
    <Fieldset isOff={isSending} className="md:col-span-2">
      <legend className="font-semibold">Sold out</legend>
      {live.soldOut.length === 0 ? (
        <p className="mt-1 text-ink-2">Nothing. When something runs out, find it above, or take it out of its order and mark it there.</p>
      ) : null}
      <ul className="mt-1">
        {live.soldOut.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`} className="flex flex-wrap items-center gap-2 border-b border-hairline py-1">
            <span className="grow wrap-anywhere">
              {entry.name}
              <span className="text-ink-2">
                {" "}
                · {entry.until === null ? "until put back" : `until ${formatMoment(entry.until, now, clock)}`}
              </span>
            </span>
            <Button type="submit" name="back" value={`${entry.kind} ${entry.id}`} look="outline" size="desk" className="min-h-10">
              Sell again<span className="sr-only">: {entry.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Fieldset>
  );
}
