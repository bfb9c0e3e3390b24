import { useEffect, useEffectEvent, useState } from "react";
import type { Cents } from "#app/values/money.ts";
import type { AddedLine, RemovedItem } from "./cart-answer.ts";

/** Fired on `window` after the cart has changed. */
const CART_EVENT = "shopbell:cart";

/** Details of the cart after a change, where known. */
export interface CartChange {
  /** The new item count; null: must be fetched. */
  readonly badge: number | null;
  /** The items after offers, before delivery, tax and tip, if known. */
  readonly itemsTotal?: Cents | undefined;
  readonly added?: AddedLine | null;
  readonly removed?: RemovedItem | null;
}

/** Notifies all cart controls of the page. `badge`: the new count, if known. */
export function announceCartChange(badge: number | null = null, more: Omit<CartChange, "badge"> = {}): void {
  window.dispatchEvent(new CustomEvent<CartChange>(CART_EVENT, { detail: { badge, ...more } }));
}

function changeOf(event: Event): CartChange {
  return (event as CustomEvent<CartChange>).detail;
}

/** Calls `onChange` after each cart change on this page. */
export function useCartChange(onChange: (change: CartChange) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const listen = (event: Event) => tell(changeOf(event));
    window.addEventListener(CART_EVENT, listen);
    return () => window.removeEventListener(CART_EVENT, listen);
  }, []);
}

async function readBadge(signal: AbortSignal): Promise<number | null> {
  // After a failed request the badge stays; failures are only logged.
  const response = await fetch("/api/cart-badge", { cache: "no-store", signal }).catch(() => null);
  if (response?.ok !== true) return null;
  const badge: unknown = await response.json().catch(() => null);
  return typeof badge === "number" ? badge : null;
}

/**
 * Item count of the cart (GET /api/cart-badge), fetched after load, after changes on this page, and when the page becomes visible. Null before,
 * because pages are cached without it.
 */
export function useCartBadge(isShown: boolean): number | null {
  const [badge, setBadge] = useState<number | null>(null);
  useEffect(() => {
    if (!isShown) return;
    let running = new AbortController();
    const ask = async () => {
      running.abort();
      const controller = new AbortController();
      running = controller;
      const count = await readBadge(controller.signal);
      if (count !== null && !controller.signal.aborted) setBadge(count);
    };
    const onChange = (event: Event) => {
      const { badge: known } = changeOf(event);
      if (known === null) return void ask();
      running.abort();
      setBadge(known);
    };
    const onVisible = () => {
      if (document.visibilityState === "visible") void ask();
    };
    void ask();
    window.addEventListener(CART_EVENT, onChange);
    window.addEventListener("pageshow", onVisible);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      running.abort();
      window.removeEventListener(CART_EVENT, onChange);
      window.removeEventListener("pageshow", onVisible);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [isShown]);
  return badge;
}
