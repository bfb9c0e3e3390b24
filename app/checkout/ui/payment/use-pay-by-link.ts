import * as texts from "#texts/checkout/outcomes.ts";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { CardPayer } from "./card-payer.ts";
import { callToPay, payByCard, stopped } from "./pay-by-card.ts";
import { LOST, type PayNotice, type PayOutcome } from "./pay-outcome.ts";

/** Pays the order of a payment link, one submit at a time. Submitting again after a lost response continues the same payment. */
export function usePayByLink(token: string) {
  const navigate = useNavigate();
  const isRunning = useRef(false);
  const [isWorking, setWorking] = useState(false);
  const [notice, setNotice] = useState<PayNotice | null>(null);
  const run = async (card: CardPayer): Promise<PayOutcome> => {
    const problems = await card.prepare();
    if (Object.keys(problems).length > 0) return stopped("refused", Object.values(problems)[0] ?? "", problems);
    const answer = await callToPay("/api/order-status/pay", JSON.stringify({ order: token }));
    if (answer.kind === "lost") return { kind: "stopped", notice: LOST };
    if (answer.kind === "placed") return payByCard(answer.placed, card);
    const { orderToken, message } = answer.refusal;
    if (orderToken !== undefined) return { kind: "finished", token: orderToken };
    return stopped(answer.status === 503 ? "offline" : "refused", message ?? texts.failed);
  };
  return {
    isWorking,
    notice,
    /** The order exists before it is paid. */
    orderToken: token,
    async pay(card: CardPayer) {
      if (isRunning.current) return;
      isRunning.current = true;
      setWorking(true);
      setNotice(null);
      try {
        const outcome = await run(card);
        if (outcome.kind === "stopped") setNotice(outcome.notice);
        else await navigate(`/payment-complete?order=${encodeURIComponent(outcome.token)}`);
      } finally {
        isRunning.current = false;
        setWorking(false);
      }
    },
  };
}
