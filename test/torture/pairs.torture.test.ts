import { eq } from "drizzle-orm";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import { applyPromotions } from "#app/cart/workflows/apply-promotions.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { applyGuestEvent } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { abandonOrder } from "#app/checkout/workflows/settle/abandon-order.server.ts";
import { comparePayment } from "#app/checkout/workflows/settle/compare-payment.server.ts";
import { receiveWebhook } from "#app/checkout/workflows/settle/receive-webhook.server.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { sweepPayments } from "#app/checkout/workflows/settle/sweep-payments.server.ts";
import { orderEvents, orders } from "#app/orders/data/tables.ts";
import { applyOrderEvent, type OrderEventAnswer } from "#app/orders/workflows/changes/act-on-order.server.ts";
import type { OrderCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { promotionUses } from "#app/promotions/data/tables.ts";
import { SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import type { IntentRecord } from "#stripe-simulator/payment/records.ts";
import { signWebhook } from "#stripe-simulator/webhooks.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf, insertCoupon, orderOf, placedOf } from "#test/checkouts.ts";
import { compare, moneyOf, OVER } from "#test/fault-matrix/verdict.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop, TEST_WEBHOOK_SECRET } from "#test/shop.ts";
import { auditTables, simulatorLedger } from "./after-storm.ts";
import { report } from "./report.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

/*
 * Pairs of things that can happen to a payment, in both orders and at once, at each stage of an order: all of them in the long form, some drawn at
 * random in the short one. Whatever happened: the order tells what the provider's ledger says, disputes included, its uses and stock are right, and
 * no caller was answered "done" for what was not done.
 */

const shop = await openTestShop({ connections: 30 });
const { services } = shop;
const { db } = services;
const { store } = shop.simulator;
const STOCK = 100_000;
const productId = await insertProduct(db, { stock: STOCK });
await insertCoupon(db, "TAKE3", { totalUses: STOCK });
const OWNER = { kind: "staff", userId: null, name: "Tess", isAdmin: true } as const;
const NO_GUESSES = { take: async () => null, giveBack: async () => undefined };

/** Events that are answered. */
type RequestName = "capture" | "reject" | "guest cancels" | "staff cancel" | "refund" | "part refund";

interface Scene {
  readonly name: string;
  readonly orderId: string;
  readonly intentId: string;
  readonly clientSecret: string;
  readonly token: string;
  readonly answers: { readonly event: RequestName; readonly answer: OrderEventAnswer }[];
}

async function provider(path: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const answer = await fetch(`${shop.simulator.apiUrl}/v1/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${SIMULATOR_SECRET_KEY}` },
    body: new URLSearchParams(fields),
  });
  await answer.arrayBuffer();
}

const look = ({ orderId }: Scene) => settleOrder(services, orderId);

/** Pays as a browser does, and looks at the order. */
async function payWith(scene: Scene, card: string): Promise<void> {
  await shop.confirm(scene.clientSecret, card);
  await look(scene);
}

async function press(scene: Scene, event: RequestName, command: OrderCommand): Promise<void> {
  const { version } = await readOrder(shop, scene.orderId);
  scene.answers.push({ event, answer: await applyOrderEvent(services, { orderId: scene.orderId, version, actor: OWNER, command }) });
}

/** The bank's late word on the newest refund: it did not arrive. */
async function sendRefundBack({ intentId }: Scene): Promise<void> {
  await store.unit(async (unit) => {
    const [refund] = await unit.list({ kind: "refund", matching: { intentId }, limit: 1, oldestFirst: false });
    if (refund?.status !== "succeeded") return;
    const job = { does: "finish-refund", refundId: refund.id, intentId, outcome: "failed" } as const;
    unit.save({ kind: "task", id: `task_${refund.id}`, at: Date.now() - 1, job });
  });
  await shop.simulator.sweep();
}

async function openDispute({ intentId }: Scene): Promise<string | undefined> {
  return store.unit(async (unit) => {
    const intent = await unit.claim(intentId);
    const charge = intent?.kind === "intent" && intent.chargeId !== null ? await unit.find(intent.chargeId) : undefined;
    if (charge?.kind !== "charge" || !charge.captured || charge.disputed) return undefined;
    const { amount, currency } = charge;
    const dispute = { kind: "dispute", id: `dp_${charge.id}`, at: Date.now(), intentId, chargeId: charge.id, amount, currency } as const;
    unit.save({ ...charge, disputed: true });
    unit.save(dispute);
    return dispute.id;
  });
}

