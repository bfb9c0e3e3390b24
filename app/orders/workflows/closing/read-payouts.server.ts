import pLimit from "p-limit";
import { listCountedPayments, listDayPayments } from "#app/orders/data/closing/counted-payments.server.ts";
import type { ClosingRow } from "#app/orders/data/closing/day-closings.server.ts";
import { countOrders, notPaidOut, partsOfDay, type DayPayment, type DayPayoutGaps } from "#app/orders/domain/closing/day-payouts.ts";
import { differenceOf, isDisputeEnded, matchParts, type CountedPayment, type MatchedPart } from "#app/orders/domain/closing/payouts.ts";
import type { ReportDays } from "#app/orders/domain/figures/report-period.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import type {
  DisputeFacts,
  ListResult,
  PaymentFailure,
  PaymentGateway,
  PayoutFacts,
  PayoutPart,
} from "#app/payments/gateway/gateway.server.ts";
import { UNREADABLE } from "#app/payments/gateway/stripe-failures.server.ts";
import { addDays, instantOf, localDateOf, type LocalDate } from "#app/values/time.ts";

/** Requests the parts of each payout from the provider. */
const MOST_PAYOUTS = 40;
const AT_ONCE = 4;
/** Staff wait for all parts together. */
const PARTS_LIMIT_MS = 15_000;
/** A closed day's page shows other data too, so it waits less. */
const DAY_PARTS_LIMIT_MS = 5_000;
/** A payment waits up to a month for a monthly payout, and the payout some days for the bank. */
const DAY_ARRIVES_WITHIN = 45;

/** A payout with its parts, and a line for a difference; `parts` null: the provider did not return them, or has none (`automatic`). */
export interface ShownPayout extends PayoutFacts {
  /** The day of its arrival at the bank. */
  readonly day: LocalDate;
  readonly parts: readonly (PayoutPart & MatchedPart)[] | null;
  /** False: the payout has more parts than were read. */
  readonly isComplete: boolean;
  /** True: the provider may return them in a minute. */
  readonly isBusy: boolean;
}

type Services = Pick<WorkflowServices, "db" | "payments">;
type Read<Item> = { readonly ok: true; readonly items: readonly Item[]; readonly isComplete: boolean } | PaymentFailure;

/** The provider's payouts that arrive on these days, newest first, with their orders and closed days. */
export async function readPayouts({ db, payments }: Services, { from, to }: ReportDays): Promise<Read<ShownPayout>> {
  const { gateway } = await payments.current();
  const listed = await listPayouts(gateway, { from, to });
  if (!listed.ok) return listed;
  const dated = listed.items.map(withDay);
  const shown = dated.slice(0, MOST_PAYOUTS);
  const parts = await readParts(gateway, shown, performance.now() + PARTS_LIMIT_MS);
  const intents = [...parts.values()].flatMap((read) => (read.ok ? read.items.flatMap(({ intentId }) => intentId ?? []) : []));
  const counted = await listCountedPayments(db, [...new Set(intents)]);
  const items = shown.map((payout) => ({ ...payout, ...shownParts(payout, parts.get(payout.id), counted) }));
  return { ok: true, items, isComplete: listed.complete && shown.length === dated.length };
}

function listPayouts(gateway: PaymentGateway, { from, to }: ReportDays): Promise<ListResult<PayoutFacts>> {
  return gateway.listPayouts(instantOf(from, 0, "UTC"), instantOf(addDays(to, 1), 0, "UTC"));
}

function withDay(payout: PayoutFacts): PayoutFacts & Pick<ShownPayout, "day"> {
  return { ...payout, day: localDateOf(new Date(payout.arrival * 1000), "UTC") };
}

type DayPayout = ShownPayout & { readonly parts: readonly (PayoutPart & MatchedPart)[] };

export interface DayPayouts extends DayPayoutGaps {
  /** The arrival days that were read. */
  readonly range: ReportDays;
  /** Earliest first. `parts` are only those that the day counts. */
  readonly items: readonly DayPayout[];
}

/** The provider's payouts with card payments and refunds of a closed day; null: the day has none. */
export async function readDayPayouts(
  { db, payments }: Services,
  closing: Pick<ClosingRow, "id" | "number" | "startsAt" | "endsAt">,
): Promise<DayPayouts | PaymentFailure | null> {
  const all = await listDayPayments(db, closing.id);
  if (all.length === 0) return null;
  const { gateway, kind } = await payments.current();
  const range = { from: localDateOf(closing.startsAt, "UTC"), to: addDays(localDateOf(closing.endsAt, "UTC"), DAY_ARRIVES_WITHIN) };
  const listed = await listPayouts(gateway, range);
  if (!listed.ok) return listed;
  const wanted = all.filter((payment) => payment.gateway === kind);
  const intents = new Set(wanted.map(({ intentId }) => intentId));
  const day = { number: closing.number, wanted, counted: await listCountedPayments(db, [...intents]) };
  const automatic = listed.items.filter((payout) => payout.automatic).toReversed();
  return {
    ...(await findDayPayouts(gateway, automatic, day)),
    range,
    isSimulated: kind === "simulator",
    manual: listed.items.length - automatic.length,
    tests: countOrders(all.filter(({ isTest }) => isTest)),
    elsewhere: countOrders(all.filter((payment) => payment.gateway !== kind)),
  };
}

