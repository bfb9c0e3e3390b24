import type { Locator, Page } from "@playwright/test";
import { expect, openPage, openWhole, signInByCall, test, untilSettled } from "./fixtures.ts";
import { fillCart, newCustomer, payButton, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

/*
 * Clicks before the page shows the effect of an earlier click: the router shows a submission in a transition, which takes a moment on a
 * slow phone.
 */

/** Clicks `button` once when the page sends its next POST to `path`, before it can show that; returns the number of its POSTs. */
async function pressWhenSent(button: Locator, path: string): Promise<() => Promise<number>> {
  const sent = await button.evaluateHandle((element, address) => {
    const send = window.fetch;
    const posts = { count: 0 };
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (init?.method === "POST" && url.includes(address)) {
        posts.count += 1;
        if (posts.count === 1 && element instanceof HTMLElement) element.click();
      }
      return send(input, init);
    };
    return posts;
  }, path);
  return () => sent.evaluate(({ count }) => count);
}

/** Products and quantities of the cart. */
async function cartOf(page: Page): Promise<readonly (readonly [number, number])[]> {
  const { cart_items: items } = (await (await page.request.get("/api/cart")).json()) as {
    readonly cart_items: readonly { readonly product_id: number; readonly quantity: number }[];
  };
  return items.map((item) => [item.product_id, item.quantity]);
}

/** Blocks the page's POSTs to `path` until it is released. */
async function holdPosts(page: Page, path: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(path, async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  return () => release();
}

/** Responds to the page's next request to `path` like a proxy without a server; resolves when the result is rendered. */
async function failNext(page: Page, path: string, button: Locator): Promise<void> {
  await page.route(path, (route) => route.fulfill({ status: 503, body: "" }), { times: 1 });
  await untilSettled(page, async () => {
    // By keyboard: the notice of the lost connection shifts the page.
    await button.press("Enter");
    await expect(page.getByText("this may not have arrived").first()).toBeVisible();
  });
}

/** The names of the first two products on the page that can be added with one click. */
async function firstTwoToAdd(page: Page): Promise<readonly [Locator, Locator]> {
  const adds = page.getByRole("button", { name: /^Add .+ to your order$/ });
  const [one = "", other = ""] = new Set(await adds.evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? "")));
  const button = (name: string) => page.getByRole("button", { name, exact: true }).first();
  return [button(one), button(other)];
}

test("a new visitor's first two clicks add to one cart", { tag: "@phone" }, async ({ page }) => {
  await openWhole(page, "/");
  const release = await holdPosts(page, "**/cart.data*");
  for (const add of await firstTwoToAdd(page)) await add.click();
  release();
  await expect.poll(() => cartOf(page)).toHaveLength(2);
});

test("a double click adds a product once", { tag: "@phone" }, async ({ page }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  for (const [index, path, name] of [
    [0, `/products/${id}`, /^Add to order/],
    [1, `/?q=${encodeURIComponent(PLAIN_PRODUCT)}`, `Add ${PLAIN_PRODUCT} to your order`],
  ] as const) {
    await openWhole(page, path);
    const add = page.getByRole("button", { name });
    const posts = await pressWhenSent(add, "/cart.data");
    await add.click();
    await expect.poll(() => cartOf(page)).toEqual([[id, index + 1]]);
    expect(await posts()).toBe(1);
    // The next click counts again.
    await expect(add).not.toHaveAttribute("aria-disabled", "true");
  }
  await page.getByRole("button", { name: `Add ${PLAIN_PRODUCT} to your order` }).click();
  await expect.poll(() => cartOf(page)).toEqual([[id, 3]]);
});

test("a product can be added again after a 503", { tag: "@phone" }, async ({ page }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  for (const [index, path, name] of [
    [0, `/products/${id}`, /^Add to order/],
    [1, `/?q=${encodeURIComponent(PLAIN_PRODUCT)}`, `Add ${PLAIN_PRODUCT} to your order`],
  ] as const) {
    await openWhole(page, path);
    const add = page.getByRole("button", { name });
    await failNext(page, "**/cart.data*", add);
    await add.press("Enter");
    await expect.poll(() => cartOf(page)).toEqual([[id, index + 1]]);
  }
});

