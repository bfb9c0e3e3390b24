import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useRef, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { type Cents, formatMoney, type MoneyFormat, minorUnits } from "#app/values/money.ts";
import { fieldOfPath } from "#app/values/form.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { attemptFor, forgetAttempt, newAttempt, type Attempt } from "./attempt.ts";
import type { CardPayer } from "./card-payer.ts";

/** What prevents the order after submit. */
export interface PayNotice {
  readonly kind: "declined" | "offline" | "refused" | "changed";
  readonly message: string;
  /** Messages by form field, if the server named fields. */
  readonly errors: Readonly<Record<string, string>>;
}

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

/** A response this late is lost; repeating with the same key is safe. */
const ANSWER_TIMEOUT_MS = 30_000;

interface Placed {
  readonly orderToken: string;
  readonly clientSecret: string | null;
  readonly publishableKey: string | null;
}

interface Refusal {
  readonly message?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly orderToken?: string;
  readonly cart?: { readonly final_total: number };
  readonly problems?: readonly unknown[];
}

type Answer =
  | { readonly kind: "placed"; readonly placed: Placed }
  | { readonly kind: "refused"; readonly status: number; readonly refusal: Refusal }
  | { readonly kind: "lost" };

/** What came of a submit: the order's page to open, or what to tell. */
type Outcome = { readonly kind: "finished"; readonly token: string } | { readonly kind: "stopped"; readonly notice: PayNotice };

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

  const run = async (body: Readonly<Record<string, unknown>>, seenTotal: Cents, card: CardPayer | null): Promise<Outcome> => {
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

function stopped(kind: PayNotice["kind"], message: string, errors: PayNotice["errors"] = {}): Outcome {
  return { kind: "stopped", notice: { kind, message, errors } };
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

function refusalOutcome(answer: RefusedAnswer, seenTotal: Cents, format: MoneyFormat): Outcome {
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

async function payByCard({ orderToken, clientSecret, publishableKey }: Placed, card: CardPayer | null): Promise<Outcome> {
  if (clientSecret === null || card === null) return { kind: "finished", token: orderToken };
  const returnUrl = `${location.origin}/payment-complete?order=${encodeURIComponent(orderToken)}`;
  const outcome = await card.confirm(clientSecret, publishableKey ?? "", returnUrl);
  switch (outcome.kind) {
    case "done":
      return { kind: "finished", token: orderToken };
    case "redirect":
      location.assign(outcome.url);
      // The page is navigating away; the button keeps its state.
      return new Promise<never>(() => undefined);
    case "declined":
      return stopped("declined", outcome.message);
    case "unreachable":
      return stopped(
        "offline",
        "The connection to the bank was lost. Nothing is paid twice: press Pay again and the same payment is continued.",
      );
  }
}

async function send(attempt: Attempt): Promise<Answer> {
  const response = await fetch("/api/checkout", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": attempt.key },
    body: attempt.body,
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => null);
  const body: unknown = await response?.json().catch(() => null);
  if (response === null || typeof body !== "object" || body === null) return { kind: "lost" };
  return response.ok ? { kind: "placed", placed: body as Placed } : { kind: "refused", status: response.status, refusal: body };
}
