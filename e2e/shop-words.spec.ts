import { expect, openPage, reloadPage, signInByCall, test, untilAlive } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, orderOf, payButton, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

/*
 * Messages for customers and staff where they look: next to the field, at the top of the page, on the board.
 */

test("refuses a too large tip at its field with the maximum", { tag: "@phone" }, async ({ page }) => {
  await fillCart(page.request);
  await openPage(page, "/checkout");
  await fillContact(page, newCustomer("Tia"));
  await page.getByRole("radio", { name: /^Own/ }).check({ force: true });
  const own = page.getByLabel("Tip in dollars");
  await own.fill("500");
  await own.press("Tab");
  await expect(
    page.locator("#field-tipAmount-error, [id$='error']").filter({ hasText: "A tip for this order is at most $10.00." }),
  ).toBeVisible();
  await expect(own).toHaveValue("500");
  await expect(payButton(page)).toHaveText("Pay $10.17");
  await own.fill("-5");
  await payButton(page).click();
  await expect(page.getByText("Enter 0 or more for the tip.").first()).toBeVisible();
  await expect(page.getByText("tip: Enter"), "a field's name is for programs").toHaveCount(0);
});

test("a customer cancels on a phone, and the board shows it until dismissed", { tag: "@phone" }, async ({ page, shop, browser }) => {
  const { number, token } = await placeOrder(shop.url, newCustomer("Cleo"));
  const staff = await (await browser.newContext()).newPage();
  await signInByCall(staff.request);
  await openPage(staff, "/admin/orders/accepted");
  await openPage(page, `/payment-complete?order=${token}`);
  await page.getByText("Cancel this order").click();
  await page.getByRole("button", { name: `Cancel order ${number}` }).click();
  await expect(page.getByText("Cancelled. You have not been charged.").first()).toBeInViewport();
  const notice = staff.getByRole("status").filter({ hasText: `${number} was cancelled by the customer` });
  await expect(notice).toBeVisible();
  await staff.getByRole("button", { name: `Seen: ${number}` }).click();
  await expect(notice).toBeHidden();
  await reloadPage(staff);
  await expect(staff.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
  await staff.context().close();
});

test("a full refund shows on order, totals and kitchen", { tag: "@desktop" }, async ({ page, admin, shop }) => {
  const customer = newCustomer("Rafa");
  const { number, token } = await placeOrder(shop.url, customer);
  const order = await orderOf(admin.request, customer);
  const accepted = await admin.request.post(`/admin/api/orders/${order.id}/accept`, { data: { version: order.version, minutes: 20 } });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await signInByCall(page.request);
  await openPage(page, `/admin/orders/${order.id}`);
  await page.getByText("Refund…").click();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText("Choose what to refund.")).toBeVisible();
  await page.getByRole("radio", { name: /^Full remaining amount/ }).check();
  await page.getByRole("button", { name: "Refund $10.17 to the card" }).click();
  await expect(page.getByText("Refunded: $10.17").first()).toBeVisible();
  await openPage(page, "/admin/orders/accepted");
  const card = page.getByRole("article", { name: number });
  await expect(card).toContainText("Refunded in full: not to be made.");
  const start = card.getByRole("button", { name: "Start preparing" });
  await expect(start).toHaveCount(0);
  await card.getByText("Make it all the same").click();
  await start.click();
  await expect.poll(async () => (await orderOf(admin.request, customer)).status).toBe("preparing");
  await openPage(page, `/payment-complete?order=${token}`);
  await expect(page.getByText(/\$10\.17/).filter({ hasText: /Refunded|back to your card/ })).toHaveCount(1);
  const items = page.getByRole("region", { name: "Your order" });
  await expect(items).toContainText("You paid in the end$0.00");
});

test("refunds one of three and shows it on board, ticket and customer page", { tag: "@desktop" }, async ({ page, admin, shop }) => {
  const customer = newCustomer("Tres");
  const { number, token } = await placeOrder(shop.url, customer, 3);
  const order = await orderOf(admin.request, customer);
  const accepted = await admin.request.post(`/admin/api/orders/${order.id}/accept`, { data: { version: order.version, minutes: 20 } });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await signInByCall(page.request);
  await openPage(page, `/admin/orders/${order.id}`);
  await page.getByText("Refund…").click();
  await page.getByRole("radio", { name: "Selected items (with tax)" }).check();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText("Choose how many of which items to refund.")).toBeVisible();
  await page.getByLabel(`How many ${PLAIN_PRODUCT}`).selectOption("1 of 3");
  await page.getByRole("button", { name: "Refund $10.17 to the card" }).click();
  await expect(page.getByText("1 of 3 refunded").first()).toBeVisible();
  await openPage(page, "/admin/orders/accepted");
  const card = page.getByRole("article", { name: number });
  await expect(card).toContainText("1 of 3 refunded");
  await expect(card.getByRole("button", { name: "Start preparing" })).toBeVisible();
  await openPage(page, `/admin/orders/${order.id}?print=ticket`);
  await expect(page.getByText("1 OF 3 REFUNDED")).toBeVisible();
  await openPage(page, `/payment-complete?order=${token}`);
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("1 of 3 refunded");
});

