import { expect, test } from "vitest";
import { placeOrder } from "#app/checkout/workflows/place/place-order.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { writeSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes, roundUpToMinutes } from "#app/values/time.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, checkoutOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import type { EveningSlot } from "#app/orders/domain/counter/evening-slots.ts";
import { action, loader } from "./index.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ana = openStaffPages(services);
const PATH = "/admin/orders";
const slots = async () => ((await ana.get({ loader }, PATH)).data as { live: { slots: readonly EveningSlot[] } }).live.slots;
const press = (fields: Record<string, string>) => ana.post({ action }, PATH, { intent: "live", ...fields });

test("closes and opens a time slot; a checkout for a closed one is rejected", async () => {
  await inTransaction(db, (tx) => writeSettings(tx, services.secrets, { ALLOW_SCHEDULING: true }, { userId: null, userName: "Test" }));
  const shown = await slots();
  expect(shown.length).toBeGreaterThan(8);
  const wished = shown[6];
  if (wished === undefined) throw new Error("the evening has six times");
  const cartId = await cartWith(shop, await insertProduct(db));
  const value = `${wished.startsAt.toISOString()} ${wished.endsAt.toISOString()}`;
  expect(await press({ close: value })).toMatchObject({
    status: 200,
    data: { message: "Closed: customers are offered the next free time." },
  });
  expect((await slots())[6]?.isClosed).toBe(true);
  const refused = await placeOrder(services, checkoutOf(cartId, 1130, { requestedFor: wished.startsAt }));
  expect(refused.kind).not.toBe("ok");
  await press({ reopen: value });
  expect((await slots())[6]?.isClosed).toBe(false);
  const taken = await placeOrder(services, checkoutOf(cartId, 1130, { requestedFor: wished.startsAt }));
  expect(taken.kind).toBe("ok");
  expect((await slots())[6]?.orders, "a checkout that is being paid counts").toBe(1);
  expect((await db.select().from(auditLog)).map((row) => row.action)).toEqual(expect.arrayContaining(["close-slot", "reopen-slot"]));
});

test("keeps a closed time closed on a new grid of slots, and opens it there", async () => {
  const grid = (SLOT_INTERVAL_MINUTES: number) =>
    inTransaction(db, (tx) => writeSettings(tx, services.secrets, { SLOT_INTERVAL_MINUTES }, { userId: null, userName: "Test" }));
  const valueOf = (slot: EveningSlot | undefined) => `${slot?.startsAt.toISOString()} ${slot?.endsAt.toISOString()}`;
  await grid(60);
  const hour = (await slots())[3];
  await press({ close: valueOf(hour) });
  await grid(15);
  const closed = (await slots()).filter((slot) => slot.isClosed);
  expect(closed).toHaveLength(4);
  await press({ reopen: valueOf(closed[1]) });
  expect((await slots()).filter((slot) => slot.isClosed).map(valueOf)).toEqual([closed[0], closed[2], closed[3]].map(valueOf));
  await grid(30);
  expect(
    (await slots()).filter((slot) => slot.isClosed),
    "half of a time is closed: nothing can be promised in it",
  ).toHaveLength(2);
  await grid(60);
  await press({ reopen: valueOf(hour) });
  expect((await slots()).some((slot) => slot.isClosed)).toBe(false);
});

test("a delivery pause rejects checkouts for delivery now, not pickup or later ones", async () => {
  await inTransaction(db, (tx) =>
    writeSettings(tx, services.secrets, { ENABLE_DELIVERY: true, ALLOW_SCHEDULING: true }, { userId: null, userName: "Test" }),
  );
  const address = { street: "12 King St", unit: "", city: "Toronto", province: "Ontario", postalCode: "M5V 1A1", country: "Canada" };
  const product = await insertProduct(db);
  const place = async (changes: Parameters<typeof checkoutOf>[2]) =>
    placeOrder(services, checkoutOf(await cartWith(shop, product), 1130, { address, ...changes }));
  expect((await place({ fulfillment: "delivery" })).kind).toBe("ok");
  await press({ pause_delivery: "60" });
  const refused = await place({ fulfillment: "delivery" });
  expect(refused.kind).not.toBe("ok");
  expect(JSON.stringify(refused)).toContain("Delivery is paused until");
  expect((await place({ fulfillment: "pickup" })).kind).toBe("ok");
  const later = addMinutes(roundUpToMinutes(services.now(), 60), 180);
  expect((await place({ fulfillment: "delivery", requestedFor: later })).kind).toBe("ok");
  shop.passMinutes(61);
  expect((await place({ fulfillment: "delivery" })).kind, "it ends by itself").toBe("ok");
});

test("rejects an invalid time and changes nothing", async () => {
  for (const close of [
    "now",
    "2026-11-20T23:15:00Z 2026-11-20T23:00:00Z",
    "2026-11-20T23:00:00Z 2026-11-21T23:00:00Z",
    "2026-11-20T23:00:00Z",
  ])
    expect((await press({ close })).status, close).toBe(400);
  expect((await slots()).some((slot) => slot.isClosed)).toBe(false);
});
