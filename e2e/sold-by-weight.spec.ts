import { insertProduct } from "#test/catalogue.ts";
import { expect, expectAccessible, openPage, openWhole, signInByCall, test, withDb } from "./fixtures.ts";
import { chooseCard, fillContact, newCustomer, orderOf, payButton, readOrderNumber } from "./orders.ts";

test("500 g ordered and weighed at 460 g adjusts payment and receipt", { tag: "@phone" }, async ({ page, browser }) => {
  await signInByCall(page.request);
  const name = `Salmon ${crypto.randomUUID().slice(0, 8)}`;
  await openPage(page, "/admin/product/add");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("textbox", { name: "Price", exact: true }).fill("12.00");
  await page.getByText("Sold by the piece").click();
  await page.getByRole("combobox", { name: "The price is per" }).selectOption("kg");
  await page.getByRole("textbox", { name: "Least weight" }).fill("200");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Product “${name}” added.`).first()).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: page.viewportSize() });
  const shopper = await context.newPage();
  await openWhole(shopper, `/products/${id}`);
  await expect(shopper.getByText("$12.00 / kg").first()).toBeVisible();
  const suggested = await shopper.request.get("/api/suggestions", { params: { q: name } });
  expect(await suggested.json()).toMatchObject({ products: [{ name, price: 12, price_per: " / kg" }] });
  await expect(shopper.getByText(/what it weighs when packed decides the price/)).toBeVisible();
  await expect(shopper.getByText("200 g", { exact: true })).toBeVisible();
  await expect(shopper.getByRole("button", { name: "One less: Quantity" })).toHaveAttribute("aria-disabled", "true");
  const more = shopper.getByRole("button", { name: "One more: Quantity" });
  for (let steps = 2; steps < 5; steps += 1) await more.click();
  await expect(shopper.getByText("500 g", { exact: true })).toBeVisible();
  await expectAccessible(shopper);
  await shopper.getByRole("button", { name: /about \$6\.00$/ }).click();
  const inCart = async () => ((await (await shopper.request.get("/api/cart")).json()) as { badge: number }).badge;
  await expect.poll(inCart, "one piece").toBe(1);

  await openWhole(shopper, "/cart");
  const line = shopper.getByRole("listitem").filter({ hasText: name }).first();
  await expect(line.getByText("about 500 g at $12.00 / kg").first()).toBeVisible();
  await expect(line.getByRole("textbox", { name: new RegExp(`^Quantity of ${name}`) })).toHaveValue("500 g");
  await expectAccessible(shopper);

  const customer = newCustomer("Wei");
  await openWhole(shopper, "/checkout");
  await fillContact(shopper, customer);
  await chooseCard(shopper, "Visa");
  await payButton(shopper).click();
  await readOrderNumber(shopper);
  await expect.poll(inCart, "what was paid is not in the cart any more").toBe(0);

  const order = await orderOf(page.request, customer);
  await page.request.post(`/admin/api/orders/${order.id}/accept`, { data: { version: order.version, minutes: 20 } });
  await openPage(page, "/admin/orders/accepted");
  await expect(page.getByRole("article", { name: order.number }).getByText("Still to be weighed")).toBeVisible();
  await openPage(page, `/admin/orders/${order.id}`);
  const weigh = page.getByRole("group", { name: "Still to be weighed" });
  const typed = weigh.getByRole("textbox", { name });
  await typed.fill("300");
  await weigh.getByRole("button", { name: "Save weights" }).click();
  await expect(weigh.getByRole("alert"), "a typing error?").toContainText(`${name}: 300 g instead of 500 g. New total $4.07.`);
  await expect(typed, "what was typed stays").toHaveValue("300");
  await expectAccessible(page);
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await typed.press("Enter");
  await answered;
  await expect(weigh.getByRole("alert"), "a second Enter answers nothing").toContainText("300 g instead of 500 g");
  await typed.fill("460");
  await weigh.getByRole("button", { name: "Save weights" }).click();
  await expect(page.getByRole("status").filter({ hasText: "$0.54 goes back to the card." })).toBeVisible();
  await expect(page.getByText(`${name}: weighs 460 g`).first()).toBeVisible();
  await expect(page.getByRole("group", { name: "Weighed" }).getByRole("textbox", { name })).toHaveValue("460");
  const after = await orderOf(page.request, customer);
  expect(order.final_total - after.final_total, "48 cents and their tax").toBeCloseTo(0.54, 2);

  await expect(page.getByText("Remains paid")).toHaveCount(0);

  await shopper.reload();
  await expect(shopper.getByText("460 g (500 g ordered) at $12.00 / kg").first()).toBeVisible();

  const weighed = page.getByRole("group", { name: "Weighed" });
  await weighed.getByRole("textbox", { name }).fill("320");
  await weighed.getByRole("button", { name: "Save weights" }).click();
  await weighed.getByRole("button", { name: "Yes, save these weights" }).click();
  await expect(page.getByRole("status").filter({ hasText: "$1.90 goes back to the card." })).toBeVisible();
});

test("a click on plus during a rejected one counts in the right steps", { tag: "@phone" }, async ({ page, browser, shop, admin }) => {
  const name = `Trout ${crypto.randomUUID().slice(0, 8)}`;
  const weight = { weightUnit: "kg", weightStep: 100 } as const;
  const id = await withDb(shop, (db) => insertProduct(db, { name, priceCents: 1200, ...weight }));
  const context = await browser.newContext({ baseURL: shop.url, viewport: page.viewportSize() });
  const shopper = await context.newPage();
  await openPage(shopper, `/products/${id}`);
  await shopper.request.post("/api/cart/items", { data: { productId: id, quantity: 5 } });
  await openWhole(shopper, "/cart");
  const quantity = shopper.getByRole("textbox", { name: new RegExp(`^Quantity of ${name}`) });
  await expect(quantity).toHaveValue("500 g");
  expect((await admin.request.patch(`/admin/api/products/${id}`, { data: { weight_step: 250 } })).status()).toBe(200);

  // The first click's request is pending until the second click.
  let isPressed = (): void => undefined;
  const pressed = new Promise<void>((resolve) => (isPressed = resolve));
  await shopper.route("**/cart.data*", async (route) => {
    if (route.request().method() === "POST") await pressed;
    await route.continue();
  });
  const more = shopper.getByRole("button", { name: new RegExp(`^One ${name}.* more$`) });
  const asked = shopper.waitForRequest((request) => request.method() === "POST" && request.url().includes("/cart.data"));
  await more.click();
  await asked;
  await more.click();
  await expect(quantity).toHaveValue("700 g");
  isPressed();
  await expect(shopper.getByRole("alert").filter({ hasText: "is now sold in steps of 250 g. Your cart holds 500 g of it" })).toBeVisible();
  await expect(quantity).toHaveValue("500 g");
  await expectAccessible(shopper);
  expect(await (await shopper.request.get("/api/cart")).json()).toMatchObject({ cart_items: [{ product_id: id, quantity: 2 }] });
});
