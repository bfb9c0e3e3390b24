import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useRef } from "react";
import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { announce } from "#app/kit/focus/announcer.tsx";
import { cartChangeText } from "./cart-change-text.ts";

/** Announces each cart change once. */
export function useCartAnnouncements(priced: PricedCart): void {
  const format = useMoneyFormat();
  const announced = useRef(priced);
  useEffect(() => {
    const text = cartChangeText(announced.current, priced, format);
    announced.current = priced;
    if (text !== "") announce(text);
  }, [priced, format]);
}
