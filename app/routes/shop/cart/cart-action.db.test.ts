import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CartAnswer } from "#app/cart/ui/cart-answer.ts";
import { getCart } from "#app/cart/workflows/change-cart.server.ts";
import { settings } from "#app/store/data/tables.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { insertProduct, insertTemplate, linkTemplate } from "#test/catalogue.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { promotions } from "#app/promotions/data/tables.ts";
import { products } from "#app/catalogue/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { answerCartForm } from "./cart-action.server.ts";

const { services } = await openTestShop();
const { db } = services;
await db.insert(settings).values({ key: "ALLOW_TIP", value: true });
let addresses = 0;

/** One browser that posts forms of the cart, with or without script. */
function browser() {
  let cookie = "";
  const address = `192.0.2.${(addresses += 1)}`;
  const send = async (path: string, fields: readonly (readonly [string, string])[]) => {
    const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value]));
    const request = new Request(`http://localhost:3000${path}`, { method: "POST", body, headers: cookie === "" ? {} : { Cookie: cookie } });
    const answer = await answerCartForm(request, services, { id: "test", method: "POST", clientAddress: address, nonce: "" });
    const headers = new Headers(answer instanceof Response ? answer.headers : answer.init?.headers);
    const [set] = headers.getSetCookie();
    if (set !== undefined) cookie = set.split(";")[0] ?? "";
    return answer;
  };
  return {
    /** A plain form: where it is sent on to, or its status. */
    async plain(...fields: (readonly [string, string])[]) {
      const answer = await send("/cart", fields);
      return answer instanceof Response ? (answer.headers.get("Location") ?? "") : (answer.init?.status ?? 200);
    },
    async scripted(...fields: (readonly [string, string])[]): Promise<CartAnswer> {
      const answer = await send("/cart.data", fields);
      if (answer instanceof Response) throw new Error("a script got a redirect");
      return answer.data;
    },
    async cart() {
      return getCart(services, await readCartId(new Request("http://localhost:3000/", { headers: { Cookie: cookie } }), services));
    },
  };
}

const add = (productId: number, ...more: (readonly [string, string])[]) =>
  [["intent", "add"], ["productId", String(productId)], ...more] as (readonly [string, string])[];

test("a plain form creates the cart and redirects to it; a script gets the data", async () => {
  const soup = await insertProduct(db, { name: "Soup", priceCents: 700 });
  const visitor = browser();
  expect(await visitor.plain(...add(soup, ["quantity", "2"]))).toBe("/cart");
  expect(await visitor.scripted(...add(soup))).toMatchObject({ ok: true, badge: 3, added: { name: "Soup", quantity: 1, unitPrice: 700 } });
  expect((await visitor.cart()).priced.lines).toMatchObject([{ name: "Soup", quantity: 3 }]);
});

test("invalid choices lead back to the product with all input", async () => {
  const bowl = await insertProduct(db, { name: "Bowl" });
  const template = await insertTemplate(db, { minSelect: 1, maxSelect: 1 }, [{}, {}]);
  await linkTemplate(db, bowl, template.id);
  const visitor = browser();
  const location = await visitor.plain(...add(bowl, ["quantity", "2"], ["note", "no salt"]));
  const url = new URL(String(location), "http://localhost");
  expect(url.pathname).toBe(`/products/${bowl}`);
  expect(Object.fromEntries(url.searchParams)).toEqual({ quantity: "2", note: "no salt", problem: "required" });
  expect(await visitor.scripted(...add(bowl))).toMatchObject({ ok: false, problems: [{ code: "required" }] });
});

test("a removed line can be restored, with and without JavaScript", async () => {
  const tea = await insertProduct(db, { name: "Tea" });
  const visitor = browser();
  await visitor.plain(...add(tea, ["quantity", "2"], ["note", "hot"]));
  const [line] = (await visitor.cart()).priced.lines;
  const answer = await visitor.scripted(["intent", "remove"], ["itemId", line?.id ?? ""]);
  expect(answer).toMatchObject({ ok: true, badge: 0, removed: { productId: tea, quantity: 2, note: "hot" } });
  expect(await visitor.plain(["intent", "undo"], ["productId", String(tea)], ["quantity", "2"], ["note", "hot"])).toBe("/cart");
  const [back] = (await visitor.cart()).priced.lines;
  expect(back).toMatchObject({ quantity: 2, note: "hot" });
  expect(await visitor.plain(["intent", "remove"], ["itemId", back?.id ?? ""])).toBe(`/cart?removed=${tea}&quantity=2&note=hot`);
});

