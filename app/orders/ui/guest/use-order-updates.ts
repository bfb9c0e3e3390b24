import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { ORDER_POLL_MS } from "#app/values/limits.ts";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import type { GuestOrder } from "./guest-order.ts";
import { propertyOf } from "#app/values/narrow.ts";

/** A finished order changes rarely (a refund). */
const OVER_POLL_MS = 60_000;

export interface Updates {
  /** When the shop last responded; null before. */
  readonly at: Date | null;
  /** The last request got no response. */
  readonly isLost: boolean;
}

/**
 * Polls GET /api/order-status every 5 seconds (304 if unchanged) and reloads the page's data on a change. Hidden tabs poll, too, so that the title
 * shows when the order is ready.
 */
export function useOrderUpdates(order: Pick<GuestOrder, "token" | "version" | "sentence" | "intentStatus" | "isOver">): Updates {
  const revalidator = useRevalidator();
  const etag = useRef<string | null>(null);
  const [updates, setUpdates] = useState<Updates>({ at: null, isLost: false });
  const ask = useEffectEvent(async () => {
    const response = await fetch(`/api/order-status?order=${encodeURIComponent(order.token)}`, {
      cache: "no-store",
      headers: etag.current === null ? {} : { "If-None-Match": etag.current },
    }).catch(() => null);
    if (response === null || (!response.ok && response.status !== 304)) {
      setUpdates((before) => ({ ...before, isLost: true }));
      return;
    }
    setUpdates({ at: new Date(), isLost: false });
    if (response.status === 304) return;
    const isFirst = etag.current === null;
    etag.current = response.headers.get("ETag");
    const now: unknown = await response.json();
    const isShown =
      propertyOf(now, "version") === order.version &&
      propertyOf(now, "sentence") === order.sentence &&
      propertyOf(propertyOf(now, "payment"), "intent_status") === order.intentStatus;
    if (!isFirst || !isShown) await revalidator.revalidate();
  });
  useEffect(() => {
    void ask();
    const onVisible = () => {
      if (document.visibilityState === "visible") void ask();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
  useInterval(() => void ask(), order.isOver ? OVER_POLL_MS : ORDER_POLL_MS);
  return updates;
}