test("a 503 does not show the earlier result again", { tag: "@phone" }, async ({ page }) => {
  await test.step("that a product was added", async () => {
    await openWhole(page, `/?q=${encodeURIComponent(PLAIN_PRODUCT)}`);
    const add = page.getByRole("button", { name: `Add ${PLAIN_PRODUCT} to your order` });
    const tick = add.locator("svg.lucide-check");
    await add.press("Enter");
    await expect(tick).toBeVisible();
    await expect(tick).toBeHidden();
    await failNext(page, "**/cart.data*", add);
    expect(await tick.count()).toBe(0);
  });
  await test.step("that a quantity was refused", async () => {
    await openWhole(page, "/cart");
    const more = page.getByRole("button", { name: `One ${PLAIN_PRODUCT} more` });
    const refusal = page.getByText("whole number");
    const spoil = (text: string | null) => (text ?? "").replace("quantity=2", "quantity=many");
    await page.route("**/cart.data*", (route) => route.continue({ postData: spoil(route.request().postData()) }), { times: 1 });
    await more.press("Enter");
    await expect(refusal).toBeVisible();
    await failNext(page, "**/cart.data*", more);
    await expect(page.getByLabel(`Quantity of ${PLAIN_PRODUCT}`)).toHaveValue("1");
    expect(await refusal.count()).toBe(0);
  });
});

test("one slow item blocks no other", { tag: "@phone" }, async ({ page }) => {
  await page.clock.install();
  await openWhole(page, "/");
  const [one, other] = await firstTwoToAdd(page);
  let sent = 0;
  await page.route("**/cart.data*", (route) => {
    sent += 1;
    // The first gets no response.
    return sent === 1 ? undefined : route.continue();
  });
  await one.click();
  await expect.poll(() => sent).toBe(1);
  await other.click();
  await page.clock.fastForward(6000);
  await expect.poll(() => cartOf(page)).toHaveLength(1);
  await page.clock.fastForward(30_000);
  await untilSettled(page, () => expect(page.getByText("didn't answer in time")).toBeVisible());
  await one.press("Enter");
  await expect.poll(() => cartOf(page)).toHaveLength(2);
});

test("items after the first are sent at the same time", { tag: "@phone" }, async ({ page }) => {
  await openWhole(page, "/");
  const [one, other] = await firstTwoToAdd(page);
  await untilSettled(page, async () => {
    await one.click();
    await expect(page.getByText("1 item in the cart.")).toBeAttached();
  });
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/cart.data")) sent += 1;
  });
  const release = await holdPosts(page, "**/cart.data*");
  for (const add of [one, other]) await add.click();
  await expect.poll(() => sent).toBe(2);
  release();
  // The header's count matches the cart, in whatever order the responses arrive.
  await expect(page.getByText("3 items in the cart.")).toBeAttached();
});

test("lines removed quickly are all removed, and each can be restored", { tag: "@phone" }, async ({ page }) => {
  const others = ["Orange Juice", "Brown Sugar Cookie"] as const;
  await openPage(page, "/");
  for (const name of [...others, PLAIN_PRODUCT]) await fillCart(page.request, 1, name);
  const [juice, cookie, bread] = await Promise.all([...others, PLAIN_PRODUCT].map((name) => productId(page.request, name)));
  await openWhole(page, "/cart");
  const release = await holdPosts(page, "**/cart.data*");
  const changing = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/cart.data"));
  await page.getByRole("button", { name: `One ${PLAIN_PRODUCT} more` }).click();
  await changing;
  for (const name of others) await page.getByRole("button", { name: `Remove ${name}` }).click();
  release();
  await expect.poll(() => cartOf(page)).toEqual([[bread, 2]]);
  await expect(page.getByText(/^Removed: /)).toHaveText(others.map((name) => `Removed: ${name}`));
  for (const name of others) await page.getByRole("button", { name: `Undo removing ${name}` }).click();
  await expect
    .poll(() => cartOf(page).then((lines) => new Map(lines)))
    .toEqual(
      new Map([
        [bread, 2],
        [juice, 1],
        [cookie, 1],
      ]),
    );
  await expect(page.getByText(/^Removed: /)).toHaveCount(0);
});

