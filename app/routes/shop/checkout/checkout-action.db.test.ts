import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { serializeCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orderItems } from "#app/orders/data/tables.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { insertProduct } from "#test/catalogue.ts";
import { cartWith, orderOf } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { answerCheckoutForm } from "./checkout-action.server.ts";

const shop = await openTestShop();
const { services } = shop;
await services.db.insert(settings).values({ key: "ALLOW_TIP", value: true });

const CONTACT = { email: "ana@example.com", name: "Ana Lima", phone: "", fulfillment: "pickup", when: "asap", attempt: "page-1" };

/** Posts the form without script, as the browser that owns the cart; answers where it is sent on to, or what the page says. */
async function send(cartId: string | null, fields: Readonly<Record<string, string>> | string[][], path = "/checkout") {
  const headers: HeadersInit = cartId === null ? {} : { Cookie: (await serializeCartId(cartId, services)).split(";")[0] ?? "" };
  const answer = await answerCheckoutForm(
    new Request(`http://localhost:3000${path}`, { method: "POST", body: new URLSearchParams(fields), headers }),
    services,
    { id: "test", method: "POST", clientAddress: "127.0.0.1", nonce: "" },
  );
  return answer instanceof Response ? { location: answer.headers.get("Location") } : { status: answer.init?.status ?? 200, ...answer.data };
}

async function newCart(): Promise<string> {
  return cartWith(shop, await insertProduct(services.db, { priceCents: 1000 }), 2);
}

test("saves a half-filled form, and choices change the price", async () => {
  const cartId = await newCart();
  expect(
    await send(cartId, {
      ...CONTACT,
      intent: "update",
      name: "",
      fulfillment: "delivery",
      street: "12 King St",
      city: "Toronto",
      postal_code: "M5V 1A1",
    }),
  ).toEqual({ location: "/checkout" });
  const { source } = await getCart(services, cartId);
  expect(source).toMatchObject({
    fulfillment: "delivery",
    postalCode: "M5V 1A1",
    draft: { email: "ana@example.com", address: { street: "12 King St" } },
  });
  await send(cartId, { ...CONTACT, intent: "update" });
  expect((await getCart(services, cartId)).source.draft.address).toMatchObject({ street: "12 King St" });
});

test("a ticked marketing box stays ticked until the order; the next order asks again", async () => {
  await services.db.insert(settings).values({ key: "ASK_MARKETING_CONSENT", value: true });
  const cartId = await newCart();
  const draft = async () => (await getCart(services, cartId)).source.draft;
  await send(cartId, { ...CONTACT, intent: "update", marketing_consent: "on" });
  expect(await draft()).toMatchObject({ wantsNews: true });
  const placed = await send(cartId, { ...CONTACT, intent: "place", expectedTotal: "2260", marketing_consent: "on" });
  expect(placed).toMatchObject({ location: expect.stringContaining("/pay/") as string });
  expect(await draft()).not.toHaveProperty("wantsNews");
  await services.db.delete(settings).where(eq(settings.key, "ASK_MARKETING_CONSENT"));
});

test("a preselected time is not kept when the customer changes to delivery or pickup", async () => {
  const cartId = await newCart();
  const choose = async (fulfillment: string, when: string) => {
    await send(cartId, { ...CONTACT, intent: "update", fulfillment, when, requested_for: "2026-11-21T18:00:00.000Z" }, "/checkout.data");
    const { source } = await getCart(services, cartId);
    return [source.fulfillment, source.requestedFor?.toISOString() ?? null];
  };
  expect(await choose("delivery", "asap")).toEqual(["delivery", null]);
  expect(await choose("pickup", "later")).toEqual(["pickup", null]);
  expect(await choose("pickup", "later")).toEqual(["pickup", "2026-11-21T18:00:00.000Z"]);
  expect(await choose("delivery", "later"), "a chosen time is kept").toEqual(["delivery", "2026-11-21T18:00:00.000Z"]);
});

