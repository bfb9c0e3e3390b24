import type Stripe from "stripe";
import { callParameters, type Call, type Operation } from "./call.ts";
import { expandObject } from "./expand.ts";
import { instantRange } from "./lists.ts";
import { badParameter } from "./refusal.ts";
import type { WireObject } from "#stripe-simulator/payment/records.ts";
import { seconds, type Shape } from "./wire.ts";

const DAY_MS = 86_400_000;
/** Maximum time between authorization and capture. */
const LONGEST_HOLD_MS = 8 * DAY_MS;
/** From the end of a day until its payout arrives. */
const ARRIVAL_DAYS = 2;
/** Typical fees; per million, and in the currency's smallest unit. */
const FEE_RATE = 29_000;
const FEE_FIXED = 30;
const DISPUTE_FEE = 1500;
const MOST_RECORDS = 10_000;
const LARGEST_PAGE = 100;

/** A balance transaction of the account. Not stored: it is derived from payments, refunds and disputes. */
interface Movement {
  readonly id: string;
  readonly type: "charge" | "refund" | "adjustment";
  readonly source: string;
  readonly at: number;
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
}

/** Captures and refunds of one day (UTC), in one currency. */
interface Payout {
  readonly id: string;
  readonly day: number;
  readonly currency: string;
  readonly movements: readonly Movement[];
}

const LIST_PARAMETERS: readonly string[] = ["limit", "starting_after", "created", "arrival_date"];

/** Lists payouts, and the transactions of each. */
export const PAYOUT_OPERATIONS: readonly Operation[] = [
  {
    name: "payouts.list",
    method: "GET",
    path: "/v1/payouts",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, LIST_PARAMETERS);
      const created = instantRange(call, parameters);
      const arrival = instantRange(call, parameters, "arrival_date");
      const since = Math.max(created.from ?? 0, (arrival.from ?? 0) - ARRIVAL_DAYS * DAY_MS);
      const payouts = (await listPayouts(call, since)).filter(
        (payout) => isWithin(createdAt(payout), created) && isWithin(arrivalOf(payout), arrival),
      );
      return {
        status: 200,
        body: pageOf(
          call,
          payouts.map((payout) => payoutWire(payout, call.world.now)),
          "/v1/payouts",
        ),
      };
    },
  },
  {
    name: "balance_transactions.list",
    method: "GET",
    path: "/v1/balance_transactions",
    isForBrowsers: false,
    async run(call) {
      const parameters = callParameters(call, ["limit", "starting_after", "payout"]);
      const id = parameters.text("payout");
      if (id === undefined) throw badParameter("payout", "parameter_missing", "Missing required param: payout.");
      const day = dayOfId(id);
      const payout = day === null ? undefined : (await listPayouts(call, day)).find((each) => each.id === id);
      if (payout === undefined) throw badParameter("payout", "resource_missing", `No such payout: '${id}'`);
      const body = pageOf(call, transactionWires(payout), "/v1/balance_transactions");
      return { status: 200, body: await expandObject(call, body, parameters.texts("expand")) };
    },
  },
];

/** Payouts of past days, newest first. @param from epoch milliseconds; earlier ones may be left out */
async function listPayouts(call: Call, from: number): Promise<readonly Payout[]> {
  const today = startOfDay(call.world.now);
  const finished = (await listMovements(call, from - LONGEST_HOLD_MS)).filter(({ at }) => at < today);
  const byId = Map.groupBy(finished, ({ at, currency }) => idOfDay(startOfDay(at), currency));
  return [...byId]
    .map(([id, movements]) => ({
      id,
      day: startOfDay(movements[0]?.at ?? 0),
      currency: movements[0]?.currency ?? "",
      movements: movements.toSorted((a, b) => b.at - a.at || a.id.localeCompare(b.id)),
    }))
    .toSorted((a, b) => b.day - a.day || a.id.localeCompare(b.id));
}

