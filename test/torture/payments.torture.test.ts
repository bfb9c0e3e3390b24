import { expect, test } from "vitest";
import { addCartItem } from "#app/cart/workflows/change-cart.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { fileOfShop } from "#server/cli/shop-files.ts";
import { FAULT_KINDS } from "#stripe-simulator/test/faults.ts";
import { insertProduct } from "#test/catalogue.ts";
import { checkoutOf, orderOf } from "#test/checkouts.ts";
import { CALLS } from "#test/fault-matrix/cells.ts";
import { openWorld } from "#test/fault-matrix/world.ts";
import { openTestShop } from "#test/shop.ts";
import { auditWhole } from "./after-storm.ts";
import { audit } from "./audit.ts";
import { report } from "./report.ts";
import { seedOfRun, SIZE, throwDice } from "./size.ts";

const shop = await openTestShop();
const STOCK = 10_000;
const AT_ONCE = 6;
/** One request in so many meets a fault; the provider is never silent for good. */
const FAULT_EVERY = 4;

test(`${SIZE.payments} payments whose browsers, webhooks and provider calls go wrong at random: 0 lost, 0 double, 0 orphans`, async () => {
  const seed = seedOfRun();
  const dice = throwDice(seed);
  const world = await openWorld(shop.services);
  const { services } = world.process;
  const { db } = services;
  const productId = await insertProduct(db, { stock: STOCK });
  let held = 0;

  async function buy(): Promise<void> {
    const added = await addCartItem(services, null, { productId, quantity: 1, choices: [], note: "" });
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    const checkout = checkoutOf(added.value.source.id ?? "", added.value.priced.finalTotal);
    for (let tries = 0; tries < 3; tries += 1) {
      // The browser repeats a checkout whose answer it did not get, with the same key; now and then twice at once.
      const results = await Promise.all(Array.from({ length: dice.chance(20) ? 2 : 1 }, () => placeOrder(services, checkout)));
      const placed = results.flatMap((result) => (result.kind === "ok" ? [result.placed] : []))[0];
      if (placed?.clientSecret == null) continue;
      // A card that is declined, and a good one while the shop hears of it.
      const isDeclined = dice.chance(30);
      if (isDeclined) await world.pay(placed.clientSecret, "pm_card_chargeDeclined");
      const looking = isDeclined ? settleOrder(services, (await orderOf(db, placed.orderToken)).id) : undefined;
      if (dice.chance(85) && (await world.pay(placed.clientSecret))) held += 1;
      await looking;
      // Three of ten browsers never come back.
      if (dice.chance(70)) await findOrderStatus(services, placed.orderToken);
      return;
    }
  }

  async function disturb(): Promise<void> {
    const kind = dice.pick(FAULT_KINDS.filter((each) => each !== "late" && !each.startsWith("hang")));
    world.provider.faults.arm({ kind, operation: dice.pick([...Object.values(CALLS), null]), delayMs: 50 });
  }

  let told = 0;
  /** Webhooks: some never, some five times, in any order, some only at the end. */
  async function tellSome(): Promise<void> {
    const events = (await world.events()).slice(told);
    told += events.length;
    for (const event of dice.shuffle(events)) {
      if (dice.chance(30)) continue;
      const times = dice.chance(20) ? 5 : 1;
      for (let time = 0; time < times; time += 1) await world.deliver(event);
    }
  }

  for (let done = 0; done < SIZE.payments; done += AT_ONCE) {
    const buyers = Array.from({ length: Math.min(AT_ONCE, SIZE.payments - done) }, async (_, index) => {
      if ((done + index) % FAULT_EVERY === 0) await disturb();
      await buy();
    });
    await Promise.all([...buyers, tellSome()]);
    if (dice.chance(30)) {
      world.passMinutes(1);
      await world.minute();
    }
  }
  await world.provider.faults.clear();
  await tellSome();
  for (const minutes of [2, 20, 61, 20]) {
    world.passMinutes(minutes);
    await world.minute();
  }
  const ledger = await world.ledger();
  const wrong = [
    ...(await audit(db, ledger, { productId, stock: STOCK })),
    ...(await auditWhole(db, world.provider, (address) => fileOfShop(services, address))),
  ];
  const kept = ledger.intents.filter((intent) => intent.status === "requires_capture").length;
  await world.close();
  expect(wrong, `repeat with SHOPBELL_SEED=${seed}`).toEqual([]);
  expect(kept).toBe(held);
  report({
    promise: "Payments survive lost answers, webhooks and browsers",
    tried: `${SIZE.payments} begun, ${held} cards held`,
    result: "0 lost, 0 double, 0 orphans; the auditor finds nothing",
    seed,
  });
}, 600_000);
