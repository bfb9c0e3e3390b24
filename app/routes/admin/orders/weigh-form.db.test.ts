import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { insertClosingOrders } from "#app/orders/data/closing/day-closings.server.ts";
import { NOTHING } from "#app/orders/domain/closing/counted.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { settings as storeSettings } from "#app/store/data/tables.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { actOn, orderSalmon } from "#test/weighed-orders.ts";
import { orderDetailWire } from "#app/routes/admin/api/order-wire.ts";
import * as csv from "./list-csv.ts";
import { handleOrderForm } from "./order-form.server.ts";
import { staffOrderDetail } from "./staff-order-detail.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { id: 7, email: "ana@example.com", name: "Ana", roles: ["order-admin"] };

/** As the order's page sends it; weights in grams. */
async function weigh(id: string, grams: Readonly<Record<string, string>>, confirmed?: string) {
  const form = new FormData();
  const { version } = await readOrder(shop, id);
  const fields = { order: id, version: String(version), intent: "edit", ...(confirmed === undefined ? {} : { confirmed }) };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [itemId, value] of Object.entries(grams)) form.append(`weight:g:${itemId}`, value);
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(staffContext, ANA);
  return (await handleOrderForm(form, context)).data;
}

async function detailOf(id: string) {
  const detail = await findOrderDetail(db, id);
  if (detail === undefined) throw new Error("no such order");
  return detail;
}

async function weighingOf(id: string) {
  const facts = { now: services.now(), user: ANA, settings: await readSettings(db), inKitchen: 0 };
  const { weighing } = await staffOrderDetail(db, await detailOf(id), facts);
  return weighing.map(({ name, actual }) => [name, actual]);
}

/** 500 g of salmon and as much ham, $6.00 each and 13 % tax, paid to staff. */
async function takeTwo(paidBy: "cash" | "terminal") {
  const ids = [];
  for (const name of ["Salmon", "Ham"]) ids.push(await insertProduct(db, { name, priceCents: 1200, weightUnit: "kg", weightStep: 100 }));
  const items = ids.map((productId) => ({ productId, quantity: 5, choices: [], note: "" }));
  const taken = await takeOrder(services, takenOrderOf(items, 1356, { paidBy }));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  const [salmon, ham] = await listOrderItems(db, taken.order.id);
  return { id: taken.order.id, number: taken.order.number ?? "", salmon: salmon?.id ?? "", ham: ham?.id ?? "" };
}

const CAPPED = "Salmon weighs 600 g and is charged as 500 g: no more can be charged.";

test.each([
  ["cash", "Give $0.54 back in cash.", "If you gave $0.54 back before, take it again in cash."],
  ["terminal", "Give $0.54 back on the card terminal.", "If you gave $0.54 back before, take it again on the card terminal."],
] as const)("says how much to give back, or to take again, of what was paid by %s", async (paidBy, sentence, again) => {
  const { id, number, salmon } = await takeTwo(paidBy);
  const { kind, message } = await weigh(id, { [salmon]: "460" });
  expect([kind, message]).toEqual(["done", expect.stringContaining(`${number} weighed. New total $13.02. ${sentence}`)]);
  const corrected = await weigh(id, { [salmon]: "600" });
  expect(corrected.message).toBe(`${number} weighed. New total $13.56. ${again} ${CAPPED} No email address: tell the customer yourself.`);
  expect(await readOrder(shop, id), "no more than what was paid").toMatchObject({ finalTotalCents: 1356 });
});

test("requires a confirmation for less than 70 % of the ordered weight", async () => {
  const { id, item } = await orderSalmon(shop, true);
  const message = "Salmon: 300 g instead of 500 g. New total $4.07. $2.71 goes back to the card.";
  const asked = await weigh(id, { [item.id]: "300" });
  expect(asked).toMatchObject({ orderId: id, event: "edit", kind: "confirm", message });
  expect(await weigh(id, { [item.id]: "300" }), "a second click answers nothing").toEqual(asked);
  expect(await weigh(id, { [item.id]: "310" }, asked.confirm)).toMatchObject({ kind: "confirm" });
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 678 });
  expect(await weigh(id, { [item.id]: "300" }, asked.confirm)).toMatchObject({ kind: "done" });
  expect(await readOrder(shop, id)).toMatchObject({ finalTotalCents: 407, refundedCents: 271 });
  expect((await weigh(id, { [item.id]: "350" })).message).toContain("Salmon weighs 350 g and is charged as 300 g");
});