async function closeDispute(scene: Scene, evidence: "winning_evidence" | "losing_evidence"): Promise<void> {
  const id = await openDispute(scene);
  if (id === undefined) return;
  await deliver(scene, "charge.dispute.created");
  await provider(`disputes/${id}`, { "evidence[uncategorized_text]": evidence });
}

let serial = 0;
/** A signed event about the payment; what it says besides that does not matter. */
async function deliver({ intentId, orderId }: Pick<Scene, "intentId" | "orderId">, type: string): Promise<void> {
  const object = { id: `ch_${(serial += 1)}`, payment_intent: intentId, metadata: { order_id: orderId } };
  const body = JSON.stringify({ id: `evt_pair_${serial}`, object: "event", type, created: 1, livemode: false, data: { object } });
  await receiveWebhook(services, Buffer.from(body), signWebhook(body, TEST_WEBHOOK_SECRET, Math.floor(Date.now() / 1000)));
}

/** The sweep's step for this payment. */
async function sweep({ intentId }: Scene): Promise<void> {
  const { gateway } = await services.payments.current();
  const askedAt = services.now();
  const answer = await gateway.retrieveIntent(intentId);
  if (answer.ok) await comparePayment(services, answer.intent, askedAt);
}

async function runOutOfTime({ intentId }: Scene): Promise<void> {
  await store.unit(async (unit) => {
    const intent = await unit.claim(intentId);
    if (intent?.kind === "intent" && intent.status === "requires_capture") unit.save({ ...intent, holdUntil: Date.now() - 1 });
  });
}

async function askTheBank(scene: Scene): Promise<void> {
  await shop.confirm(scene.clientSecret, "pm_card_authenticationRequired");
  await look(scene);
  await provider(`test_helpers/payment_intents/${scene.intentId}/authenticate`, { outcome: "succeed" });
  await look(scene);
}

const FULL_REFUND: OrderCommand = { event: "refund", request: { kind: "all" }, reason: "" };

const EVENTS = {
  decline: (scene) => payWith(scene, "pm_card_chargeDeclined"),
  hold: (scene) => payWith(scene, "pm_card_visa"),
  "bank asks": askTheBank,
  "card that fails at capture": (scene) => payWith(scene, "pm_card_simulator_capture_fails"),
  "card that is disputed": (scene) => payWith(scene, "pm_card_createDispute"),
  abandon: async ({ orderId }) => void (await abandonOrder(services, orderId)),
  capture: (scene) => press(scene, "capture", { event: "accept", minutes: 20 }),
  reject: (scene) => press(scene, "reject", { event: "reject", reason: "too_busy", text: "" }),
  "guest cancels": async (scene) => {
    const answer = await applyGuestEvent(services, scene.token, "cancel");
    if (answer !== undefined) scene.answers.push({ event: "guest cancels", answer });
  },
  "hold released by hand": ({ intentId }) => provider(`payment_intents/${intentId}/cancel`),
  "hold runs out": runOutOfTime,
  "captured by hand": ({ intentId }) => provider(`payment_intents/${intentId}/capture`),
  "staff cancel": (scene) => press(scene, "staff cancel", { event: "cancel", reason: "closed", text: "", refund: "full" }),
  refund: (scene) => press(scene, "refund", FULL_REFUND),
  "part refund": (scene) => press(scene, "part refund", { event: "refund", request: { kind: "amount", amount: 200 }, reason: "" }),
  "refunded by hand": ({ intentId }) => provider("refunds", { payment_intent: intentId, amount: "100" }),
  "failed refund": sendRefundBack,
  "dispute opens": async (scene) => void (await openDispute(scene)),
  "dispute won": (scene) => closeDispute(scene, "winning_evidence"),
  "dispute lost": (scene) => closeDispute(scene, "losing_evidence"),
  "late webhook": (scene) => deliver(scene, "charge.updated"),
  sweep,
} as const satisfies Readonly<Record<string, (scene: Scene) => Promise<unknown>>>;
type EventName = keyof typeof EVENTS;

