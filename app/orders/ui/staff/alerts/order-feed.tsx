import { createContext, useContext, useEffect, useEffectEvent, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { OrderAlerts } from "./use-order-alerts.ts";
import type { OrderFeed } from "./use-order-feed.ts";

export interface OrderFeedValue extends OrderFeed {
  readonly alerts: OrderAlerts;
}

const Context = createContext<OrderFeedValue | null>(null);

export const OrderFeedProvider = Context.Provider;

/** The shell's poll, for pages inside it. */
export function useFeed(): OrderFeedValue {
  const value = useContext(Context);
  if (value === null) throw new Error("useFeed is for pages inside the staff shell");
  return value;
}

/**
 * Reloads the page's data after each successful poll. A lost connection never reaches a loader, and focus, scroll and typing are kept. Waits during
 * submits and navigations, which a reload would restart.
 */
export function useLiveData(): void {
  const { beat } = useFeed();
  const { state, revalidate } = useRevalidator();
  const navigation = useNavigation();
  // Also after the first poll: on a slow device the page's data is already seconds old.
  const shown = useRef(0);
  const isIdle = state === "idle" && navigation.state === "idle";
  const refresh = useEffectEvent(() => {
    if (beat <= shown.current || document.visibilityState !== "visible") return;
    shown.current = beat;
    void revalidate();
  });
  useEffect(() => {
    // Handles a poll that arrived during a load.
    if (isIdle && beat > 0) refresh();
  }, [beat, isIdle]);
}
