import { useEffect } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { useTitleCount } from "#app/kit/focus/use-title-count.ts";
import { newOrderTexts } from "./order-alert-rules.ts";
import type { OrderFeed } from "./use-order-feed.ts";

/** Announces new orders on every staff page, with or without alerts, and counts them in the title. */
export function useOrderAnnouncements({ newOrders, count }: OrderFeed): void {
  useTitleCount(count);
  useEffect(() => {
    for (const text of newOrderTexts(newOrders)) announce(text);
  }, [newOrders]);
}
