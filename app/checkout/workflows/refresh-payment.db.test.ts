import { expect, test } from "vitest";
import { insertProduct } from "#test/catalogue.ts";
import { beginCheckout } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { refreshPayment } from "./refresh-payment.server.ts";
import { findOrderStatus } from "./guest-order.server.ts";

const shop = await openTestShop();
const { db } = shop.services;

/** The shop with a provider whose readings are counted. */
function counted() {
  const asked: string[] = [];
  const payments = {
    async current() {
      const active = await shop.services.payments.current();
      const retrieveIntent = (id: string) => {
        asked.push(id);
        return active.gateway.retrieveIntent(id);
      };
      return { ...active, gateway: { ...active.gateway, retrieveIntent } };
    },
  };
  return { asked, services: { ...shop.services, payments } };
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test("150 concurrent refreshes of an order make two provider calls", async () => {
  const { order } = await beginCheckout(shop, await insertProduct(db), 1130);
  const { asked, services } = counted();
  // Not by the order's page, whose own reads take longer than a second on a busy machine.
  const found = await Promise.all(times(150).map(() => refreshPayment(services, order.id)));
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(["pending"]));
  expect(asked).toHaveLength(2);
});

test("shows a payment immediately, also after a recent refresh", async () => {
  const { order, clientSecret } = await beginCheckout(shop, await insertProduct(db), 1130);
  const { asked, services } = counted();
  await findOrderStatus(services, order.publicToken);
  expect(await shop.confirm(clientSecret)).toBe("requires_capture");
  const looks = await Promise.all(times(20).map(() => findOrderStatus(services, order.publicToken)));
  expect(new Set(looks.map((status) => status?.order.status))).toEqual(new Set(["received"]));
  expect(asked).toHaveLength(2);
});

test("refreshes orders independently, and again after a second", async () => {
  const { asked, services } = counted();
  const orders = await Promise.all(times(3).map(async () => beginCheckout(shop, await insertProduct(db), 1130)));
  for (const { order } of orders) await findOrderStatus(services, order.publicToken);
  expect(asked).toHaveLength(3);
  shop.passMinutes(1 / 60);
  for (const { order } of orders) await findOrderStatus(services, order.publicToken);
  expect(asked).toHaveLength(6);
});
