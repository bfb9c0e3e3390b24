import { expect, test } from "vitest";
import { carts } from "#app/cart/data/tables.ts";
import { applyPromotions as applyWorkflow } from "#app/cart/workflows/apply-promotions.server.ts";
import { createVisitor } from "#test/call-route.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import * as cartPage from "./cart/index.tsx";
import * as home from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const NO_GUESSES = { take: async () => null, giveBack: async () => undefined };

test("a code link starts a cart; an unknown code is not stored and counts as a guess", async () => {
  await insertCoupon(db, "FLYER");
  const who = createVisitor(services, "192.0.2.1");
  expect((await who.call(home, "GET", "/?code=fly-er")).headers.get("Location")).toBe("/cart?said=code-kept");
  expect((await db.select().from(carts)).map((cart) => cart.couponCodes)).toEqual([["fly-er"]]);
  expect((await who.call(cartPage, "GET", "/cart?code=NOSUCH")).headers.get("Location")).toBe("/cart?said=no-effect");
  for (let guess = 2; guess <= 20; guess += 1) await who.call(home, "GET", `/?code=NOSUCH${guess}`);
  await insertCoupon(db, "LATER");
  expect((await who.call(home, "GET", "/?code=LATER")).headers.get("Location")).toBe("/cart?said=no-effect");
});

test("links add no more codes than a cart can have, and all can be removed", async () => {
  const who = createVisitor(services, "192.0.2.2");
  for (let index = 1; index <= 11; index += 1) {
    await insertCoupon(db, `LINK${index}`);
    const said = (await who.call(home, "GET", `/?code=LINK${index}`)).headers.get("Location");
    expect(said, `link ${index}`).toBe(`/cart?said=${index <= 10 ? "code-kept" : "no-effect"}`);
  }
  const [cart] = (await db.select().from(carts)).filter(({ couponCodes }) => couponCodes.includes("LINK1"));
  expect(cart?.couponCodes).toHaveLength(10);
  const cleared = await applyWorkflow(services, cart?.id ?? "", [], NO_GUESSES);
  expect(cleared.ok && cleared.value.loaded.source.couponCodes).toEqual([]);
});