test("requires a new confirmation of a low weight for another total", async () => {
  const { id, item } = await orderSalmon(shop, true);
  const { confirm } = await weigh(id, { [item.id]: "300" });
  expect((await actOn(shop, id, { event: "refund", request: { kind: "amount", amount: 600 }, reason: "cold" })).kind).toBe("done");
  expect(await weigh(id, { [item.id]: "300" }, confirm)).toMatchObject({ kind: "confirm", message: expect.stringContaining("$0.78 goes") });

  const open = await orderSalmon(shop, true);
  shop.armFault("error_before", "refunds.create", 2);
  expect((await actOn(shop, open.id, { event: "refund", request: { kind: "amount", amount: 5 }, reason: "cold" })).kind).toBe("pending");
  expect(await weigh(open.id, { [open.item.id]: "300" })).toMatchObject({ kind: "conflict" });
  expect((await listOrderItems(db, open.id))[0]?.weight?.actual).toBeNull();
});

test("a refunded line can no longer be weighed", async () => {
  const { id, item } = await orderSalmon(shop, true);
  expect(await weighingOf(id)).toEqual([["Salmon", ""]]);
  const request = { kind: "items", items: [{ id: item.id, quantity: null }] } as const;
  expect((await actOn(shop, id, { event: "refund", request, reason: "cold" })).kind).toBe("done");
  expect(await weighingOf(id)).toEqual([]);
});

test("an order of a closed day paid by hand explains the alternative", async () => {
  const { id, salmon } = await takeTwo("cash");
  const closingId = await storeClosedDay(db);
  await insertClosingOrders(db, closingId, [{ orderId: id, counted: NOTHING, isSale: true, capturedCents: 0, refundedCents: 0 }]);
  const { kind, message } = await weigh(id, { [salmon]: "460" });
  expect([kind, message]).toEqual(["refused", expect.stringContaining("give the difference back by hand and add a note")]);
});

/** The first order's cell under this heading, in a file whose cells before it hold no separator. */
function cellOf(file: unknown, heading: string, separator: string): string | undefined {
  const [head = "", row = ""] = String(file).trim().split("\r\n");
  return row.split(separator)[head.split(separator).indexOf(heading)];
}

test("the order file and the API include weights", async () => {
  const { id, number, salmon } = await takeTwo("cash");
  expect((await weigh(id, { [salmon]: "460" })).kind).toBe("done");
  const { data } = await openStaffPages(services).get(csv, `/admin/orders/all.csv?selected=${id}`);
  expect(cellOf(data, "number", ",")).toBe(number);
  expect(cellOf(data, "weights", ",")).toBe('"Salmon 460 g; Ham about 500 g"');
  await db.insert(storeSettings).values({ key: "CSV_FORMAT", value: "semicolon" });
  const heavy = await insertProduct(db, { name: "Brie", priceCents: 1000, weightUnit: "kg", weightStep: 1200 });
  const brie = await takeOrder(services, takenOrderOf([{ productId: heavy, quantity: 1, choices: [], note: "" }], 1356));
  if (brie.kind !== "ok") throw new Error(`refused: ${brie.kind}`);
  const semicolons = await openStaffPages(services).get(csv, `/admin/orders/all.csv?selected=${brie.order.id}`);
  expect(cellOf(semicolons.data, "weights", ";")).toBe('"Brie about 1,2 kg"');
  const { items } = await orderDetailWire(await detailOf(id), { db, user: ANA, settings: await readSettings(db), now: services.now() });
  expect(items.map(({ weight }) => weight)).toEqual([
    { unit: "kg", steps: 5, ordered: 500, actual: 460, charged: 460, paid: 460 },
    { unit: "kg", steps: 5, ordered: 500, actual: null, charged: 500, paid: 500 },
  ]);
});