test("reports one invalid choice without blocking others; removes control characters", async () => {
  const cartId = await newCart();
  const wrong = {
    ...CONTACT,
    intent: "update",
    name: "A\u0007na",
    fulfillment: "delivery",
    when: "later",
    requested_for: "soon",
    tip: "own",
  };
  expect(await send(cartId, { ...wrong, tipAmount: "lots" })).toMatchObject({
    status: 422,
    errors: {
      requested_for: "Send the time as a time with its zone, such as 2026-03-08T18:30:00Z.",
      tipAmount: "Enter the tip with at most two decimals, such as 12.50.",
    },
  });
  expect((await getCart(services, cartId)).source).toMatchObject({
    fulfillment: "delivery",
    tip: { kind: "none" },
    draft: { name: "Ana" },
  });
  await send(cartId, { ...CONTACT, intent: "update", tip: "15" });
  expect((await getCart(services, cartId)).source.tip).toEqual({ kind: "percentage", percentage: 15 });
});

test("stores no tip as a choice; shows an invalid one as typed", async () => {
  const cartId = await newCart();
  await send(cartId, { ...CONTACT, intent: "update" });
  expect((await getCart(services, cartId)).source.tip).toEqual({ kind: "none" });
  await send(cartId, { ...CONTACT, intent: "update", tip: "none" });
  expect((await getCart(services, cartId)).source.tip).toEqual({ kind: "none", isChosen: true });
  expect(await send(cartId, { ...CONTACT, intent: "place", tip: "own", tipAmount: "lots" })).toMatchObject({
    status: 422,
    typedTip: { tip: "own", amount: "lots" },
  });
});

test("rejects a tip above the maximum at its field", async () => {
  const cartId = await newCart();
  for (const intent of ["update", "place"]) {
    const answer = await send(cartId, { ...CONTACT, intent, tip: "own", tipAmount: "100", expectedTotal: "2260" });
    expect(answer).toMatchObject({ status: 422, errors: { tipAmount: "A tip for this order is at most $20.00." } });
  }
  expect((await getCart(services, cartId)).source.tip).toEqual({ kind: "none" });
  expect(await send(cartId, { ...CONTACT, intent: "update", tip: "own", tipAmount: "20" })).toEqual({ location: "/checkout" });
});

test("ordering opens the card page, and the same page twice is one order", async () => {
  const cartId = await newCart();
  const fields = { ...CONTACT, intent: "place", expectedTotal: "2260" };
  const first = await send(cartId, fields);
  expect(first).toEqual(await send(cartId, fields));
  const url = new URL(String("location" in first && first.location), "http://localhost");
  expect(url.pathname).toMatch(/^\/_simulator\/stripe\/pay\/pi_/);
  const complete = new URL(url.searchParams.get("return_url") ?? "", "http://localhost");
  const order = await orderOf(services.db, complete.searchParams.get("order") ?? "");
  expect(order).toMatchObject({ status: "awaiting_payment", customerName: "Ana Lima", finalTotalCents: 2260 });
});

test("reports missing fields and orders nothing", async () => {
  const answer = await send(await newCart(), { ...CONTACT, intent: "place", email: "ana@", name: "", expectedTotal: "2260" });
  expect(answer).toMatchObject({
    status: 422,
    ok: false,
    errors: { email: "Enter an email address such as ana@example.com.", name: "Enter your name." },
  });
});

test("reports a changed total with both amounts before ordering", async () => {
  const answer = await send(await newCart(), { ...CONTACT, intent: "place", expectedTotal: "2000" });
  expect(answer).toMatchObject({ status: 422, message: expect.stringContaining("from $20.00 to $22.60") });
});

test("refuses a blocked customer in the form and keeps the cart", async () => {
  const { order } = await storeOrder(services.db, { emailKey: "blocked@example.com", phoneKey: "" });
  await services.db
    .update(customers)
    .set({ isBlocked: true })
    .where(eq(customers.id, order.customerId ?? 0));
  const cartId = await newCart();
  const answer = await send(cartId, { ...CONTACT, email: "Blocked@example.com", intent: "place", expectedTotal: "2260" });
  expect(answer).toMatchObject({ status: 422, ok: false, message: expect.stringContaining("We can’t take this order online.") });
  expect((await getCart(services, cartId)).priced.lines).toHaveLength(1);
});

test("shows nothing to check out without a cart", async () => {
  expect(await send(null, { ...CONTACT, intent: "place" })).toEqual({ location: "/cart" });
});