async function listMovements({ unit }: Call, from: number): Promise<readonly Movement[]> {
  const since = { from: Math.max(0, from), limit: MOST_RECORDS };
  const charges = await unit.list({ kind: "charge", ...since });
  const refunds = await unit.list({ kind: "refund", ...since });
  const disputes = await unit.list({ kind: "dispute", ...since });
  return [
    ...charges
      .filter(({ amountCaptured }) => amountCaptured > 0)
      .map(({ id, at, capturedAt = at, amountCaptured: amount, currency }): Movement => {
        const fee = Math.round((amount * FEE_RATE) / 1_000_000) + FEE_FIXED;
        return { id: transactionId(id), type: "charge", source: id, at: capturedAt, amount, fee, currency };
      }),
    ...refunds
      .filter(({ status }) => status !== "failed")
      .map(({ id, at, amount, currency }): Movement => {
        return { id: transactionId(id), type: "refund", source: id, at, amount: 0 - amount, fee: 0, currency };
      }),
    ...disputes
      .filter(({ outcome }) => outcome !== "won")
      .map(({ id, at, amount, currency }): Movement => {
        return { id: transactionId(id), type: "adjustment", source: id, at, amount: 0 - amount, fee: DISPUTE_FEE, currency };
      }),
  ];
}

function pageOf(call: Call, all: readonly WireObject[], url: string): WireObject {
  const parameters = callParameters(call, [...LIST_PARAMETERS, "payout"]);
  const limit = parameters.integer("limit", 1, LARGEST_PAGE) ?? 10;
  const cursor = parameters.text("starting_after");
  const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  return { object: "list", data: all.slice(start, start + limit), has_more: all.length > start + limit, url };
}

function payoutWire(payout: Payout, now: number): WireObject {
  const arrival = arrivalOf(payout);
  return {
    id: payout.id,
    object: "payout",
    amount: netOf(payout),
    application_fee: null,
    application_fee_amount: null,
    arrival_date: seconds(arrival),
    automatic: true,
    balance_transaction: `txn_${payout.id}`,
    created: seconds(createdAt(payout)),
    currency: payout.currency,
    description: "STRIPE PAYOUT",
    destination: "ba_simulator",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: arrival <= now ? "paid" : "in_transit",
    trace_id: null,
    type: "bank_account",
  } satisfies Shape<Stripe.Payout>;
}

/** The vendor also lists the payout itself among its transactions. */
function transactionWires(payout: Payout): readonly WireObject[] {
  const itself = {
    id: `txn_${payout.id}`,
    type: "payout",
    source: payout.id,
    at: createdAt(payout),
    amount: 0 - netOf(payout),
    fee: 0,
  } as const;
  const available = seconds(payout.day + DAY_MS);
  return [{ ...itself, currency: payout.currency }, ...payout.movements].map(({ id, type, source, at, amount, fee, currency }) => ({
    id,
    object: "balance_transaction",
    amount,
    available_on: available,
    balance_type: "payments",
    created: seconds(at),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: fee === 0 ? [] : [{ amount: fee, application: null, currency, description: "Processing fees", type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: type === "adjustment" ? "dispute" : type,
    source,
    status: "available",
    type,
  })) satisfies readonly Shape<Stripe.BalanceTransaction>[];
}

function netOf({ movements }: Payout): number {
  return movements.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
}

function createdAt({ day }: Payout): number {
  return day + DAY_MS;
}

function arrivalOf({ day }: Payout): number {
  return day + ARRIVAL_DAYS * DAY_MS;
}

function isWithin(at: number, { from = 0, before = Number.POSITIVE_INFINITY }: ReturnType<typeof instantRange>): boolean {
  return at >= from && at < before;
}

function startOfDay(at: number): number {
  return at - (at % DAY_MS);
}

function transactionId(source: string): string {
  return `txn_${source.replace("_", "")}`;
}

/** "po_20261125usd" */
function idOfDay(day: number, currency: string): string {
  return `po_${new Date(day).toISOString().slice(0, 10).replaceAll("-", "")}${currency}`;
}

function dayOfId(id: string): number | null {
  const [, year, month, day] = /^po_(\d{4})(\d{2})(\d{2})[a-z]{3}$/.exec(id) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(at) ? null : at;
}