test("all lines can be removed, and each restored", { tag: "@phone" }, async ({ page }) => {
  const names = [PLAIN_PRODUCT, "Orange Juice"] as const;
  await openPage(page, "/");
  for (const name of names) await fillCart(page.request, 1, name);
  await openWhole(page, "/cart");
  for (const name of names) await page.getByRole("button", { name: `Remove ${name}` }).click();
  await expect(page.getByText("Nothing in here yet.")).toBeVisible();
  for (const name of names) await page.getByRole("button", { name: `Undo removing ${name}` }).click();
  await expect(page.getByLabel(/^Quantity of /)).toHaveCount(2);
  await expect(page.getByText(/^Removed: /)).toHaveCount(0);
});

test("a double click on Remove leaves its Undo", { tag: "@phone" }, async ({ page }) => {
  await openPage(page, "/");
  await fillCart(page.request);
  await openWhole(page, "/cart");
  const remove = page.getByRole("button", { name: `Remove ${PLAIN_PRODUCT}` });
  const posts = await pressWhenSent(remove, "/cart.data");
  await remove.click();
  await expect(page.getByText("Nothing in here yet.")).toBeVisible();
  await expect(page.getByText(/^Removed: /)).toHaveCount(1);
  expect(await posts()).toBe(1);
});

test("a double click on Undo restores a line once", { tag: "@phone" }, async ({ page }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  await openPage(page, "/");
  await fillCart(page.request, 2);
  await openWhole(page, "/cart");
  await page.getByRole("button", { name: `Remove ${PLAIN_PRODUCT}` }).click();
  await expect(page.getByText("Nothing in here yet.")).toBeVisible();
  const undo = page.getByRole("button", { name: `Undo removing ${PLAIN_PRODUCT}` });
  const posts = await pressWhenSent(undo, "/cart.data");
  await undo.click();
  await expect(page.getByLabel(`Quantity of ${PLAIN_PRODUCT}`)).toHaveValue("2");
  expect(await posts()).toBe(1);
  expect(await cartOf(page)).toEqual([[id, 2]]);
});

test("Undo works again after a 503", { tag: "@phone" }, async ({ page }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  await openPage(page, "/");
  await fillCart(page.request, 2);
  await openWhole(page, "/cart");
  await page.getByRole("button", { name: `Remove ${PLAIN_PRODUCT}` }).click();
  await expect(page.getByText("Nothing in here yet.")).toBeVisible();
  const undo = page.getByRole("button", { name: `Undo removing ${PLAIN_PRODUCT}` });
  await failNext(page, "**/cart.data*", undo);
  await undo.press("Enter");
  await expect.poll(() => cartOf(page)).toEqual([[id, 2]]);
});

test("Order again fills the cart once when it is double-clicked or Enter is held", { tag: "@phone" }, async ({ page, shop }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  const { token } = await placeOrder(shop.url, newCustomer("Ida"));
  const again = page.getByRole("button", { name: "Order again" });
  await openWhole(page, `/payment-complete?order=${token}`);
  await failNext(page, "**/payment-complete.data*", again);
  const posts = await pressWhenSent(again, "/payment-complete.data");
  await again.click();
  await page.waitForURL("/cart");
  expect(await posts()).toBe(1);
  expect(await cartOf(page)).toEqual([[id, 1]]);

  await openWhole(page, `/payment-complete?order=${token}`);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/payment-complete.data")) sent += 1;
  });
  const release = await holdPosts(page, "**/payment-complete.data*");
  await again.focus();
  for (const _ of [1, 2, 3]) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(again).toBeFocused();
  release();
  await page.waitForURL("/cart");
  expect(sent).toBe(1);
  expect(await cartOf(page)).toEqual([[id, 2]]);
});

