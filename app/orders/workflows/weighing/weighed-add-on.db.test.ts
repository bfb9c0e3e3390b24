import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { payByLink } from "#app/checkout/workflows/payment-link.server.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { settleOrder } from "#app/checkout/workflows/settle/settle-order.server.ts";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { insertOrderEvent } from "#app/orders/data/order/order-events.server.ts";
import { refunds } from "#app/orders/data/tables.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { placePaidOrder, readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { actOn, orderSalmon, OWNER } from "#test/weighed-orders.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;

async function addTo(firstId: string, priceCents: number, isByLink = false) {
  const productId = await insertProduct(db, { priceCents });
  const items = [{ productId, quantity: 1, choices: [], note: "" }];
  const total = Math.round(priceCents * 1.13);
  const taken = await takeOrder(services, takenOrderOf(items, total, { goesWith: firstId, isByLink }));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  return taken.order;
}

/** The emails of an order that name a difference, by kind. */
async function toldDifference(orderId: string) {
  const mails = await db.select({ kind: mailOutbox.kind, data: mailOutbox.data }).from(mailOutbox).where(eq(mailOutbox.orderId, orderId));
  return mails.flatMap(({ kind, data }) => {
    const { goesWith } = data as { readonly goesWith?: readonly string[] };
    const told = goesWith?.find((words) => words.startsWith("Together"));
    return told === undefined ? [] : [[kind, told.split(", ").at(-1)]];
  });
}

test("an add-on names the refund of its own swap only", async () => {
  const salmon = await orderSalmon(shop, true);
  expect((await salmon.weigh(460)).kind).toBe("done");
  expect(await toldDifference((await addTo(salmon.id, 1500)).id), "nothing was swapped").toEqual([]);

  const { id } = await placePaidOrder(shop, [1000, 600, 400]);
  expect((await actOn(shop, id, { event: "accept", minutes: 20 })).kind).toBe("done");
  const [, six, four] = await listOrderItems(db, id);
  const takeOut = async (itemId: string) => {
    const command = { event: "edit", removeItemIds: [itemId] } as const;
    expect((await applyOrderEvent(services, { orderId: id, version: null, actor: OWNER, command })).kind).toBe("done");
  };
  await takeOut(six!.id);
  const first = await addTo(id, 1000, true);
  const named = [["order_payment_link", "$6.78 is refunded and $11.30 is paid: $4.52 more in all"]];
  expect(await toldDifference(first.id)).toEqual(named);
  const begun = await payByLink(services, first.publicToken);
  if (begun?.kind !== "ok") throw new Error("no payment");
  await shop.confirm(begun.placed.clientSecret);
  await settleOrder(services, first.id);
  expect((await readOrder(shop, first.id)).status).toBe("accepted");
  expect(await toldDifference(first.id), "its later emails do not repeat it").toEqual(named);

  expect(await toldDifference((await addTo(id, 200)).id), "nothing was taken out since").toEqual([]);
  await takeOut(four!.id);
  expect(await toldDifference((await addTo(id, 200)).id)).toEqual([
    ["order_accepted", "$4.52 is refunded and $2.26 is paid: $2.26 less in all"],
  ]);
});

/** A charged order of two lines. */
async function twoLines() {
  const { id } = await placePaidOrder(shop, [1000, 600, 400]);
  expect((await actOn(shop, id, { event: "accept", minutes: 20 })).kind).toBe("done");
  const [, six, four] = await listOrderItems(db, id);
  const takeOut = async (itemId = "") => {
    const command = { event: "edit", removeItemIds: [itemId] } as const;
    expect((await applyOrderEvent(services, { orderId: id, version: null, actor: OWNER, command })).kind).toBe("done");
  };
  return { id, six: six?.id, four: four?.id, takeOut };
}

test("an add-on names no refund that the bank has sent back", async () => {
  const { id, six, four, takeOut } = await twoLines();
  await takeOut(six);
  const [lost] = await db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(desc(refunds.createdAt)).limit(1);
  for (const status of ["failed", "canceled"] as const) {
    await db
      .update(refunds)
      .set({ status })
      .where(eq(refunds.id, lost?.id ?? ""));
    expect(await toldDifference((await addTo(id, 1000)).id), status).toEqual([]);
  }
  await takeOut(four);
  expect(await toldDifference((await addTo(id, 1000)).id)).toEqual([
    ["order_accepted", "$4.52 is refunded and $11.30 is paid: $6.78 more in all"],
  ]);
});

test("later events of an earlier add-on hide no swap", async () => {
  const { id, six, takeOut } = await twoLines();
  const earlier = await addTo(id, 1000, true);
  await takeOut(six);
  // Such as its payment, or another link for it.
  const { status } = earlier;
  await insertOrderEvent(db, { orderId: earlier.id, actor: "system", event: "placed", fromStatus: status, toStatus: status });
  expect(await toldDifference((await addTo(id, 1000)).id)).toEqual([
    ["order_accepted", "$6.78 is refunded and $11.30 is paid: $4.52 more in all"],
  ]);
});
