import { data } from "react-router";
import { listSoldOut } from "#app/catalogue/data/sold-out/sold-out.server.ts";
import { searchSellable } from "#app/catalogue/data/sold-out/sold-out-search.server.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { liveControlsSchema, type OrderDelay } from "#app/orders/domain/counter/live-controls.schema.ts";
import { openSentence } from "#app/store/domain/hours/open-sentence.ts";
import { listPromisedOrders } from "#app/cart/data/orders-seen.server.ts";
import { deliveryStatus } from "#app/mail/domain/delivery-status.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { listOrdersToDelay } from "#app/orders/data/orders-due.server.ts";
import { deliverySentence } from "#app/orders/domain/mail/mail-sentences.ts";
import { listClosedSlots } from "#app/store/data/closed-slots.server.ts";
import { countSlotLoads } from "#app/store/domain/hours/slots.ts";
import { eveningSlots } from "#app/orders/domain/counter/evening-slots.ts";
import { orderingSettings, type Settings } from "#app/store/domain/settings.ts";
import { nextOpening } from "#app/store/domain/hours/next-opening.ts";
import { formatReopening, type StoreHours } from "#app/store/domain/hours/opening-hours.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { addDays, addMinutes, businessDay, instantOf, parseInstant, roundDownToClock } from "#app/values/time.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import type { LiveState } from "#app/orders/ui/staff/board/live-controls.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { changeLiveControls } from "#app/orders/workflows/counter/change-live-controls.server.ts";
import type { Route } from "./+types/index";
import { counted } from "#texts/plural.ts";

/** Limit for products, and limit for options. */
const MOST_FOUND = 8;

/** The live state of the shop; `sellout` is the search text for marking items as sold out. */
export async function readLiveState(db: Db, settings: Settings, now: Date, sellout = ""): Promise<LiveState> {
  const ordering = orderingSettings(settings);
  const zone = settings.STORE_TIMEZONE;
  const from = roundDownToClock(now, ordering.slotIntervalMinutes, zone);
  const [soldOut, found, promised, closed, toDelay] = await Promise.all([
    listSoldOut(db),
    searchSellable(db, sellout, MOST_FOUND),
    listPromisedOrders(db, from, now),
    listClosedSlots(db, now),
    listOrdersToDelay(db, now),
  ]);
  const { prepMinutes, busyExtraMinutes, busyUntil } = ordering;
  const isBusy = busyExtraMinutes > 0 && (busyUntil === null || busyUntil > now);
  const { isOpen, sentence } = openSentence(storeHours(settings), now);
  return {
    isOpen,
    openSentence: sentence,
    pausedUntil: parseInstant(settings.ORDERING_PAUSED_UNTIL),
    pauseMessage: settings.PAUSE_MESSAGE,
    delivery: settings.ENABLE_DELIVERY ? parseInstant(settings.DELIVERY_PAUSED_UNTIL) : "off",
    isPausedByItself: settings.ORDERING_PAUSED_BECAUSE === "no_response",
    busyMinutes: busyExtraMinutes,
    busyUntil,
    sellOut: { q: sellout, found },
    quotedMinutes: prepMinutes.pickup + (isBusy ? busyExtraMinutes : 0),
    slots: eveningSlots({ hours: storeHours(settings), settings: ordering, loads: countSlotLoads(promised, ordering, zone), closed, now }),
    mostOrders: ordering.slotMaxOrders,
    toDelay,
    soldOut: [
      ...soldOut.products.map(({ id, name, until }) => ({ kind: "product" as const, id, name, until })),
      ...soldOut.options.map(({ id, name, group, until }) => ({ kind: "option" as const, id, name: `${group}: ${name}`, until })),
    ],
  };
}

/**
 * The form of the live controls:
 * - `pause` and `pause_delivery`: minutes, "today", or 0 to end the pause
 * - `busy`: minutes for an hour, or 0
 * - `out`: "product 12 today", or "open" = until it is put back on sale; `back`: "product 12" is on sale again
 * - `late`: minutes, with `orders`: "id version,id version"
 */
export async function handleLiveForm(form: FormData, context: Route.ActionArgs["context"]) {
  const services = context.get(servicesContext);
  const user = context.get(staffContext);
  if (user === null) return data({ message: "Sign in first." }, { status: 401 });
  const now = services.now();
  const body = bodyOf(form, now, storeHours(await readSettings(services.db)));
  const parsed = liveControlsSchema.safeParse(body?.changes);
  if (body === null || !parsed.success)
    return data({ message: "This was not understood. Reload the page and try again." }, { status: 400 });
  const changed = await changeLiveControls(services, user, parsed.data);
  if (!changed.ok) return data({ message: changed.error.message }, { status: STAFF_STATUS[changed.error.kind] });
  const { delay } = parsed.data;
  return { message: delay === undefined ? body.done : await delayedSentence(services, changed.value.delayed, delay) };
}

