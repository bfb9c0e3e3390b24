import type { ClosingRow } from "#app/orders/data/closing/day-closings.server.ts";
import { gapSentences } from "#app/orders/domain/closing/day-payouts.ts";
import { isUnpaid } from "#app/orders/domain/closing/payout-journal.ts";
import { sumParts, disputeWord, payoutWord, plainWord } from "#app/orders/domain/closing/payouts.ts";
import { dayWords, type ReportDays } from "#app/orders/domain/figures/report-period.ts";
import { readDayPayouts, readDisputes, readPayouts, type ShownPayout } from "#app/orders/workflows/closing/read-payouts.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { PaymentFailure } from "#app/payments/gateway/gateway.server.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { amountCell, type CsvRows } from "#app/values/csv.ts";
import { localDateOf } from "#app/values/time.ts";

/** Why the provider's list is missing, for staff. */
export function failureSentence(what: string, { kind, message }: PaymentFailure): string {
  const why = {
    auth: `Stripe does not let the key read them. It says: ${message}`,
    unreachable: "Stripe could not be reached. Try again in a minute.",
    "rate-limited": "Stripe is busy. Try again in a minute.",
  } as const;
  const known: Readonly<Record<string, string>> = why;
  return `${what} cannot be shown. ${known[kind] ?? `Stripe says: ${message}`}`;
}

/** Payouts and disputes for the page. If the provider's list of one fails, a sentence replaces it; the other is still shown. */
export async function readPayoutsView(services: Services, days: ReportDays, settings: Settings) {
  const clock = shopClock(settings);
  const now = services.now();
  const [payouts, disputes, { kind }] = await Promise.all([
    readPayouts(services, days),
    readDisputes(services),
    services.payments.current(),
  ]);
  const at = (seconds: number) => formatInstant(new Date(seconds * 1000), clock, now);
  return {
    isSimulated: kind === "simulator",
    payouts: payouts.ok ? payouts.items.map((payout) => payoutRow(payout, (day) => dayWords(day, clock.region))) : null,
    payoutsProblem: payouts.ok ? "" : failureSentence("The payouts", payouts),
    isCut: payouts.ok && !payouts.isComplete,
    disputes: disputes.ok
      ? disputes.items.map(({ id, order, amount, currency, status, reason, created, dueBy, isEnded, url }) => ({
          id,
          order,
          amount,
          currency,
          isEnded,
          url,
          status: disputeWord(status),
          reason: plainWord(reason),
          opened: at(created),
          due: isEnded || dueBy === null ? "" : at(dueBy),
        }))
      : null,
    isDisputesCut: disputes.ok && !disputes.isComplete,
    disputesProblem: disputes.ok ? "" : failureSentence("The disputes", disputes),
  };
}
export type PayoutsView = Awaited<ReturnType<typeof readPayoutsView>>;

function payoutRow({ parts, day, status, ...payout }: ShownPayout, written: (day: string) => string) {
  const sums = parts === null ? null : sumParts(parts);
  return {
    id: payout.id,
    day: written(day),
    amount: payout.amount,
    currency: payout.currency,
    status: payoutWord(status),
    isFailed: isUnpaid(status),
    automatic: payout.automatic,
    isComplete: payout.isComplete,
    isBusy: payout.isBusy,
    sums: sums === null ? null : { ...sums, days: sums.days.map((each) => ({ number: each.number, day: written(each.day) })) },
    parts:
      parts?.map(({ id, type, amount, fee, order, days }) => ({
        id,
        type: plainWord(type),
        amount,
        fee,
        order,
        days: days.map(({ number }) => number),
      })) ?? null,
  };
}

/** The payouts of a closed day as its page shows them; null: the day has no card payments, or was reopened and counts nothing. */
export async function readDayPayoutsView(services: Services, closing: ClosingRow, settings: Settings) {
  if (closing.reopenedAt !== null) return null;
  const read = await readDayPayouts(services, closing);
  if (read === null) return null;
  const clock = shopClock(settings);
  const now = services.now();
  const at = formatInstant(now, clock, now);
  if ("ok" in read)
    return { at, problem: failureSentence("The payouts", read), isSimulated: false, range: null, payouts: [], gaps: [], link: null };
  const { range, items, isSimulated } = read;
  const written = (day: string) => dayWords(day, clock.region);
  const [first, last] = [items[0], items.at(-1)];
  return {
    at,
    problem: "",
    isSimulated,
    range: { from: written(range.from), to: written(range.to) },
    payouts: items.map(({ id, day, amount, currency, status, parts }) => {
      const { amount: ofDay, fee, payments, refunds } = sumParts(parts);
      return {
        id,
        day: written(day),
        amount,
        currency,
        status: payoutWord(status),
        isFailed: isUnpaid(status),
        ofDay,
        fee,
        payments,
        refunds,
      };
    }),
    gaps: gapSentences(read, localDateOf(now, "UTC") > range.to),
    /** The period of the bookkeeper's page that contains these payouts. */
    link: first === undefined || last === undefined ? null : { from: first.day, to: last.day },
  };
}

const HEAD = ["payout", "arrives", "status", "type", "order", "closed_day", "closing", "amount", "fee", "net", "currency"];

/** The payouts that arrive on these days if the provider lists all parts of each; otherwise an error sentence. */
export async function readWholePayouts(
  services: Services,
  days: ReportDays,
): Promise<{ readonly payouts: readonly ShownPayout[] } | { readonly problem: string }> {
  const payouts = await readPayouts(services, days);
  if (!payouts.ok) return { problem: failureSentence("The payouts", payouts) };
  if (!payouts.isComplete) return { problem: "There are more payouts than fit in one file. Choose fewer days." };
  if (payouts.items.some(({ isBusy }) => isBusy))
    return { problem: "Stripe did not tell all parts of the payouts. Try again in a minute." };
  return { payouts: payouts.items };
}

/** The parts of payouts as file rows that add up to them. A payout without a list of parts is one row. */
export function payoutLines(payouts: readonly ShownPayout[]): CsvRows {
  const lines = payouts
    .toReversed()
    .flatMap(({ id, day, status, parts, amount: whole, currency }) =>
      (parts ?? [{ type: "payout", order: null, days: [], amount: whole, fee: 0, currency }]).map((part) => [
        id,
        day,
        status,
        part.type,
        part.order ?? "",
        part.days.map((each) => each.day).join(" "),
        part.days.map(({ number }) => String(number)).join(" "),
        ...[part.amount, part.fee, part.amount - part.fee].map((amount) => amountCell(amount, part.currency)),
        part.currency.toUpperCase(),
      ]),
    );
  return [HEAD, ...lines];
}
