import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { payByLink } from "#app/checkout/workflows/payment-link.server.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { users } from "#app/staff/data/tables.ts";
import { insertProduct } from "#test/catalogue.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";
import { handleOrderForm } from "./order-form.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ana = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
const { token } = await tokenWith(services, ana, "orders:refund");

async function takeByLink() {
  const productId = await insertProduct(db, { stock: 5 });
  const customer = { name: "Bo Li", email: "bo@example.com", phone: "+1 416 555 1999" };
  const items = [{ productId, quantity: 2, choices: [], note: "" }];
  const taken = await takeOrder(services, takenOrderOf(items, 2260, { isByLink: true, customer }));
  if (taken.kind !== "ok") throw new Error(`refused: ${taken.kind}`);
  return taken.order;
}

const REASON = { reason: "other", text: "The payment link was cancelled." };

/** The button of the link's panel. */
async function byForm(id: string, version: number) {
  const form = new FormData();
  const fields = { intent: "cancel", order: id, version: String(version), ...REASON };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(staffContext, ana);
  const { data, init } = await handleOrderForm(form, context);
  return { status: init?.status, message: data.message };
}

async function byCall(id: string, version: number) {
  const { status, data } = await callWithToken(services, token, `/admin/api/orders/${id}/cancel`, {
    method: "POST",
    body: { version, ...REASON },
  });
  return { status, message: data?.["detail"] };
}

test.each([
  ["form", byForm, "Cancelled. The payment link no longer works."],
  ["call", byCall, undefined],
] as const)("the %s ends an order that waits for its payment link, once", async (_, cancel, message) => {
  const order = await takeByLink();
  expect(await cancel(order.id, order.version)).toEqual({ status: 200, message });
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "abandoned" });
  expect(await payByLink(services, order.publicToken)).toEqual({ kind: "ended" });
  const again = { status: 409, message: "This order does not wait for a payment any more." };
  expect(await cancel(order.id, order.version)).toEqual(again);
});

test.each([
  ["form", byForm],
  ["call", byCall],
] as const)("the %s keeps an order that was paid meanwhile", async (_, cancel) => {
  const order = await takeByLink();
  const started = await payByLink(services, order.publicToken);
  if (started?.kind !== "ok") throw new Error(`not payable: ${started?.kind}`);
  await shop.confirm(started.placed.clientSecret ?? "");
  await findOrderStatus(services, order.publicToken);
  expect(await cancel(order.id, order.version)).toMatchObject({ status: 409 });
  expect(await readOrder(shop, order.id)).toMatchObject({ status: "accepted", capturedCents: 2260, refundedCents: 0 });
});
