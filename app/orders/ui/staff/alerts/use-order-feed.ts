import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ORDER_POLL_MS } from "#app/values/limits.ts";
import { hasNewFirst } from "./order-alert-rules.ts";
import { useSteadyInterval } from "#app/kit/hooks/use-steady-interval.ts";

/** A poll that takes longer counts as failed; the next one starts fresh. */
const POLL_TIMEOUT_MS = 10_000;

/** An order its customer has cancelled, as the poll tells of it. */
export interface CancelledOrder {
  readonly id: string;
  readonly number: string;
  /** ISO instant. */
  readonly at: string;
}

export interface OrderFeed {
  /** Cancelled by their customers in the last hours, newest first. */
  readonly cancelled: readonly CancelledOrder[];
  /** Orders that wait for a decision. */
  readonly count: number;
  /** False until the first answer: the count is then the one the page came with. */
  readonly isLoaded: boolean;
  /** The new-order flag: true for the poll that brought a new first order. */
  readonly hasNewOrder: boolean;
  /** Grows with every answered poll. */
  readonly beat: number;
  /** Seconds since the last answer, while polls fail; null while all is well. */
  readonly silentSeconds: number | null;
}

/** Polls the latest orders and the count of new ones every 5 seconds, from the moment the page is there. */
export function useOrderFeed(initialCount: number, isActive: boolean): OrderFeed {
  const [feed, setFeed] = useState<OrderFeed>({
    count: initialCount,
    cancelled: [],
    isLoaded: false,
    hasNewOrder: false,
    beat: 0,
    silentSeconds: null,
  });
  const firstId = useRef<string | null | undefined>(undefined);
  const isPolling = useRef(false);
  const lastAnswer = useRef<number | null>(null);

  const poll = async () => {
    if (isPolling.current) return;
    isPolling.current = true;
    try {
      const [orders, { count, cancelled }] = await Promise.all([
        getJson<{ id: string }[]>("/admin/api/poll-orders"),
        getJson<{ count: number; cancelled: readonly CancelledOrder[] }>("/admin/api/new-orders-count"),
      ]);
      const first = orders[0]?.id ?? null;
      const hasNewOrder = hasNewFirst(firstId.current, first);
      firstId.current = first;
      lastAnswer.current = Date.now();
      setFeed((before) => ({ count, cancelled, isLoaded: true, hasNewOrder, beat: before.beat + 1, silentSeconds: null }));
    } catch {
      // A lost connection is shown, not thrown: the next poll may find it again.
      const since = lastAnswer.current;
      setFeed((before) => ({ ...before, silentSeconds: since === null ? 0 : Math.round((Date.now() - since) / 1000) }));
    } finally {
      isPolling.current = false;
    }
  };
  const pollNow = useEffectEvent(() => void poll());
  useEffect(() => {
    if (!isActive) return;
    lastAnswer.current = Date.now();
    pollNow();
    window.addEventListener("online", pollNow);
    return () => window.removeEventListener("online", pollNow);
  }, [isActive]);
  useSteadyInterval(() => void poll(), isActive ? ORDER_POLL_MS : null);
  return feed;
}

async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path, {
    headers: { Accept: "application/json" },
    cache: "no-store",
    signal: AbortSignal.timeout(POLL_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}
