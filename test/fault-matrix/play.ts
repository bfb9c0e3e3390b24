import { sql } from "drizzle-orm";
import type { Services } from "#app/http/context.server.ts";
import type { FaultKind } from "#stripe-simulator/test/faults.ts";
import { CALLS, type CallName, type Cell, type FaultName } from "./cells.ts";
import { happen, openScene, pay, prepare, trigger, type Scene } from "./scene.ts";
import { judge } from "./verdict.ts";
import { openWorld, type World } from "./world.ts";

const AWAY: Partial<Record<FaultName, FaultKind>> = {
  refused: "reset_before",
  "answer lost": "reset_after",
  "500": "error_before",
  garbage: "garbage_after",
  silence: "late",
};

const SILENT: readonly FaultName[] = [
  "no news",
  "hold expired",
  "cancelled by hand",
  "captured by hand",
  "refunded by hand",
  "partly refunded by hand",
];

/** The amount of partial refunds by hand, in cents. */
const PART = 300;

const EMULATOR = {
  unknownParameters: ["description", "cancellation_reason", "automatic_payment_methods"],
  missingFields: ["amount_received"],
};

/**
 * Plays one cell in an empty shop: the order is brought to the call, the call meets its fault, the second event happens, and the customer
 * pays in every open page. Then the provider is back, webhooks arrive, and the minute job runs twice. Returns the violated promises.
 */
export async function play(services: Services, cell: Cell): Promise<readonly string[]> {
  await forgetOrders(services);
  const world = await openWorld(services);
  try {
    if (cell.fault === "emulator") world.provider.faults.imitate(EMULATOR);
    const scene = await openScene(world, cell.call);
    await prepare(scene, cell.call);
    const eventCount = (await world.events()).length;
    await disturb(scene, cell);
    await pay(scene);
    await world.provider.faults.clear();
    await notifyStaff(world, cell.fault, eventCount);
    world.passMinutes(3);
    await world.minute();
    if (cell.fault === "news late") for (const event of (await world.events()).slice(eventCount)) await world.deliver(event);
    world.passMinutes(20);
    await world.minute();
    return await judge(scene, cell);
  } finally {
    await world.close();
  }
}

async function disturb(scene: Scene, { call, fault, second, moment }: Cell): Promise<void> {
  const { faults } = scene.world.provider;
  const kind = AWAY[fault];
  if (kind !== undefined) faults.arm({ kind, operation: fault === "refused" ? null : CALLS[call], times: Number.POSITIVE_INFINITY });
  scene.world.setPatience(fault === "silence" ? "short" : "usual");

  const { process } = scene.world;
  const died = Promise.withResolvers<void>();
  let isMet = false;
  faults.watch(async (operation) => {
    if (isMet || operation !== CALLS[call]) return;
    isMet = true;
    if (call !== "create") await actByHand(scene, call, fault);
    if (moment !== "during") return;
    await happen(scene, second);
    if (second === "kill") died.resolve();
  });
  await Promise.race([trigger(scene, call), died.promise]);
  if (!isMet) throw new Error(`${call} was never called`);
  faults.watch(null);
  if (call === "create") await actByHand(scene, call, fault);
  if (moment === "after") await happen(scene, second);
  if (second === "kill") process.kill();
}

/**
 * An action in the provider's dashboard, or at the card's bank, just before the call arrives (just after, for a payment that does not exist
 * yet).
 */
async function actByHand({ world }: Scene, call: CallName, fault: FaultName): Promise<void> {
  const intent = (await world.ledger()).intents.at(-1);
  if (intent === undefined) return;
  const path = `/v1/payment_intents/${intent.id}`;
  const wholeOrPart: Readonly<Record<string, string>> = fault === "partly refunded by hand" ? { amount: String(PART) } : {};
  switch (fault) {
    case "hold expired":
      return world.expireHold(intent.id);
    case "cancelled by hand":
      return world.atDashboard(`${path}/cancel`);
    case "captured by hand":
      return world.atDashboard(`${path}/capture`);
    case "refunded by hand":
    case "partly refunded by hand":
      if (call !== "refund") await world.atDashboard(`${path}/capture`);
      return world.atDashboard("/v1/refunds", { payment_intent: intent.id, ...wholeOrPart });
    default:
  }
}

async function notifyStaff(world: World, fault: FaultName, told: number): Promise<void> {
  // Provider-side changes send no notification: the shop must detect them.
  if (fault === "news late" || SILENT.includes(fault)) return;
  const events = (await world.events()).slice(told);
  for (const event of fault === "old news last" ? events.toReversed() : events) {
    await world.deliver(event);
    if (fault === "news twice") await world.deliver(event);
  }
}

/** Cells share a database, so orders of earlier cells are removed. */
async function forgetOrders({ db }: Services): Promise<void> {
  await db.execute(sql`delete from orders`);
  await db.execute(sql`delete from webhook_inbox`);
}
