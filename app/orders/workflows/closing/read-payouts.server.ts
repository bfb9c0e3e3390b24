import pLimit from "p-limit";
import { listCountedPayments } from "#app/orders/data/closing/counted-payments.server.ts";
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
/** Staff wait for all of them together. */
const PARTS_LIMIT_MS = 15_000;

/** A payout with what it pays out, and a line for what that lacks; `parts` null: the provider did not tell, or has none (`automatic`). */
export interface ShownPayout extends PayoutFacts {
  /** The day on which the bank has it. */
  readonly day: LocalDate;
  readonly parts: readonly (PayoutPart & MatchedPart)[] | null;
  /** False: the payout has more parts than were read. */
  readonly isComplete: boolean;
  /** True: the provider may tell them in a minute. */
  readonly isBusy: boolean;
}

type Services = Pick<WorkflowServices, "db" | "payments">;
type Read<Item> = { readonly ok: true; readonly items: readonly Item[]; readonly isComplete: boolean } | PaymentFailure;

/** The provider's payouts that arrive on these days, newest first, with their orders and closed days. */
export async function readPayouts({ db, payments }: Services, { from, to }: ReportDays): Promise<Read<ShownPayout>> {
  const { gateway } = await payments.current();
  const listed = await gateway.listPayouts(instantOf(from, 0, "UTC"), instantOf(addDays(to, 1), 0, "UTC"));
  if (!listed.ok) return listed;
  const dated = listed.items.map((payout) => ({ ...payout, day: localDateOf(new Date(payout.arrival * 1000), "UTC") }));
  const shown = dated.slice(0, MOST_PAYOUTS);
  const parts = await readParts(gateway, shown);
  const intents = [...parts.values()].flatMap((read) => (read.ok ? read.items.flatMap(({ intentId }) => intentId ?? []) : []));
  const counted = await listCountedPayments(db, [...new Set(intents)]);
  const items = shown.map((payout) => ({ ...payout, ...shownParts(payout, parts.get(payout.id), counted) }));
  return { ok: true, items, isComplete: listed.complete && shown.length === dated.length };
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

/** No answer; one that cannot be read does not change in a minute. */
function isSilent({ kind, code }: PaymentFailure): boolean {
  return kind === "unreachable" && code !== UNREADABLE;
}

/** The parts of each payout that has some, within one time limit for all. Stops at the first list without a response. */
async function readParts(gateway: PaymentGateway, payouts: readonly PayoutFacts[]): Promise<ReadonlyMap<string, ListResult<PayoutPart>>> {
  const limit = pLimit(AT_ONCE);
  const deadline = performance.now() + PARTS_LIMIT_MS;
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