/** At each stage the events that may come to something there. */
const STAGES = {
  unpaid: ["decline", "hold", "bank asks", "card that fails at capture", "abandon", "guest cancels", "capture", "late webhook", "sweep"],
  received: [
    "decline",
    "capture",
    "reject",
    "guest cancels",
    "hold released by hand",
    "hold runs out",
    "captured by hand",
    "late webhook",
    "sweep",
  ],
  "received, capture fails": ["capture", "reject", "guest cancels", "hold runs out", "late webhook", "sweep"],
  "received, capture is disputed": ["capture", "reject", "guest cancels", "staff cancel", "refund", "late webhook", "sweep"],
  accepted: [
    "staff cancel",
    "refund",
    "part refund",
    "refunded by hand",
    "failed refund",
    "dispute opens",
    "dispute won",
    "dispute lost",
    "late webhook",
    "sweep",
  ],
  refunded: ["staff cancel", "refund", "failed refund", "dispute opens", "late webhook", "sweep"],
} as const satisfies Readonly<Record<string, readonly EventName[]>>;
type Stage = keyof typeof STAGES;

const CARDS: Partial<Record<Stage, string>> = {
  "received, capture fails": "pm_card_simulator_capture_fails",
  "received, capture is disputed": "pm_card_createDispute",
};

async function openScene(stage: Stage, name: string): Promise<Scene> {
  const cartId = await cartWith(shop, productId);
  await applyPromotions(services, cartId, ["TAKE3"], NO_GUESSES);
  const placed = placedOf(await placeOrder(services, checkoutOf(cartId, 791)));
  const { id, paymentIntentId } = await orderOf(db, placed.orderToken);
  const scene: Scene = {
    name: `${stage}: ${name}`,
    orderId: id,
    intentId: paymentIntentId ?? "",
    clientSecret: placed.clientSecret ?? "",
    token: placed.orderToken,
    answers: [],
  };
  if (stage !== "unpaid") await payWith(scene, CARDS[stage] ?? "pm_card_visa");
  if (stage === "accepted" || stage === "refunded") await EVENTS.capture(scene);
  if (stage === "refunded") await EVENTS.refund(scene);
  scene.answers.length = 0;
  return scene;
}

interface Play {
  readonly stage: Stage;
  readonly one: EventName;
  readonly other: EventName;
  readonly isAtOnce: boolean;
}

/** Every pair of events of every stage: one after the other, the other way round, and at once. */
const PLAYS: readonly Play[] = (Object.keys(STAGES) as Stage[]).flatMap((stage) => {
  const events: readonly EventName[] = STAGES[stage];
  return events.flatMap((one, index) => [
    ...events.map((other) => ({ stage, one, other, isAtOnce: false })),
    ...events.slice(index).map((other) => ({ stage, one, other, isAtOnce: true })),
  ]);
});

async function play({ stage, one, other, isAtOnce }: Play): Promise<Scene> {
  const scene = await openScene(stage, isAtOnce ? `${one} and ${other} at once` : `${one}, then ${other}`);
  if (isAtOnce) await Promise.all([EVENTS[one](scene), EVENTS[other](scene)]);
  else {
    await EVENTS[one](scene);
    await EVENTS[other](scene);
  }
  return scene;
}

/** What time and the provider bring in any case: every event, and the clock's own looks. */
async function settleAll(scenes: readonly Scene[]): Promise<void> {
  const limit = pLimit(4);
  await Promise.all(scenes.map((scene) => limit(() => deliver(scene, "charge.updated"))));
  for (const minutes of [2, 11]) {
    shop.passMinutes(minutes);
    for (let run = 0; run < 6; run += 1) {
      // Once the provider lists no disputes: that neither ends one nor brings back a won one.
      if (run === 3) shop.armFault("error_before", "disputes.list", 10_000);
      await reconcilePayments(services);
      if (run === 3) await shop.simulator.faults.clear();
    }
  }
  await sweepPayments(services);
}