test("orders the free item chosen in the form, with the allergy note", async () => {
  const [cola, latte] = [await insertProduct(services.db, { name: "Cola" }), await insertProduct(services.db, { name: "Latte" })];
  const values = {
    name: "Drink",
    title: "A free drink",
    status: "active",
    trigger: "automatic",
    condition: { type: "all", of: [] },
    actionKind: "free-item",
    actionParams: { productIds: [cola, latte], quantity: 1 },
  } as const;
  const [offer] = await services.db.insert(promotions).values(values).returning({ id: promotions.id });
  const cartId = await newCart();
  const chosen = { ...CONTACT, [`gift-${offer!.id}`]: String(latte) };
  expect(await send(cartId, { ...chosen, intent: "update" })).toEqual({ location: "/checkout" });
  expect((await getCart(services, cartId)).priced.freeItems).toMatchObject([{ name: "Latte" }]);
  // A word that names nothing changes nothing.
  await send(cartId, { ...CONTACT, intent: "update", [`gift-${offer!.id}`]: "x", "gift-x": "1" });
  expect((await getCart(services, cartId)).priced.freeItems).toMatchObject([{ name: "Latte" }]);
  // However often a form names it, it is one change.
  const { version } = (await getCart(services, cartId)).source;
  const gift = `gift-${offer!.id}`;
  const repeated = Array.from({ length: 300 }, (_, index) => [
    [gift, String(index % 2 === 0 ? cola : latte)],
    [`gift-${9000 + index}`, "1"],
  ]);
  await send(cartId, [...Object.entries({ ...CONTACT, intent: "update" }), ...repeated.flat()]);
  const after = await getCart(services, cartId);
  expect(after.source.version).toBe(version + 1);
  expect(after.priced.freeItems).toMatchObject([{ name: "Cola" }]);
  const placed = await send(cartId, { ...chosen, allergy_note: "Peanuts", intent: "place", expectedTotal: "2260" });
  const complete = new URL(
    new URL(String("location" in placed && placed.location), "http://localhost").searchParams.get("return_url") ?? "",
    "http://localhost",
  );
  const order = await orderOf(services.db, complete.searchParams.get("order") ?? "");
  expect(order.allergyNote).toBe("Peanuts");
  const items = await services.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  expect(items.filter((item) => item.isFreeItem).map((item) => item.productId)).toEqual([latte]);
  await services.db.update(promotions).set({ status: "paused" });
});

test("the postal code's area sets the delivery fee and the minimum order", async () => {
  const areas = [
    { name: "Town", prefixes: "M", fee: "5.00", freeAbove: "", minOrder: "24.20", minutes: "90" },
    { name: "Next door", prefixes: "M5V", fee: "2.00", freeAbove: "20.00", minOrder: "", minutes: "25" },
  ];
  await services.db.insert(settings).values([
    { key: "ENABLE_DELIVERY", value: true },
    { key: "DELIVERY_AREAS", value: areas },
  ]);
  const cartId = await newCart();
  const to = (postal_code: string) => ({
    ...CONTACT,
    phone: "416 555 0134",
    fulfillment: "delivery",
    street: "12 King St",
    city: "Toronto",
    postal_code,
  });
  await send(cartId, { ...to("m6k 1a1"), intent: "update" });
  const far = await getCart(services, cartId);
  expect(far.priced).toMatchObject({
    deliveryFee: 500,
    problems: [{ code: "min_order", message: "Add $4.20 to reach the minimum of $24.20 for delivery." }],
  });
  expect(far.slots.settings.prepMinutes.delivery).toBe(90);
  expect(await send(cartId, { ...to("M6K 1A1"), intent: "place", expectedTotal: String(far.priced.finalTotal) })).toMatchObject({
    status: 422,
    message: "Add $4.20 to reach the minimum of $24.20 for delivery.",
  });
  await send(cartId, { ...to("M5V 1A1"), intent: "update" });
  const near = await getCart(services, cartId);
  expect(near.priced).toMatchObject({ deliveryFee: 0, problems: [] });
  // The form may name any total: what it costs is what the area of the address that is sent says.
  expect(await send(cartId, { ...to("L4Z 1A1"), intent: "place", expectedTotal: String(near.priced.finalTotal) })).toMatchObject({
    status: 422,
  });
  const placed = await send(cartId, { ...to("m5v1a1"), intent: "place", expectedTotal: String(near.priced.finalTotal) });
  expect("location" in placed && placed.location).toContain("/pay/");
  await services.db.delete(settings).where(inArray(settings.key, ["ENABLE_DELIVERY", "DELIVERY_AREAS"]));
});
