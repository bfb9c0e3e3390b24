import { afterAll, expect, test } from "vitest";
import { addCartItem, getCart } from "#app/cart/workflows/change-cart.server.ts";
import { findProduct } from "#app/catalogue/data/products.server.ts";
import { insertSizedProduct } from "#test/catalogue.ts";
import { checkoutOf, placedOf } from "#test/checkouts.ts";
import { createStatementCounter } from "#test/count-statements.ts";
import { openTestShop } from "#test/shop.ts";
import { placeOrder } from "./place/place-order.server.ts";

const counter = createStatementCounter();
const shop = await openTestShop({ cachesFacts: true });
afterAll(counter.stop);
const { services } = shop;
const SIZES = ["XS", "S", "M", "L", "XL"];

/** Statements of the page, the cart and the checkout of so many lines. */
async function statementsOf(stock: Readonly<Record<string, number | null>>, lines: number, product: { readonly stock?: number } = {}) {
  const shirt = await insertSizedProduct(services.db, stock, product);
  let cartId: string | null = null;
  for (const size of SIZES.slice(0, lines)) {
    const added = await addCartItem(services, cartId, { productId: shirt.productId, quantity: 1, choices: shirt.choose(size), note: "" });
    if (!added.ok) throw new Error(JSON.stringify(added.error));
    cartId = added.value.source.id;
  }
  const count = async (work: () => Promise<unknown>) => (await counter.during(work)).statements.length;
  const page = () => findProduct(services.db, shirt.productId, services.now());
  await page();
  const { finalTotal } = (await getCart(services, cartId)).priced;
  return {
    page: await count(page),
    cart: await count(() => getCart(services, cartId)),
    checkout: await count(async () => placedOf(await placeOrder(services, checkoutOf(cartId ?? "", finalTotal)))),
  };
}

const counted = (stock: number | null) => Object.fromEntries(SIZES.map((size) => [size, stock]));

test("counted variants cost a checkout two statements, and other pages none", async () => {
  const ofProduct = await statementsOf(counted(null), 1, { stock: 9 });
  const ofVariants = await statementsOf(counted(9), 1, { stock: 9 });
  expect(ofVariants).toEqual({ ...ofProduct, checkout: ofProduct.checkout + 2 });
  expect(await statementsOf(counted(9), 5, { stock: 9 })).toEqual(ofVariants);
});