test("a code that applies says what was saved; an unknown one says so and is not kept", async () => {
  const cake = await insertProduct(db, { name: "Cake", priceCents: 2000 });
  await insertCoupon(db, "TENTH");
  const visitor = browser();
  await visitor.plain(...add(cake));
  const applied = await visitor.scripted(["intent", "coupon-add"], ["code", "tenth"]);
  expect((await visitor.cart()).priced.promotionDiscount).toBe(300);
  expect(applied).toMatchObject({ ok: true, isGoodNews: true, said: "Coupon applied! You saved $3.00" });
  expect(await visitor.scripted(["intent", "coupon-add"], ["code", "NOPE"])).toMatchObject({
    ok: true,
    isGoodNews: false,
    said: "No applicable promotions found for this coupon code",
  });
  expect((await visitor.cart()).source.couponCodes).toEqual(["tenth"]);
  expect(await visitor.scripted(["intent", "coupon-add"], ["code", "Tenth "])).toMatchObject({
    ok: true,
    isGoodNews: true,
    said: "You've already entered that code.",
  });
  expect(await visitor.plain(["intent", "coupon-add"], ["code", "TENTH"], ["from", "checkout"])).toBe("/checkout?said=already");
  expect(await visitor.plain(["intent", "coupon-remove"], ["code", "TENTH"])).toBe("/cart?said=removed");
  expect((await visitor.cart()).source.couponCodes).toEqual([]);
});

test("reports lines and products that are gone, and changes nothing", async () => {
  const visitor = browser();
  expect(await visitor.plain(...add(2_000_000_000))).toBe(404);
  expect(await visitor.plain(["intent", "quantity"], ["itemId", "0b9c6a3e-1f5d-4c6b-9a53-0d6f6a1c2b3d"], ["quantity", "2"])).toBe(404);
  expect(await visitor.plain(["intent", "nonsense"])).toBe(422);
  expect((await visitor.cart()).source.id).toBeNull();
});

test("forms of the checkout redirect to the checkout", async () => {
  const visitor = browser();
  await visitor.plain(...add(await insertProduct(db)));
  expect(
    await visitor.plain(["intent", "fulfillment"], ["fulfillment", "delivery"], ["postal_code", "M5V 1A1"], ["from", "checkout"]),
  ).toBe("/checkout");
  expect((await visitor.cart()).source).toMatchObject({ fulfillment: "delivery", postalCode: "M5V 1A1" });
});

test("reports invalid input at its field, with its line or code", async () => {
  const visitor = browser();
  await visitor.plain(...add(await insertProduct(db, { priceCents: 1500 })));
  const [line] = (await visitor.cart()).priced.lines;
  expect(await visitor.scripted(["intent", "quantity"], ["itemId", line?.id ?? ""], ["quantity", "many"])).toMatchObject({
    ok: false,
    errors: { quantity: expect.stringContaining("whole number") as unknown },
    typed: { itemId: line?.id },
  });
  expect(await visitor.scripted(["intent", "coupon-add"], ["code", " "])).toMatchObject({
    errors: { code: "Enter a coupon code." },
    typed: { code: " " },
  });
  expect(await visitor.scripted(["intent", "coupon-add"], ["code", "A\u0007"])).toMatchObject({
    errors: { code: "Write a coupon code in one line of plain text." },
  });
  expect((await visitor.cart()).source.couponCodes).toEqual([]);
});

