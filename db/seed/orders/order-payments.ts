import type { StoredPaymentIntent } from "#app/orders/data/tables.ts";
import type { ChargeRecord, IntentRecord, MethodRecord, RefundRecord, SimulatorRecord } from "#stripe-simulator/payment/records.ts";
import type { OrderStory } from "./order-story.ts";
import type { Random } from "#db/seed/random.ts";

export interface SeedPayment {
  readonly intent: StoredPaymentIntent;
  readonly capturedCents: number;
  /** The payment as the simulator stores it, so that it can be refunded. */
  readonly records: readonly SimulatorRecord[];
  readonly refundId: string | null;
}

const CARDS = [
  { brand: "visa", last4: "4242" },
  { brand: "mastercard", last4: "4444" },
  { brand: "amex", last4: "0005" },
] as const;
const CARD_WEIGHTS = { visa: 5, mastercard: 3, amex: 1 };
const HOLD_MS = 7 * 86_400_000;
const UNCAPTURED = { voided: "canceled", held: "requires_capture" } as const;

/** The fields of a past order that its payment needs. */
interface PaidOrder {
  readonly id: string;
  readonly cartHash: string;
  readonly email: string;
  readonly name: string;
  readonly amount: number;
  /** Lower-case ISO code, "usd". */
  readonly currency: string;
  readonly placedAt: Date;
  readonly refunded: number;
}

/** The data that the records of one payment share. */
interface PaymentFacts {
  readonly order: PaidOrder;
  readonly story: OrderStory;
  readonly ids: Readonly<Record<"intent" | "charge" | "method" | "refund", string>>;
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly status: IntentRecord["status"];
  readonly captured: number;
}

/** A past order's payment: captured, perhaps refunded, or released. */
export function makePayment(random: Random, order: PaidOrder, story: OrderStory): SeedPayment {
  const hex = random.uuid().replaceAll("-", "").slice(0, 24);
  const ids = { intent: `pi_demo_${hex}`, charge: `ch_demo_${hex}`, method: `pm_demo_${hex}`, refund: `re_demo_${hex}` };
  const card = random.weighted(CARDS, (each) => CARD_WEIGHTS[each.brand]);
  const at = order.placedAt.getTime() - 30_000;
  const isCaptured = story.money !== "voided" && story.money !== "authorized";
  const status = isCaptured ? "succeeded" : UNCAPTURED[story.money === "voided" ? "voided" : "held"];
  const captured = isCaptured ? order.amount : 0;
  const facts: PaymentFacts = { order, story, ids, at, status, captured };
  const method = methodOf(random, facts, card);
  const intent = intentOf(random, facts);
  const refund = order.refunded === 0 ? [] : [refundOf(facts)];
  return {
    intent: {
      id: ids.intent,
      status,
      created: Math.floor(at / 1000),
      amount: order.amount,
      amountReceived: captured,
      captureBefore: status === "requires_capture" ? Math.floor((at + HOLD_MS) / 1000) : null,
      card: `${card.brand} ending in ${card.last4}`,
      lastError: null,
    },
    capturedCents: captured,
    records: [method, intent, chargeOf(facts, method), ...refund],
    refundId: refund[0]?.id ?? null,
  };
}

function methodOf(random: Random, { order, ids, at }: PaymentFacts, card: (typeof CARDS)[number]): MethodRecord {
  return {
    kind: "method",
    id: ids.method,
    at,
    card: {
      ...card,
      expMonth: random.between(1, 12),
      expYear: 2034,
      funding: "credit",
      asks: false,
      decline: null,
      delayMs: 0,
      refund: "at-once",
      disputed: false,
    },
    billing: { name: order.name, email: order.email, phone: null, address: null },
    metadata: {},
  };
}

function intentOf(random: Random, { order, story, ids, at, status, captured }: PaymentFacts): IntentRecord {
  const isVoided = story.money === "voided";
  return {
    kind: "intent",
    id: ids.intent,
    at,
    secret: `${ids.intent}_secret_${random.uuid().replaceAll("-", "")}`,
    amount: order.amount,
    amountReceived: captured,
    currency: order.currency,
    status,
    captureMethod: "manual",
    confirmationMethod: "automatic",
    description: null,
    receiptEmail: null,
    metadata: metadataOf(order),
    statementSuffix: null,
    automaticMethods: { allowRedirects: "always" },
    methodId: ids.method,
    chargeId: ids.charge,
    lastError: null,
    returnUrl: null,
    questionId: null,
    answersAt: null,
    holdUntil: status === "requires_capture" ? at + HOLD_MS : null,
    canceledAt: isVoided ? (story.endedAt ?? order.placedAt).getTime() : null,
    cancellationReason: isVoided ? "requested_by_customer" : null,
  };
}

function chargeOf({ order, ids, at, status, captured }: PaymentFacts, { card, billing }: MethodRecord): ChargeRecord {
  const isCaptured = status === "succeeded";
  return {
    kind: "charge",
    id: ids.charge,
    at,
    intentId: ids.intent,
    methodId: ids.method,
    amount: order.amount,
    amountCaptured: captured,
    amountRefunded: order.refunded,
    currency: order.currency,
    status: "succeeded",
    captured: isCaptured,
    captureBefore: isCaptured ? null : at + HOLD_MS,
    failureCode: null,
    failureMessage: null,
    declineCode: null,
    disputed: false,
    description: null,
    receiptEmail: null,
    metadata: metadataOf(order),
    card,
    billing,
    confirmedWithBank: false,
  };
}

function refundOf({ order, story, ids }: PaymentFacts): RefundRecord {
  return {
    kind: "refund",
    id: ids.refund,
    at: (story.endedAt ?? story.completedAt ?? order.placedAt).getTime(),
    intentId: ids.intent,
    chargeId: ids.charge,
    amount: order.refunded,
    currency: order.currency,
    status: "succeeded",
    failureReason: null,
    reason: null,
    metadata: {},
  };
}

const metadataOf = ({ id, cartHash }: PaidOrder) => ({ order_id: id, cart_hash: cartHash });
