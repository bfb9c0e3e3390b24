import * as texts from "#texts/checkout/outcomes.ts";
import * as totalTexts from "#texts/checkout/total-changed.ts";
import { fieldOfPath } from "#app/values/form.ts";
import { type Cents, formatMoney, type MoneyFormat, minorUnits } from "#app/values/money.ts";
import { attemptFor, forgetAttempt, newAttempt, type Attempt } from "./attempt.ts";
import type { CardPayer } from "./card-payer.ts";
import { callToPay, payByCard, stopped, type Answer } from "./pay-by-card.ts";
import { LOST, type PayOutcome } from "./pay-outcome.ts";

export interface OrderToPay {
  readonly body: Readonly<Record<string, unknown>>;
  /** The total that the customer saw. */
  readonly seenTotal: Cents;
  /** null: no card payment. */
  readonly card: CardPayer | null;
  readonly format: MoneyFormat;
}

interface PayEvents {
  /** Called once the order exists. */
  readonly onOrder: (token: string) => void;
  /** Called when the page's cart is outdated. */
  readonly onOldCart: () => Promise<void>;
}

/** Places the cart's order and pays it. */
export async function placeAndPay({ body, seenTotal, card, format }: OrderToPay, events: PayEvents): Promise<PayOutcome> {
  const answer = await place(attemptFor(JSON.stringify(body)));
  if (answer.kind === "lost") return { kind: "stopped", notice: LOST };
  if (answer.kind === "refused") {
    if (isAboutCart(answer)) await events.onOldCart();
    return forgetIfFinished(refusalOutcome(answer, seenTotal, format));
  }
  events.onOrder(answer.placed.orderToken);
  return forgetIfFinished(await payByCard(answer.placed, card));
}

function forgetIfFinished(outcome: PayOutcome): PayOutcome {
  if (outcome.kind === "finished") forgetAttempt();
  return outcome;
}

async function place(attempt: Attempt): Promise<Answer> {
  const answer = await send(attempt);
  // Abandoned on the server (after an hour, or replaced by another window): nothing was charged, so start again.
  const isGivenUp =
    answer.kind === "refused" && answer.status === 409 && answer.refusal.cart === undefined && answer.refusal.orderToken === undefined;
  return isGivenUp ? send(newAttempt(attempt.body)) : answer;
}

type RefusedAnswer = Extract<Answer, { readonly kind: "refused" }>;

/** Neither a placed order nor a busy or failing server, so the page's cart is outdated. */
function isAboutCart({ status, refusal }: RefusedAnswer): boolean {
  return refusal.orderToken === undefined && status < 500 && status !== 429;
}

function refusalOutcome(answer: RefusedAnswer, seenTotal: Cents, format: MoneyFormat): PayOutcome {
  const { status, refusal } = answer;
  const message = refusal.message ?? texts.failed;
  if (refusal.orderToken !== undefined) return { kind: "finished", token: refusal.orderToken };
  if (!isAboutCart(answer)) return stopped("offline", message);
  const now = refusal.cart === undefined ? null : minorUnits(refusal.cart.final_total, format.currency);
  if (status === 409 && refusal.problems === undefined && now !== null && now !== seenTotal) {
    return stopped("changed", totalTexts.changed(formatMoney(seenTotal, format), formatMoney(now, format)));
  }
  const errors: Record<string, string> = {};
  for (const { path, message: sentence } of refusal.errors ?? []) {
    errors[fieldOfPath(path.split("."))] ??= sentence;
  }
  // The API's message begins with the field's name, so the page uses the field's own error.
  return stopped("refused", Object.values(errors)[0] ?? message, errors);
}

function send({ key, body }: Attempt): Promise<Answer> {
  return callToPay("/api/checkout", body, { "Idempotency-Key": key });
}