test("the customer chooses a free item; a missing one is replaced with a message", async () => {
  const gifts = [await insertProduct(db, { name: "Cola", stock: 3 }), await insertProduct(db, { name: "Latte" }), await insertProduct(db)];
  const [cola, latte, other] = gifts as [number, number, number];
  const [offer] = await db
    .insert(promotions)
    .values({
      name: "Drink",
      title: "A free drink",
      status: "active",
      trigger: "automatic",
      condition: { type: "all", of: [] },
      actionKind: "free-item",
      actionParams: { productIds: [cola, latte], quantity: 1 },
    })
    .returning({ id: promotions.id });
  const choose = (productId: number, promotionId = offer!.id) =>
    [
      ["intent", "gift"],
      ["promotionId", String(promotionId)],
      ["giftId", String(productId)],
    ] as (readonly [string, string])[];
  const visitor = browser();
  await visitor.plain(...add(await insertProduct(db, { name: "Pizza" })));
  const given = async () => (await visitor.cart()).priced.freeItems;
  expect(await given()).toMatchObject([{ name: "Cola" }]);
  expect(await visitor.plain(...choose(latte))).toBe("/cart");
  expect(await given()).toMatchObject([{ name: "Latte", choices: [{ name: "Cola" }, { name: "Latte" }] }]);
  expect(await visitor.scripted(...choose(cola))).toMatchObject({ ok: true, badge: 2 });
  expect(await given()).toMatchObject([{ name: "Cola" }]);
  for (const wrong of [choose(other), choose(latte, offer!.id + 1), choose(0)]) {
    expect(await visitor.scripted(...wrong)).toMatchObject({ ok: false });
  }
  expect(await visitor.plain(...choose(other))).toBe(422);
  await db.update(products).set({ isSoldOut: true }).where(eq(products.id, cola));
  expect(await given()).toMatchObject([{ name: "Latte", insteadOf: "Cola" }]);
  await db.update(products).set({ isSoldOut: true }).where(inArray(products.id, gifts));
  expect(await given()).toEqual([]);
  expect((await visitor.cart()).priced.notApplied).toMatchObject([{ reason: "gift-unavailable", message: "The free item is sold out." }]);
});

test("plus and minus of a weight work in a plain form with a text field", async () => {
  const id = await insertProduct(db, { name: "Salmon", priceCents: 1200, weightUnit: "kg", weightStep: 100, weightMin: 200 });
  const visitor = browser();
  await visitor.plain(...add(id, ["quantity", "3"]));
  const [line] = (await visitor.cart()).priced.lines;
  const step = (quantity: string, by: string) =>
    visitor.plain(["intent", "quantity"], ["itemId", line?.id ?? ""], ["quantity", quantity], ["step", by]);
  const weight = async () => (await visitor.cart()).priced.lines[0]?.weight?.ordered;
  expect([await step("300 g", "1"), await weight()]).toEqual(["/cart", 400]);
  expect([await step("400 g", ""), await weight()]).toEqual(["/cart", 400]);
  expect([await step("400 g", "-1"), await weight()]).toEqual(["/cart", 300]);
  expect([await step("lots", "1"), await weight()]).toEqual([422, 300]);
  expect(await step("300 g", "-1")).toBe("/cart");
  expect([await step("200 g", "-1"), await weight()]).toEqual([422, 200]);
  await db.update(products).set({ weightStep: 50 }).where(eq(products.id, id));
  // No error, after which the page would not be read again.
  expect([await step("5", ""), await weight()]).toEqual([200, 200]);
  expect([await step("5", ""), await weight()]).toEqual(["/cart", 250]);
});

test("a product form adds only in the units that its page showed", async () => {
  const id = await insertProduct(db, { name: "Trout", priceCents: 1200, weightUnit: "kg", weightStep: 100 });
  const visitor = browser();
  const addSeen = (seen: string) => visitor.scripted(...add(id, ["choice", ""], ["seenUnits", seen], ["note", ""], ["quantity", "1"]));
  expect(await addSeen("kg 100")).toMatchObject({ ok: true, badge: 1 });
  expect(await addSeen("piece")).toMatchObject({
    ok: false,
    message: expect.stringContaining("Trout is now sold in steps of 100 g.") as string,
  });
  expect((await visitor.cart()).priced.lines).toMatchObject([{ name: "Trout", weight: { ordered: 100 } }]);
});