test("a click on minus right after plus counts", { tag: "@phone" }, async ({ page }) => {
  const id = await productId(page.request, PLAIN_PRODUCT);
  await openPage(page, "/");
  await fillCart(page.request, 2);
  await openWhole(page, "/cart");
  const posts = await pressWhenSent(page.getByRole("button", { name: `One ${PLAIN_PRODUCT} less` }), "/cart.data");
  await page.getByRole("button", { name: `One ${PLAIN_PRODUCT} more` }).click();
  await expect.poll(posts).toBe(2);
  await expect.poll(() => cartOf(page)).toEqual([[id, 2]]);
  await expect(page.getByLabel(`Quantity of ${PLAIN_PRODUCT}`)).toHaveValue("2");
});

test("an empty cart shows what another tab added", { tag: "@phone" }, async ({ page }) => {
  await openWhole(page, "/cart");
  await expect(page.getByText("Nothing in here yet.")).toBeVisible();
  await fillCart(page.request);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByLabel(`Quantity of ${PLAIN_PRODUCT}`)).toHaveValue("1");
});

test("paying waits for a code that is being applied", { tag: "@phone" }, async ({ page }) => {
  await openPage(page, "/");
  await fillCart(page.request, 4);
  await openWhole(page, "/checkout");
  await expect(payButton(page)).toBeEnabled();
  await page.getByRole("button", { name: "Your order and codes" }).click();
  await page.locator("summary", { hasText: "Have a code?" }).click();
  await page.getByLabel("Coupon code").fill("WELCOME10");
  const before = await payButton(page).textContent();
  const release = await holdPosts(page, "**/api/apply-promotions");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(payButton(page)).toBeDisabled();
  release();
  await expect(payButton(page)).toBeEnabled();
  expect(await payButton(page).textContent()).not.toBe(before);
});

test("paying waits for a code only up to its timeout", { tag: "@phone" }, async ({ page }) => {
  // Replaces the timeout of fifteen seconds: the test ends it.
  await page.addInitScript(() => {
    const limit = new AbortController();
    AbortSignal.timeout = () => limit.signal;
    window.addEventListener("test:timeout", () => limit.abort(new DOMException("timed out", "TimeoutError")));
  });
  await openPage(page, "/");
  await fillCart(page.request, 4);
  await openWhole(page, "/checkout");
  await expect(payButton(page)).toBeEnabled();
  await page.getByRole("button", { name: "Your order and codes" }).click();
  await page.locator("summary", { hasText: "Have a code?" }).click();
  await page.getByLabel("Coupon code").fill("WELCOME10");
  await page.route("**/api/apply-promotions", () => undefined);
  const sent = page.waitForRequest("**/api/apply-promotions");
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await sent;
  await expect(payButton(page)).toBeDisabled();
  await page.evaluate(() => window.dispatchEvent(new Event("test:timeout")));
  await expect(payButton(page)).toBeEnabled();
});

test("a staff form can be sent again after a 503", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openWhole(page, "/admin/category/add");
  await page.getByRole("textbox", { name: "Name" }).fill(`Again ${crypto.randomUUID().slice(0, 6)}`);
  const save = page.getByRole("button", { name: "Save", exact: true });
  await failNext(page, "**/admin/category/add.data*", save);
  await save.press("Enter");
  await page.waitForURL(/\/admin\/category\/edit\/\d+$/);
});

test("a double click on Save stores one record, also after a rejection", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  const name = `Twice ${crypto.randomUUID().slice(0, 6)}`;
  await openWhole(page, "/admin/category/add");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await save.click();
  await expect(page.getByText("Nothing is saved yet.").locator("..")).toBeFocused();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  const posts = await pressWhenSent(save, "/admin/category/add.data");
  await save.click();
  await page.waitForURL(/\/admin\/category\/edit\/\d+$/);
  expect(await posts()).toBe(1);
  await openPage(page, `/admin/category?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("link", { name, exact: true })).toHaveCount(1);
});
