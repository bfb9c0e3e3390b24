import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { type Cents, formatMoney, type MoneyFormat, minorUnits } from "#app/values/money.ts";
import { fieldOfPath } from "#app/values/form.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { callToPay, payByCard, stopped, type Answer, type PayNotice, type PayOutcome } from "./pay-by-card.ts";
import { attemptFor, forgetAttempt, newAttempt, type Attempt } from "./attempt.ts";
import type { CardPayer } from "./card-payer.ts";

export interface PlaceOrder {
  readonly isWorking: boolean;
  readonly notice: PayNotice | null;
  /** The order being paid, once it exists; its page shows the result. */
  readonly orderToken: string | null;
  clear(): void;
  tell(notice: PayNotice): void;
  /** False if not placed; see `notice`. */
  pay(body: Readonly<Record<string, unknown>>, seenTotal: Cents, card: CardPayer | null): Promise<boolean>;
}

/**
 * Submits the payment: one key per attempt (also over reloads), one submit at a time, lost responses repeated with the same key. The server decides
 * on the order's page whether it was paid.
 */
export function usePlaceOrder(): PlaceOrder {
  const format = useMoneyFormat();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const isRunning = useRef(false);
  const [isWorking, setWorking] = useState(false);
  const [notice, setNotice] = useState<PayNotice | null>(null);
  const [orderToken, setOrderToken] = useState<string | null>(null);

  const run = async (body: Readonly<Record<string, unknown>>, seenTotal: Cents, card: CardPayer | null): Promise<PayOutcome> => {
    const answer = await place(attemptFor(JSON.stringify(body)));
    if (answer.kind === "lost")
      return stopped("offline", "The connection was lost. Nothing is paid twice: press Pay again and the same order is continued.");
    if (answer.kind === "refused") {
      if (isAboutCart(answer)) await revalidator.revalidate();
      return refusalOutcome(answer, seenTotal, format);
    }
    setOrderToken(answer.placed.orderToken);
    return payByCard(answer.placed, card);
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
        const outcome = await run(body, seenTotal, card);
        if (outcome.kind === "stopped") {
          setNotice(outcome.notice);
          return false;
        }
        forgetAttempt();
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

async function place(attempt: Attempt): Promise<Answer> {
  const answer = await send(attempt);
  // Abandoned on the server (after an hour, or replaced by another window): nothing was charged, so start again.
  const isGivenUp =
    answer.kind === "refused" && answer.status === 409 && answer.refusal.cart === undefined && answer.refusal.orderToken === undefined;
  return isGivenUp ? send(newAttempt(attempt.body)) : answer;
}

type RefusedAnswer = Extract<Answer, { readonly kind: "refused" }>;

/** Neither a placed order nor a busy or failing server: the page's cart is out of date. */
function isAboutCart({ status, refusal }: RefusedAnswer): boolean {
  return refusal.orderToken === undefined && status < 500 && status !== 429;
}

function refusalOutcome(answer: RefusedAnswer, seenTotal: Cents, format: MoneyFormat): PayOutcome {
  const { status, refusal } = answer;
  const message = refusal.message ?? "That didn't work. Nothing was charged; please try again.";
  if (refusal.orderToken !== undefined) return { kind: "finished", token: refusal.orderToken };
  if (!isAboutCart(answer)) return stopped("offline", message);
  const now = refusal.cart === undefined ? null : minorUnits(refusal.cart.final_total);
  if (status === 409 && refusal.problems === undefined && now !== null && now !== seenTotal) {
    return stopped(
      "changed",
      `The total has changed from ${formatMoney(seenTotal, format)} to ${formatMoney(now, format)}. Nothing was charged. If that's okay, press Pay again.`,
    );
  }
  const errors: Record<string, string> = {};
  for (const { path, message: sentence } of refusal.errors ?? []) {
    errors[fieldOfPath(path.split("."))] ??= sentence;
  }
  return stopped("refused", message, errors);
}

function send({ key, body }: Attempt): Promise<Answer> {
  return callToPay("/api/checkout", body, { "Idempotency-Key": key });
}