test("reports a missing rejection reason at the choice", { tag: "@desktop" }, async ({ page, shop }) => {
  const { number } = await placeOrder(shop.url, newCustomer("Ravi"));
  await signInByCall(page.request);
  await openPage(page, "/admin/orders");
  const ticket = page.getByRole("article", { name: number });
  await ticket.getByText("Reject or change…").click();
  await ticket.getByRole("button", { name: `Reject ${number}` }).click();
  await expect(ticket.getByRole("alert").filter({ hasText: "Choose a reason" })).toBeVisible();
});

test("long names and large text fit without cut or scroll", { tag: "@phone" }, async ({ page, admin, shop }) => {
  const word = "Donaudampfschifffahrtsgesellschaftskapitaenskuchen";
  await admin.setSettings({ APP_NAME: `The ${word} of the Old Copper Bell` });
  const id = await productId(page.request, PLAIN_PRODUCT);
  const [category] = (await (await page.request.get("/api/categories")).json()) as { id: number }[];
  const { token } = await placeOrder(shop.url, newCustomer("Lena"));
  await fillCart(page.request, 5);
  for (const [path, button] of [
    ["/", "View order"],
    [`/${category?.id}/products`, "View order"],
    [`/products/${id}`, "Add to order"],
    [`/?q=${word}`, "View order"],
    ["/?q=flat", "View order"],
    ["/cart", "Checkout"],
    ["/checkout", "Pay"],
    [`/payment-complete?order=${token}`, "Order again"],
    ["/about", null],
  ] as const) {
    await openPage(page, path);
    // Manual changes must wait until the page is hydrated.
    await untilAlive(page);
    await page.evaluate((text) => {
      for (const title of document.querySelectorAll("h1, h3")) title.append(` ${text}`);
    }, word);
    for (const [width, size] of [
      [390, "100%"],
      [320, "100%"],
      [390, "200%"],
      [320, "200%"],
    ] as const) {
      const where = `${path} at ${width} px and ${size}`;
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
      expect.soft(await page.evaluate(findCut), where).toEqual([]);
      if (button === null) continue;
      const main = page.locator("a, button").filter({ hasText: new RegExp(`^${button}`) });
      await main.filter({ visible: true }).last().click({ trial: true, timeout: 5000 });
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  }
});

/** Runs in the page: elements that overflow sideways or are cut, except scrollable ones and those only for screen readers. */
function findCut(): string[] {
  const wide = document.documentElement.clientWidth;
  const found = document.documentElement.scrollWidth > wide ? [`the page is ${document.documentElement.scrollWidth} px wide`] : [];
  if ((document.querySelector("header a span")?.getBoundingClientRect().top ?? 0) < 0) found.push("the shop's name");
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const box = element.getBoundingClientRect();
    const isText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
    if (!isText || box.width <= 1 || box.height <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    let parent: HTMLElement | null = element;
    let isScrolled = false;
    for (; parent !== null && parent !== document.body; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      isScrolled ||= ["auto", "scroll"].includes(style.overflowX) || style.clipPath !== "none" || parent.ariaHidden === "true";
    }
    if (isScrolled) continue;
    const isOut = box.right > wide + 1 || box.left < -1;
    const isCut = getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
    if (isOut || isCut)
      found.push(`${element.tagName} ${element.textContent?.trim().slice(0, 40)} ${Math.round(box.left)}–${Math.round(box.right)}`);
  }
  return found;
}

test("long words, amounts and a pickup shop fit a phone", { tag: "@phone" }, async ({ page, admin }) => {
  await admin.setSettings({ LOCALE: "fr-CA", ENABLE_DELIVERY: "" });
  await openPage(page, "/");
  const name = page.locator(".dish-name").first();
  await name.locator("a").evaluate((link) => (link.textContent = "Schwarzwäldertorte"));
  const lines = await name.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines, "the word is not broken").toBe(1);
  await fillCart(page.request, 10);
  await openPage(page, "/cart");
  await expect(page.getByText("You choose time and tip at the checkout.")).toBeVisible();
  await openPage(page, "/checkout");
  const widths = await page
    .locator("label:has(input[name=tip])")
    .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  expect(widths).toEqual(widths.map(() => 0));
});
