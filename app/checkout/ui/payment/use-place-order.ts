import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { Cents } from "#app/values/money.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { LOST, loadedCode, type PayNotice, type PayOutcome } from "./pay-outcome.ts";
import type { OrderToPay } from "./place-and-pay.ts";
import type { CardPayer } from "./card-payer.ts";

export interface PlaceOrder {
  readonly isWorking: boolean;
  readonly notice: PayNotice | null;
  /** The order being paid, once it exists. Its page shows the result. */
  readonly orderToken: string | null;
  clear(): void;
  tell(notice: PayNotice): void;
  /** False if not placed; see `notice`. */
  pay(body: Readonly<Record<string, unknown>>, seenTotal: Cents, card: CardPayer | null): Promise<boolean>;
}

/**
 * Submits the payment with code that loads on the first click. One key per attempt (also across reloads), one submit at a time, lost
 * responses repeated with the same key. The server decides on the order's page whether it was paid.
 */
export function usePlaceOrder(): PlaceOrder {
  const format = useMoneyFormat();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const isRunning = useRef(false);
  const [isWorking, setWorking] = useState(false);
  const [notice, setNotice] = useState<PayNotice | null>(null);
  const [orderToken, setOrderToken] = useState<string | null>(null);

  const run = async (order: Omit<OrderToPay, "format">): Promise<PayOutcome> => {
    const loaded = await loadedCode(() => import("./place-and-pay.ts"));
    if (loaded === null) return { kind: "stopped", notice: LOST };
    return loaded.placeAndPay({ ...order, format }, { onOrder: setOrderToken, onOldCart: () => revalidator.revalidate() });
  };

  return {
    isWorking,
    notice,
    orderToken,
    clear: () => setNotice(null),
    tell: setNotice,
    async pay(body, seenTotal, card) {
      if (isRunning.current) return false;
      isRunning.current = true;
      setWorking(true);
      setNotice(null);
      try {
        const outcome = await run({ body, seenTotal, card });
        if (outcome.kind === "stopped") {
          setNotice(outcome.notice);
          return false;
        }
        announceCartChange();
        await navigate(`/payment-complete?order=${encodeURIComponent(outcome.token)}`);
        return true;
      } finally {
        isRunning.current = false;
        setWorking(false);
      }
    },
  };
}
