import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { productVariants } from "#app/catalogue/data/variants/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import type { CustomerPart, CustomersPart, MenuPart, NewOrderAnswer, ProductPart } from "#app/checkout/ui/staff/new-order-view.ts";
import { customers } from "#app/orders/data/customers/tables.ts";
import { orders } from "#app/orders/data/tables.ts";
import { insertProduct, insertSizedProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as newOrder from "./new.tsx";

const shop = await openTestShop();
const { services } = shop;
const { db } = services;
const ana = openStaffPages(services, "Ana", null, ["order-admin"]);
const PATH = "/admin/orders/new";
const soup = await insertProduct(db, { name: "Soup" });

const read = async <Part>(query: string) => (await ana.get(newOrder, `${PATH}?${query}`)).data as Part;

async function send(intent: string, order: unknown, key = "key") {
  const { status, data } = await ana.post(newOrder, PATH, { intent, key, order: JSON.stringify(order) });
  return { status, answer: data as NewOrderAnswer };
}

const draft = (productId: number) => ({
  items: [{ productId, quantity: 2, customizations: [], note: "" }],
  fulfillment: "pickup",
  customer: { email: "", phone: "416" },
});

const order = (changes: Readonly<Record<string, unknown>> = {}) => ({
  source: "telephone",
  customer: { name: "Ruth Lee", phone: "416 555 4321", email: "" },
  items: [{ productId: soup, quantity: 2, customizations: [], note: "" }],
  fulfillment: "pickup",
  minutes: 20,
  payment: "cash",
  expectedTotal: 22.6,
  ...changes,
});

test("opens with the menu, and prices an incomplete order", async () => {
  expect(await read("")).toMatchObject({ part: "page", menu: { products: [{ id: soup, name: "Soup", price: 1000, unavailable: "" }] } });
  expect((await read<MenuPart>("part=menu&q=nothing")).products).toEqual([]);
  const { status, answer } = await send("price", draft(soup));
  expect(status).toBe(200);
  expect(answer).toMatchObject({ kind: "priced", priced: { totals: { finalTotal: 2260 }, problems: [] } });
});

test("finds an exact SKU or barcode first, for Enter", async () => {
  const [tea, hidden] = [
    await insertProduct(db, { name: "Tea", sku: "TEA-1", barcode: "036000291452" }),
    await insertProduct(db, { sku: "OLD", isHidden: true }),
  ];
  for (const q of ["tea-1", "036000291452", "0 36000 29145 2", "0036000291452"])
    expect(await read<MenuPart>(new URLSearchParams({ part: "menu", q }).toString()), q).toMatchObject({
      coded: [{ id: tea, optionIds: [] }],
      total: 1,
      products: [{ id: tea }],
    });
  expect(await read<MenuPart>("part=menu&q=tea"), "a part of a code is none").toMatchObject({ coded: [], products: [{ id: tea }] });
  expect(await read<MenuPart>("part=menu&q=old"), "a hidden product is not sold").toMatchObject({ coded: [], products: [] });
  const mint = await insertProduct(db, { name: "Mint tea", barcode: "036000291452" });
  expect((await read<MenuPart>("part=menu&q=036000291452")).coded, "a barcode of two products").toEqual([
    { id: tea, optionIds: [] },
    { id: mint, optionIds: [] },
  ]);
  await db.delete(products).where(inArray(products.id, [tea, hidden, mint]));
});

test("finds a variant by its SKU or barcode, with the options to choose", async () => {
  const { productId, optionIds, variantIds } = await insertSizedProduct(db, { Small: null, Large: 2 }, { name: "Shirt" });
  const [, large = 0] = variantIds;
  await db.update(productVariants).set({ sku: "SHIRT-L", barcode: "4006381333931" }).where(eq(productVariants.id, large));
  for (const q of ["shirt-l", "4006381333931"])
    expect(await read<MenuPart>(new URLSearchParams({ part: "menu", q }).toString()), q).toMatchObject({
      coded: [{ id: productId, optionIds: [optionIds[1]] }],
      products: [{ id: productId }],
    });
  await db.delete(products).where(eq(products.id, productId));
});

test("loads a product's questions", async () => {
  const { id, optionIds } = await insertTemplate(db, { title: "Size", minSelect: 1, maxSelect: 1 }, [{ name: "Large" }]);
  const pizza = await insertProduct(db, { name: "Pizza" });
  await linkTemplate(db, pizza, id);
  const { product } = await read<ProductPart>(`part=product&id=${pizza}`);
  expect(product).toMatchObject({ name: "Pizza", groups: [{ title: "Size", options: [{ id: optionIds[0], name: "Large" }] }] });
  expect(await read("part=product&id=99999")).toEqual({ part: "product", product: null });
  const { answer } = await send("price", draft(pizza));
  expect(answer).toMatchObject({ priced: { problems: [{ code: "choices" }] } });
});

test("places an order once, and finds its customer with the usual order", async () => {
  const first = await send("place", order());
  expect(first).toMatchObject({ status: 200, answer: { kind: "placed", number: "A-001" } });
  expect(await send("place", order())).toEqual(first);
  const id = first.answer.kind === "placed" ? first.answer.id : "";
  expect(await send("place", order({ minutes: 30 }))).toMatchObject({
    status: 409,
    answer: { kind: "entered", id, number: "A-001", message: expect.stringMatching(/^Order A-001 was entered/) as string },
  });
  expect(await send("place", order(), "another-key")).toMatchObject({ status: 200, answer: { number: "A-002" } });
  expect((await read<CustomersPart>("part=customers&q=43")).customers).toEqual([]);
  const [found] = (await read<CustomersPart>("part=customers&q=432")).customers;
  expect(found).toMatchObject({ name: "Ruth Lee", phone: "416 555 4321" });
  await db.update(customers).set({ isBlocked: true, blockedReason: "Did not pay" }).where(eq(customers.name, "Ruth Lee"));
  const { customer } = await read<CustomerPart>(`part=customer&id=${found?.id}`);
  expect(customer).toMatchObject({
    isBlocked: true,
    blockedReason: "Did not pay",
    usual: [{ kind: "usual", times: 2, fulfillment: "pickup", lines: [{ productId: soup, name: "Soup", quantity: 2 }] }],
  });
  const clerk = openStaffPages(services, "Cleo", null, [], ["orders"]);
  expect((await clerk.get(newOrder, `${PATH}?part=customers&q=432`)).data, "without the customers").toMatchObject({ customers: [] });
  expect((await clerk.get(newOrder, `${PATH}?part=customer&id=${found?.id}`)).data).toEqual({ part: "customer", customer: null });
  expect(await read("part=customer&id=99999")).toEqual({ part: "customer", customer: null });
  expect(await db.$count(orders, eq(orders.source, "telephone"))).toBe(2);
});

test("returns the change for cash", async () => {
  const placed = async (changes: Readonly<Record<string, unknown>>, key: string) => (await send("place", order(changes), key)).answer;
  expect(await placed({ given: 50 }, "with-cash")).toMatchObject({ kind: "placed", change: "$27.40" });
  expect(await placed({}, "without-cash")).toMatchObject({ kind: "placed", change: "" });
});

test.each([
  ["name", { customer: { name: "", phone: "416 555 4321", email: "" } }, 422],
  ["phone", { customer: { name: "Ruth", phone: "", email: "" } }, 422],
  ["phone", { customer: { name: "Ruth", phone: "call", email: "" } }, 422],
  ["email", { customer: { name: "Ruth", phone: "416 555 4321", email: "ruth@" } }, 422],
  ["street", { fulfillment: "delivery", address: { street: "", city: "Toronto", postal_code: "M5V 1A1" } }, 422],
  ["items", { items: [] }, 422],
  ["", { expectedTotal: 1 }, 409],
])("refuses an order with a wrong %s next to the field", async (field, changes, status) => {
  const refused = await send("place", order(changes), crypto.randomUUID());
  expect(refused.status).toBe(status);
  expect(refused.answer).toMatchObject({ kind: "refused", errors: field === "" ? {} : { [field]: expect.any(String) as string } });
});

test("says why an order cannot be priced", async () => {
  const many = { ...draft(soup), items: [draft(soup).items[0], draft(soup).items[0]].map((item) => ({ ...item, quantity: 60 })) };
  for (const wrong of [many, { ...draft(soup), items: [{ productId: soup, quantity: 1000 }] }])
    expect(await send("price", wrong)).toMatchObject({
      status: 422,
      answer: { kind: "refused", message: expect.stringMatching(/./) as string },
    });
});

test("suggests minutes and names the taxes with each price", async () => {
  const priced = async () => {
    const { answer } = await send("price", draft(soup));
    return answer.kind === "priced" ? answer.priced : null;
  };
  const before = await priced();
  expect(before).toMatchObject({ taxes: [{ label: "Tax 13%", amount: 260 }] });
  for (let count = 0; count < 5; count += 1) await send("place", order(), `kitchen-${count}`);
  expect((await priced())?.minutes).toBe((before?.minutes ?? 0) + 5);
});

test("rejects invalid forms", async () => {
  const broken = await ana.post(newOrder, PATH, { intent: "place", key: "k", order: "{" });
  expect(broken.status).toBe(422);
  expect(await ana.post(newOrder, PATH, { intent: "price", order: "" })).toMatchObject({ status: 422 });
});

test("only users who may give a discount can, with a reason", async () => {
  const boss = openStaffPages(services, "Boss", null, ["manager"]);
  const sendAs = async (staff: typeof ana, discount: unknown) => {
    const body = order({ customer: { name: "Lee", phone: "416 555 9871", email: "" }, discount, expectedTotal: 20.34 });
    const { status, data } = await staff.post(newOrder, PATH, { intent: "place", key: crypto.randomUUID(), order: JSON.stringify(body) });
    return { status, answer: data as NewOrderAnswer };
  };
  expect((await boss.get(newOrder, PATH)).data).toMatchObject({ mayDiscount: true });
  expect(await read("")).toMatchObject({ mayDiscount: false });
  expect(await sendAs(ana, { percent: 10, reason: "Cold soup" })).toMatchObject({ status: 403, answer: { kind: "refused" } });
  expect(await sendAs(boss, { percent: 10, reason: "" })).toMatchObject({
    status: 422,
    answer: { errors: { reason: expect.any(String) as string } },
  });
  expect(await sendAs(boss, { percent: 10, reason: "Cold soup" })).toMatchObject({ status: 200, answer: { kind: "placed" } });
});