async function judge(scene: Scene): Promise<readonly string[]> {
  const wrong: string[] = [];
  const ledger = await store.unit(async (unit) => {
    const query = { matching: { intentId: scene.intentId }, limit: 50, oldestFirst: true };
    const intent = (await unit.find(scene.intentId)) as IntentRecord;
    const charges = await unit.list({ kind: "charge", ...query });
    return {
      intents: [intent],
      charges,
      refunds: await unit.list({ kind: "refund", ...query }),
      disputes: await unit.list({ kind: "dispute", ...query }),
    };
  });
  const [intent] = ledger.intents;
  const order = await readOrder(shop, scene.orderId);
  if (intent === undefined) return ["the payment is gone"];
  const money = moneyOf(intent, ledger);
  const isDisputed = ledger.disputes.some(({ outcome }) => outcome !== "won");
  // Nothing is paid back of a disputed payment; a refund that the bank sent back waits for a person.
  const isLost = order.paymentProblemKind === "refund_failed" && ledger.refunds.some(({ status }) => status === "failed");
  const mayBeKept = isDisputed || isLost;
  wrong.push(...compare(order, money).filter((text) => !(mayBeKept && text.startsWith("money kept for an order that is over"))));
  if (order.isDisputed !== isDisputed) wrong.push(`the order says ${order.isDisputed ? "" : "not "}disputed`);
  if (order.pendingAction !== null) wrong.push(`${order.pendingAction.kind} is under way for ever`);
  const isLiving = !OVER.includes(order.status);
  const isPaidBack = money.taken > 0 && money.givenBack >= money.taken;
  const [use] = await db.select().from(promotionUses).where(eq(promotionUses.orderId, order.id));
  const isUsed = use?.state === "redeemed" || use?.state === "held";
  const mayBeHeld = order.status === "awaiting_payment";
  if (!mayBeHeld && isUsed !== (isLiving && !isPaidBack)) wrong.push(`its use is ${use?.state}: ${order.status}, ${order.paymentState}`);
  if (!mayBeHeld && order.isStockTaken !== isLiving) wrong.push(`its stock is ${order.isStockTaken ? "" : "not "}taken: ${order.status}`);
  wrong.push(...(await untrue(scene, order, money.givenBack)));
  return wrong.map((text) => `${scene.name}: ${text}`);
}

const ENDS: Partial<Record<RequestName, string>> = { reject: "rejected", "guest cancels": "cancelled", "staff cancel": "cancelled" };

/** "Done" for what was not done, a reason that is not the reason, a dispute told twice. */
async function untrue(scene: Scene, order: Awaited<ReturnType<typeof readOrder>>, givenBack: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  const events = await db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id));
  const count = (event: string) => events.filter((each) => each.event === event).length;
  for (const { event, answer } of scene.answers) {
    if (answer.kind !== "done") continue;
    const wanted = ENDS[event];
    const isAbandoned = event === "guest cancels" && order.status === "abandoned";
    if (wanted !== undefined && order.status !== wanted && !isAbandoned) wrong.push(`${event} was answered "done": ${order.status}`);
    if (event === "capture" && order.acceptedAt === null) wrong.push(`the order was not accepted, and staff read "done"`);
    if ((event === "refund" || event === "part refund") && givenBack === 0 && count("refund_failed") === 0)
      wrong.push(`${event} was answered "done", and nothing went back`);
  }
  if (order.reasonCode === "payment_hold_expired" && !scene.name.includes("hold runs out")) wrong.push("it says that the hold ran out");
  if (count("disputed") - count("dispute_ended") !== (order.isDisputed ? 1 : 0) || count("disputed") > 1)
    wrong.push(`it was told ${count("disputed")} times that it is disputed, ${count("dispute_ended")} times that it is over`);
  for (const problem of order.paymentProblem === null ? [] : [order.paymentProblem])
    if (/\b(?:ch|pi|re|dp)_/.test(problem)) wrong.push(`staff read "${problem}"`);
  return wrong;
}

test("any two events in any order leave the order consistent with the ledger", async () => {
  const seed = seedOfRun();
  const plays = throwDice(seed).shuffle(PLAYS).slice(0, SIZE.pairs);
  const limit = pLimit(3);
  const scenes = await Promise.all(plays.map((each) => limit(() => play(each))));
  await settleAll(scenes);
  const wrong = (await Promise.all(scenes.map(judge))).flat();
  expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
  expect(await auditTables(db, await simulatorLedger(shop.simulator)), `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);

  const taken = (await db.select().from(orders)).filter(({ isStockTaken }) => isStockTaken).length;
  const [product] = await db.select().from(products).where(eq(products.id, productId));
  expect(product?.stock).toBe(STOCK - taken);
  report({
    promise: "After any two events of a payment the order says what the provider's ledger says",
    tried: `${scenes.length} of ${PLAYS.length} pairs`,
    result: "0 orders differ; the auditor finds nothing",
    seed,
  });
}, 900_000);
