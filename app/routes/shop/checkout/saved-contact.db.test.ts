import { expect, test } from "vitest";
import { keepMyOrdersSession } from "#app/http/cookies/my-orders-cookie.server.ts";
import { serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { endMyOrders, openMyOrders, requestMyOrders, sendMyOrdersLink } from "#app/orders/workflows/customers/my-orders.server.ts";
import { MY_ORDERS_QUEUE } from "#app/orders/workflows/customers/my-orders.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { createVisitor } from "#test/call-route.ts";
import { addressValues, type CheckoutView } from "#app/checkout/ui/checkout-view.ts";
import * as route from "./index.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
await db.insert(settings).values({ key: "ENABLE_DELIVERY", value: true });

const HOME = { street: "12 King St", unit: "4", city: "Toronto", province: "ON", postalCode: "M5V 1A1", country: "Canada" };
const WORK = { ...HOME, street: "1 Bay St", unit: "", postalCode: "M5J 2X8" };
const THEIRS = { ...HOME, street: "99 Queen St" };

const deliveredTo = (email: string, address: typeof HOME, day: string, changes = {}) =>
  storeOrder(db, {
    fulfillment: "delivery",
    address,
    customerEmail: email,
    emailKey: email.replace("+x", ""),
    customerName: "Ana Pérez",
    customerPhone: "416 555 0134",
    placedAt: new Date(`2026-11-${day}T18:00:00Z`),
    ...changes,
  });

/** The token of a session that shows the orders of this email. */
async function openSession(email: string): Promise<string> {
  const tokens: string[] = [];
  await requestMyOrders(services, { email, emailKey: email });
  const { rows } = await db.$client.query<{ id: string }>("delete from pgboss.job where name = $1 returning data ->> 'id' as id", [
    MY_ORDERS_QUEUE.name,
  ]);
  for (const { id } of rows)
    await sendMyOrdersLink(db, id, services.now(), (_tx, { token }) => {
      tokens.push(token);
      return Promise.resolve();
    });
  const session = await openMyOrders(db, tokens[0] ?? "", services.now());
  if (session === null) throw new Error("the link did not open");
  return session;
}

/** A browser with a cart; null: without a session. */
async function browserOf(session: string | null) {
  const cartId = await cartWith(shop, await insertProduct(db, { priceCents: 1000 }), 2);
  const cookies = [await serializeCartId(cartId, services), ...(session === null ? [] : [await keepMyOrdersSession(session, services)])];
  const headers = { Cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") };
  const visitor = createVisitor(services);
  return {
    cartId,
    look: async () => {
      const answer = await visitor.call(route, "GET", "/checkout", { headers });
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      return (await answer.json()) as CheckoutView;
    },
    send: (fields: Record<string, string>) =>
      visitor.call(route, "POST", "/checkout", {
        rawBody: new URLSearchParams({ intent: "update", ...fields }).toString(),
        headers: { ...headers, "Content-Type": "application/x-www-form-urlencoded" },
      }),
  };
}

await deliveredTo("ana@example.com", WORK, "18");
await deliveredTo("ana@example.com", HOME, "20");
await deliveredTo("ana@example.com", { ...HOME, street: "12 KING ST " }, "19");
await deliveredTo("Bo@example.com", THEIRS, "21");
// Joined to the same customer by telephone number or by a tag in the address; neither is proved.
await deliveredTo("ana+x@example.com", THEIRS, "22");

test("offers the verified email's addresses, latest first, and prefills the form", async () => {
  const { look, cartId } = await browserOf(await openSession("ana@example.com"));
  const view = await look();
  expect(view.savedAddresses).toEqual([HOME, WORK]);
  expect(view).toMatchObject({
    isPrefilled: true,
    draft: { email: "ana@example.com", name: "Ana Pérez", phone: "416 555 0134", ...HOME },
  });
  expect(JSON.stringify(view)).not.toContain("99 Queen St");
  expect((await getCart(services, cartId)).source.draft, "looking stores nothing").toEqual({});
});

test("keeps typed values, and only offers an address with another postal code", async () => {
  const session = await openSession("ana@example.com");
  const typed = await browserOf(session);
  await typed.send({ email: "me@example.com", name: "Me", phone: "", fulfillment: "delivery", ...addressValues(THEIRS) });
  expect(await typed.look()).toMatchObject({
    isPrefilled: false,
    draft: { email: "me@example.com", name: "Me", phone: "", ...THEIRS },
    savedAddresses: [HOME, WORK],
  });
  const contactOnly = await browserOf(session);
  await contactOnly.send({ email: "me@example.com", name: "", phone: "", fulfillment: "pickup" });
  expect(await contactOnly.look()).toMatchObject({ isPrefilled: true, draft: { email: "me@example.com", name: "", ...HOME } });
});

test("offers and fills nothing without a session, or after it ended", async () => {
  const session = await openSession("ana@example.com");
  const browsers = [await browserOf(null), await browserOf("A".repeat(43)), await browserOf(session)];
  await endMyOrders(db, session);
  for (const { look, send, cartId } of browsers) {
    expect(await look()).toMatchObject({ savedAddresses: [], isPrefilled: false, draft: { email: "", name: "", street: "" } });
    await send({ fulfillment: "delivery", ...addressValues(THEIRS), saved_address: addressLine(HOME) });
    expect((await getCart(services, cartId)).source.draft.address).toEqual(THEIRS);
  }
});

test("without JavaScript a chosen address of the verified email replaces the typed one", async () => {
  const { look, send } = await browserOf(await openSession("ana@example.com"));
  await send({ fulfillment: "delivery", ...addressValues(HOME), saved_address: addressLine(WORK) });
  expect(await look()).toMatchObject({ isPrefilled: false, draft: WORK });
  await send({ fulfillment: "delivery", ...addressValues(HOME), saved_address: addressLine(THEIRS) });
  expect(await look()).toMatchObject({ draft: HOME });
});
