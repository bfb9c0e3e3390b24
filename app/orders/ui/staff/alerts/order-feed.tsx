import { createContext, useContext, useEffect, useEffectEvent, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { OrderAlerts } from "./use-order-alerts.ts";
import type { OrderFeed } from "./use-order-feed.ts";

export interface OrderFeedValue extends OrderFeed {
  readonly alerts: OrderAlerts;
  /** The shop's time zone; every time on staff screens is written in it. */
  readonly zone: string;
}

const Context = createContext<OrderFeedValue | null>(null);

export const OrderFeedProvider = Context.Provider;

/** The poll of the shell, for pages inside it. */
export function useFeed(): OrderFeedValue {
  const value = useContext(Context);
  if (value === null) throw new Error("useFeed is for pages inside the staff shell");
  return value;
}

/**
 * Keeps a page's data as fresh as the poll: whenever the server answered, the page's loaders run again. A lost connection therefore never
 * reaches a loader, focus and scroll stay, and whoever is typing keeps every letter. Waits while a form or another page is under way: reading
 * again would start that page's loading anew.
 */
export function useLiveData(): void {
  const { beat } = useFeed();
  const { state, revalidate } = useRevalidator();
  const navigation = useNavigation();
  // The first beat, too: on a slow device the page's own data is seconds old before it listens.
  const shown = useRef(0);
  const isIdle = state === "idle" && navigation.state === "idle";
  const refresh = useEffectEvent(() => {
    if (beat <= shown.current || document.visibilityState !== "visible") return;
    shown.current = beat;
    void revalidate();
  });
  useEffect(() => {
    // A beat that came while the page was being read is made up for.
    if (isIdle && beat > 0) refresh();
  }, [beat, isIdle]);
}
