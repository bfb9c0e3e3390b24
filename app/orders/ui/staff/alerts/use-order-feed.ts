import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ORDER_LOOK_MS } from "#app/values/limits.ts";
import { hasNewFirst, newSince, type PolledOrder } from "./order-alert-rules.ts";
import { SCREEN_HEADER } from "#app/orders/domain/counter/screen.ts";
import { screenId } from "./screen-id.ts";
import { useSteadyInterval } from "#app/kit/hooks/use-steady-interval.ts";
import { readJson, staffFetch } from "#app/kit/session.ts";

/** A slower poll counts as failed. */
const POLL_TIMEOUT_MS = 10_000;

/** An order cancelled by its customer, from the poll. */
export interface CancelledOrder {
  readonly id: string;
  readonly number: string;
  /** ISO instant. */
  readonly at: string;
}

export interface OrderFeed {
  /** Recently cancelled by customers, newest first. */
  readonly cancelled: readonly CancelledOrder[];
  /** Orders that wait for a decision. */
  readonly count: number;
  /** Listening devices, this one included; null if unknown. */
  readonly listening: number | null;
  /** Ordering was paused automatically after unanswered orders. */
  readonly isPausedByItself: boolean;
  /** False until the first response: the count is then the loader's. */
  readonly isLoaded: boolean;
  /** New-order flag: true for the poll with a new first order. */
  readonly hasNewOrder: boolean;
  /** The new orders of that poll, newest first. */
  readonly newOrders: readonly PolledOrder[];
  /** Increments with each poll, and with each change seen between polls. */
  readonly beat: number;
  /** Seconds since the last response while polls fail; null otherwise. */
  readonly silentSeconds: number | null;
}

const NOTHING_HEARD: Omit<OrderFeed, "count"> = {
  listening: null,
  isPausedByItself: false,
  cancelled: [],
  isLoaded: false,
  hasNewOrder: false,
  newOrders: [],
  beat: 0,
  silentSeconds: null,
};

/** What a screen polls: everything about orders, only whether orders changed, or nothing. */
export type FeedScope = "orders" | "changes" | "nothing";

/**
 * Polls the latest orders and the count of new ones every 5 seconds after mount, and checks in between whether any order has
 * changed. Each poll tells the server that this screen listens. Scope "changes" only checks for changes.
 *
 * @param isAudible whether this screen would ring for a new order
 */
export function useOrderFeed(initialCount: number, scope: FeedScope, isAudible: () => boolean): OrderFeed {
  const isActive = scope !== "nothing";
  const [feed, setFeed] = useState<OrderFeed>({ ...NOTHING_HEARD, count: initialCount });
  const latest = useRef<readonly PolledOrder[] | null>(null);
  const isPolling = useRef(false);
  const lastAnswer = useRef<number | null>(null);
  const ticks = useRef(0);
  const askCount = useOrderCount(isAudible);

  const poll = async () => {
    if (isPolling.current) return;
    isPolling.current = true;
    try {
      const [orders, answer] = await Promise.all([scope === "orders" ? getJson<PolledOrder[]>("/admin/api/poll-orders") : [], askCount()]);
      const previousFirst = latest.current === null ? undefined : (latest.current[0]?.id ?? null);
      const hasNewOrder = hasNewFirst(previousFirst, orders[0]?.id ?? null);
      const newOrders = newSince(latest.current, orders);
      latest.current = orders;
      lastAnswer.current = Date.now();
      setFeed((before) => ({
        ...before,
        ...answer?.counted,
        isLoaded: true,
        hasNewOrder,
        newOrders,
        beat: before.beat + 1,
        silentSeconds: null,
      }));
    } catch {
      // Shown, not thrown: the next poll may succeed.
      const since = lastAnswer.current;
      setFeed((before) => ({ ...before, silentSeconds: since === null ? 0 : Math.round((Date.now() - since) / 1000) }));
    } finally {
      isPolling.current = false;
    }
  };
  const look = async () => {
    try {
      const answer = await askCount();
      if (answer?.isChanged === true) setFeed((before) => ({ ...before, ...answer.counted, beat: before.beat + 1 }));
    } catch {
      // The poll detects a lost connection.
    }
  };
  const tick = () => {
    ticks.current += 1;
    if (ticks.current % 2 === 0) void poll();
    else if (!isPolling.current) void look();
  };
  const pollNow = useEffectEvent(() => void poll());
  useEffect(() => {
    if (!isActive) return;
    lastAnswer.current = Date.now();
    pollNow();
    window.addEventListener("online", pollNow);
    return () => window.removeEventListener("online", pollNow);
  }, [isActive]);
  useSteadyInterval(tick, isActive ? ORDER_LOOK_MS : null);
  return feed;
}

/** Requests the count and reports that this screen listens. Null = a later response has already arrived. */
function useOrderCount(isAudible: () => boolean) {
  const counts = useRef({ asked: 0, seen: 0, revision: -1 });
  return async () => {
    const number = (counts.current.asked += 1);
    const answer = await getJson<Counted>("/admin/api/new-orders-count", {
      [SCREEN_HEADER]: `${screenId()} ${isAudible() ? "rings" : "silent"}`,
    });
    if (number < counts.current.seen) return null;
    const isChanged = answer.revision !== counts.current.revision;
    counts.current = { ...counts.current, seen: number, revision: answer.revision };
    const { count, cancelled, listening, paused_itself: isPausedByItself } = answer;
    return { isChanged, counted: { count, cancelled, listening, isPausedByItself } };
  };
}

interface Counted {
  readonly count: number;
  readonly cancelled: readonly CancelledOrder[];
  readonly listening: number;
  /** Increases with every step of an order. */
  readonly revision: number;
  readonly paused_itself: boolean;
}

async function getJson<T>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  const response = await staffFetch(path, {
    headers: { Accept: "application/json", ...headers },
    cache: "no-store",
    signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return readJson<T>(response);
}
