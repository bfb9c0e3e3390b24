import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import type { CustomerPart, ProductPart } from "#app/checkout/ui/staff/new-order-view.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { listOrderItems } from "#app/orders/data/order/find-order.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { kitchenTicketLayout } from "#app/orders/workflows/counter/kitchen-ticket-layout.server.ts";
import { answerOrderForm } from "#app/routes/shop/payment-complete/guest-action.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { US_DOLLARS } from "#app/values/money.ts";
import { insertProduct } from "#test/catalogue.ts";
import { readOrder } from "#test/paid-orders.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import { takenOrderOf } from "#test/taken-orders.ts";
import * as newOrder from "./new.tsx";
import { staffOrders } from "./staff-order.server.ts";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ANA = { id: 1, email: "ana@shop.example", name: "Ana", roles: ["order-admin"] } as const;
const ana = openStaffPages(services, "Ana", null, ["order-admin"]);
const read = async <Part>(query: string) => (await ana.get(newOrder, `/admin/orders/new?${query}`)).data as Part;

/** 500 g of salmon at $12.00 / kg, $6.00 and 13 % tax, ordered by telephone in steps of 100 g. */
async function salmon(customer = takenOrderOf([], 0).customer) {
  const productId = await insertProduct(db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: 100 });
  const take = async () => {
    const result = await takeOrder(services, takenOrderOf([{ productId, quantity: 5, choices: [], note: "" }], 678, { customer }));
    return result.kind === "ok" ? result.order.id : "";
  };
  const change = (changes: Partial<typeof products.$inferInsert>) => db.update(products).set(changes).where(eq(products.id, productId));
  return { productId, take, change, id: await take() };
}

async function ticketOf(id: string) {
  const [order, items, settings] = await Promise.all([readOrder(shop, id), listOrderItems(db, id), readSettings(db)]);
  const lines = kitchenTicketLayout({
    order,
    items,
    station: "",
    allergies: "",
    isCopy: false,
    linked: [],
    clock: shopClock(settings),
    format: US_DOLLARS,
    now: services.now(),
  });
  return lines.flatMap((line) => ("text" in line ? [line.text] : []));
}

async function lineOf(id: string) {
  const settings = await readSettings(db);
  const [view] = await staffOrders(db, [await readOrder(shop, id)], { settings, now: services.now(), user: ANA, inKitchen: 0 });
  return view?.lines[0];
}

test("board, kitchen and ticket mark a line to be weighed until it is weighed", async () => {
  const { id } = await salmon();
  const { version } = await readOrder(shop, id);
  expect(await lineOf(id)).toMatchObject({ isToWeigh: true, options: [{ kitchenName: "500 g" }] });
  expect(await ticketOf(id)).toContain("STILL TO BE WEIGHED");
  const [item] = await listOrderItems(db, id);
  const command = { event: "edit", removeItemIds: [], weights: [{ id: item?.id ?? "", weight: 460 }] } as const;
  const actor = { kind: "staff", userId: null, name: "Ben", isAdmin: false } as const;
  expect((await applyOrderEvent(services, { orderId: id, version, actor, command })).kind).toBe("done");
  expect(await lineOf(id)).toMatchObject({ isToWeigh: false, options: [{ kitchenName: "460 g" }] });
  expect(await ticketOf(id)).not.toContain("STILL TO BE WEIGHED");
});

test("a new order shows weight and price of each step, from the minimum on", async () => {
  const { productId, change } = await salmon();
  await change({ weightMin: 150, maxPerOrder: 3 });
  expect((await read<ProductPart>(`part=product&id=${productId}`)).product).toMatchObject({
    least: 2,
    weights: [
      { text: "0 g", price: 0 },
      { text: "100 g", price: 120 },
      { text: "200 g", price: 240 },
      { text: "300 g", price: 360 },
    ],
  });
});

test("the usual order keeps its weight when the steps change", async () => {
  const { take, change, id } = await salmon({ name: "Mia Fox", email: "", phone: "+1 416 555 9911" });
  await take();
  await change({ weightStep: 250 });
  const { customerId } = await readOrder(shop, id);
  const { customer } = await read<CustomerPart>(`part=customer&id=${customerId}`);
  expect(customer?.usual).toMatchObject([{ kind: "usual", times: 2, lines: [{ name: "Salmon", details: "", quantity: 2, least: 1 }] }]);
  expect(customer?.usual[0]?.lines[0]?.stepTexts?.[2]).toBe("500 g");
});

test.each([
  [{ isHidden: false }, "500 kg", []],
  [{ weightStep: 250 }, "500 kg", []],
  [{ weightStep: 200 }, "600 kg", ["Salmon is now 600 g (500 g before)."]],
  [{ weightMin: 800 }, "800 kg", ["Salmon is now 800 g (500 g before)."]],
  [{ priceCents: 1300 }, "500 kg", ["Salmon is now $13.00 / kg ($12.00 / kg before)."]],
  [{ weightUnit: null }, "1", ["Salmon is now $12.00 ($12.00 / kg before).", "Salmon is now 1 (500 g before)."]],
] as const)("ordering again keeps the weight after %o", async (changes, ordered, notices) => {
  const { id, change } = await salmon();
  await change(changes);
  const { publicToken } = await readOrder(shop, id);
  const info = { id: "test", method: "POST", clientAddress: "127.0.0.1", nonce: "" };
  const request = new Request(new URL("/payment-complete.data", services.env.publicUrl), {
    method: "POST",
    body: new URLSearchParams({ intent: "reorder" }),
  });
  const answer = await answerOrderForm(request, publicToken, services, info);
  const headers = answer instanceof Response ? answer.headers : new Headers(answer.init?.headers);
  expect(answer instanceof Response ? [] : answer.data.changes).toEqual(notices);
  const cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const cartId = await readCartId(new Request(request.url, { headers: { Cookie: cookie } }), services);
  const { lines } = (await getCart(services, cartId)).priced;
  expect(lines.map(({ weight, quantity }) => (weight ? `${weight.ordered} ${weight.unit}` : String(quantity)))).toEqual([ordered]);
});