/** "12 orders are promised 15 minutes later. Customers are notified by email. 1 order was left out: it has changed or is no longer due." */
async function delayedSentence(services: Services, delayed: number, { minutes, orders }: OrderDelay): Promise<string> {
  const notifiedSentence = deliverySentence(deliveryStatus(undefined, await readMailState(services)), delayed);
  const left = orders.length - delayed;
  const done = `${counted(delayed, "order is", "orders are")} promised ${minutes} minutes later. ${notifiedSentence}`;
  return left === 0
    ? done
    : `${done} ${counted(left, "order was left out: it has changed or is no longer due", "orders were left out: they have changed or are no longer due")}.`;
}

function bodyOf(form: FormData, now: Date, hours: StoreHours): LiveChange | null {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const pause = text("pause");
  const deliveryPause = text("pause_delivery");
  const busy = text("busy");
  const [kind, id] = text("back").split(" ");
  const [outKind, outId, until] = text("out").split(" ");
  const slot = slotChange(text("close"), true) ?? slotChange(text("reopen"), false);
  if (slot !== null) return slot;
  const late = lateChange(text("late"), text("orders"));
  if (late !== null) return late;
  const paused = pauseChange(pause, text("message"), now, hours.timeZone) ?? deliveryChange(deliveryPause, now, hours.timeZone);
  if (paused !== null) return paused;
  if (busy === "0") return { changes: { busy_minutes: 0, busy_until: null }, done: "Times are back to normal." };
  if (/^\d{1,3}$/.test(busy))
    return {
      changes: { busy_minutes: Number(busy), busy_until: addMinutes(now, 60).toISOString() },
      done: `New orders are promised ${counted(Number(busy), "minute", "minutes")} later, for an hour.`,
    };
  if (outKind !== undefined && outId !== undefined && (until === "today" || until === "open")) {
    const opening = until === "today" ? nextOpening(hours, now) : null;
    return {
      changes: { sold_out: [{ kind: outKind, id: Number(outId), is_sold_out: true, until: opening?.toISOString() ?? null }] },
      done: opening === null ? "Sold out until put back on sale." : `Sold out. Sold again from ${formatReopening(opening, now, hours)}.`,
    };
  }
  if (kind !== undefined && id !== undefined)
    return { changes: { sold_out: [{ kind, id: Number(id), is_sold_out: false }] }, done: "It is on sale again." };
  return null;
}

interface LiveChange {
  readonly changes: object;
  /** The messages of the page. */
  readonly done: string;
}

/** Pauses ordering, or ends the pause ("0"); null: the field is absent or invalid. */
function pauseChange(pause: string, message: string, now: Date, zone: string): LiveChange | null {
  if (pause === "0") return { changes: { paused_until: null, pause_message: "" }, done: "Orders are taken again." };
  const until = endOf(pause, now, zone);
  if (until === null) return null;
  const changes = { paused_until: until.toISOString(), pause_message: message };
  return { changes, done: "Ordering is paused. The shop says so to customers." };
}

/** The same for delivery only. */
function deliveryChange(pause: string, now: Date, zone: string): LiveChange | null {
  if (pause === "0") return { changes: { delivery_paused_until: null }, done: "Delivery is offered again." };
  const until = endOf(pause, now, zone);
  return until === null ? null : { changes: { delivery_paused_until: until.toISOString() }, done: "Delivery is paused. Pickup goes on." };
}

/** The end of a pause of so many minutes, or of one for the rest of the business day ("today"); null: neither. */
function endOf(pause: string, now: Date, zone: string): Date | null {
  if (pause === "today") return instantOf(addDays(businessDay(now, zone), 1), BUSINESS_DAY_STARTS_AT_MINUTES, zone);
  return /^\d{1,4}$/.test(pause) ? addMinutes(now, Number(pause)) : null;
}

/** Delays all orders on screen by so many minutes; null: the field is absent. */
function lateChange(minutes: string, shown: string): LiveChange | null {
  if (minutes === "") return null;
  const orders = shown.split(",").map((each) => {
    const [id, version] = each.split(" ");
    return { id, version: Number(version) };
  });
  return { changes: { delay: { minutes: Number(minutes), orders } }, done: "" };
}

/** "2026-11-20T23:00:00.000Z 2026-11-20T23:15:00.000Z": the time slot to close, or to open again. */
function slotChange(value: string, isClosed: boolean): LiveChange | null {
  if (value === "") return null;
  const [from, to] = value.split(" ");
  return {
    changes: { slots: [{ starts_at: from, ends_at: to, is_closed: isClosed }] },
    done: isClosed ? "Closed: customers are offered the next free time." : "Orders are taken for this time again.",
  };
}
