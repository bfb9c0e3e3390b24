import { AlertTriangleIcon, BikeIcon, ClockIcon, ShoppingBagIcon } from "lucide-react";
import type { Urgency } from "#app/orders/domain/counter/order-pace.ts";
import { testWords } from "#app/orders/domain/test-payment.ts";
import { statusLabel, type OrderStatus } from "#app/orders/domain/order.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { formatDay, formatTime, shortWeekday, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { localDateOf, addDays, weekdayOf } from "#app/values/time.ts";
import type { StaffOrder } from "./staff-order.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

const DOTS: Readonly<Record<OrderStatus, string>> = {
  awaiting_payment: "bg-muted",
  abandoned: "bg-muted",
  received: "bg-beet",
  accepted: "bg-harbour",
  preparing: "bg-harbour",
  ready: "bg-leaf",
  out_for_delivery: "bg-leaf",
  completed: "bg-ink",
  rejected: "bg-muted",
  cancelled: "bg-muted",
};

/** The status as a word with a dot. */
export function StatusWord({ status }: { readonly status: OrderStatus }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={`size-2 rounded-full ${DOTS[status]}`} />
      {statusLabel(status)}
    </span>
  );
}

/** "Pickup" or "Delivery", with its icon. */
export function FulfillmentTag({ fulfillment }: { readonly fulfillment: Fulfillment }) {
  const Icon = fulfillment === "delivery" ? BikeIcon : ShoppingBagIcon;
  return (
    <span className="inline-flex items-center gap-1 rounded-tag border border-hairline px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap">
      <Icon aria-hidden className="size-3.5" />
      {fulfillment === "delivery" ? "Delivery" : "Pickup"}
    </span>
  );
}

interface TestTagProps {
  readonly order: Pick<StaffOrder, "isTest" | "isTestOrder">;
  /** For lists, where every row may have one. */
  readonly isShort?: boolean;
}

/** Shown wherever staff could assume that the order is paid. */
export function TestTag({ order, isShort = false }: TestTagProps) {
  const words = testWords(order);
  const shown = isShort ? words.slice(0, 1).map((text) => text.split(":")[0]) : words;
  return shown.map((text) => (
    <strong
      key={text}
      className="mr-1 inline-block rounded-tag border border-harbour bg-harbour-tint px-1.5 py-0.5 text-xs font-semibold text-harbour last:mr-0"
    >
      {text}
    </strong>
  ));
}

const URGENCY: Readonly<Record<Urgency, string>> = {
  calm: "text-ink-2",
  soon: "bg-saffron-tint text-ink border border-saffron",
  late: "bg-saffron text-ink border border-saffron font-bold",
};

/** A time with its urgency by colour, icon and text. */
export function UrgencyTag({ urgency, children }: { readonly urgency: Urgency; readonly children: React.ReactNode }) {
  return (
    <span
      className={`figures inline-flex items-center gap-1 rounded-tag px-1.5 py-0.5 text-sm font-semibold whitespace-nowrap ${URGENCY[urgency]}`}
    >
      {urgency === "late" ? <AlertTriangleIcon aria-hidden className="size-4" /> : <ClockIcon aria-hidden className="size-4" />}
      {children}
    </span>
  );
}

/** "6:45 PM" today, "Sat 6:45 PM" within days, else "Nov 28, 6:45 PM"; on a 24-hour clock "18:45", "Sat 18:45", "28 Nov, 18:45". */
export function formatMoment(at: Date, now: Date, clock: ShopClock): string {
  const date = localDateOf(at, clock.timeZone);
  const today = localDateOf(now, clock.timeZone);
  const time = formatTime(at, clock);
  if (date === today) return time;
  const isNear = date > addDays(today, -7) && date < addDays(today, 7);
  return isNear ? `${shortWeekday(weekdayOf(date))} ${time}` : `${formatDay(date, clock.region)}, ${time}`;
}

/** An instant for people and machines. */
export function Moment({ at, now }: { readonly at: Date; readonly now: Date }) {
  const clock = useShopClock();
  return (
    <time dateTime={at.toISOString()} className="figures whitespace-nowrap">
      {formatMoment(at, now, clock)}
    </time>
  );
}