interface SearchedDay {
  readonly number: number;
  readonly wanted: readonly DayPayment[];
  readonly counted: readonly CountedPayment[];
}

/** Reads the parts of payouts, a few in parallel, until all payments of the day are found, or a list gets no response. */
async function findDayPayouts(
  gateway: PaymentGateway,
  payouts: readonly PayoutFacts[],
  { number, wanted, counted }: SearchedDay,
): Promise<Pick<DayPayouts, "items" | "missing" | "unread">> {
  const deadline = performance.now() + DAY_PARTS_LIMIT_MS;
  const items: DayPayout[] = [];
  let missing = notPaidOut(wanted, []);
  let unread = payouts.length;
  for (let start = 0; start < Math.min(payouts.length, MOST_PAYOUTS) && missing.payments + missing.refunds > 0; start += AT_ONCE) {
    const batch = payouts.slice(start, start + AT_ONCE);
    const read = await readParts(gateway, batch, deadline);
    const shown = batch.map((payout) => ({ ...withDay(payout), ...shownParts(payout, read.get(payout.id), counted) }));
    const ofDay = shown.map((payout) => ({ ...payout, parts: partsOfDay(payout.parts ?? [], number) }));
    items.push(...ofDay.filter(({ parts }) => parts.length > 0));
    const found = items.flatMap(({ parts }) => parts);
    missing = notPaidOut(wanted, found);
    unread -= shown.filter(({ parts, isComplete }) => parts !== null && isComplete).length;
    if (shown.some(({ isBusy }) => isBusy)) break;
  }
  return { items, missing, unread };
}

function shownParts(
  { id, amount, currency, created }: PayoutFacts,
  read: ListResult<PayoutPart> | undefined,
  counted: readonly CountedPayment[],
): Pick<ShownPayout, "parts" | "isComplete" | "isBusy"> {
  if (read === undefined) return { parts: null, isComplete: true, isBusy: false };
  if (!read.ok) return { parts: null, isComplete: false, isBusy: read.kind === "rate-limited" || isSilent(read) };
  const difference = differenceOf(amount, read.items, currency);
  const all = difference === null ? read.items : [...read.items, { id: `${id}-${difference.type}`, currency, created, ...difference }];
  return { parts: matchParts(all, counted), isComplete: read.complete, isBusy: false };
}

/** No response. An unreadable one would not change within a minute. */
function isSilent({ kind, code }: PaymentFailure): boolean {
  return kind === "unreachable" && code !== UNREADABLE;
}

/** The parts of each payout that has some, with one deadline for all. Stops at the first list without a response. */
async function readParts(
  gateway: PaymentGateway,
  payouts: readonly PayoutFacts[],
  deadline: number,
): Promise<ReadonlyMap<string, ListResult<PayoutPart>>> {
  const limit = pLimit(AT_ONCE);
  let silence: PaymentFailure | null = null;
  const read = async ({ id }: PayoutFacts): Promise<readonly [string, ListResult<PayoutPart>]> => {
    if (silence !== null) return [id, silence];
    const listed = await gateway.listPayoutParts(id, deadline);
    if (!listed.ok && isSilent(listed)) silence = listed;
    return [id, listed];
  };
  return new Map(await Promise.all(payouts.filter(({ automatic }) => automatic).map((payout) => limit(() => read(payout)))));
}

export interface ShownDispute extends DisputeFacts {
  readonly order: string | null;
  readonly isEnded: boolean;
  /** Its page at the provider; null: a simulated one. */
  readonly url: string | null;
}

/** The disputes of customers at the provider: open ones first, then ended ones, each newest first. */
export async function readDisputes({ db, payments }: Services): Promise<Read<ShownDispute>> {
  const { gateway, kind } = await payments.current();
  const listed = await gateway.listDisputes();
  if (!listed.ok) return listed;
  const counted = await listCountedPayments(db, [...new Set(listed.items.flatMap(({ intentId }) => intentId ?? []))]);
  const orders = new Map(counted.map(({ intentId, order }) => [intentId, order]));
  const items = listed.items.map((dispute): ShownDispute => {
    const mode = dispute.livemode ? "" : "test/";
    return {
      ...dispute,
      order: dispute.intentId === null ? null : (orders.get(dispute.intentId) ?? null),
      isEnded: isDisputeEnded(dispute.status),
      url: kind === "simulator" ? null : `https://dashboard.stripe.com/${mode}disputes/${encodeURIComponent(dispute.id)}`,
    };
  });
  return {
    ok: true,
    items: [...items.filter(({ isEnded }) => !isEnded), ...items.filter(({ isEnded }) => isEnded)],
    isComplete: listed.complete,
  };
}
