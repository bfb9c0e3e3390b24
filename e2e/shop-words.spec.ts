import { expect, signIn, test } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, orderOf, payButton, placeOrder, PLAIN_PRODUCT, productId } from "./orders.ts";

/*
 * What a customer and the counter are told, where they look: beside the field, on top of the page, on the board.
 */

test("a tip that is too large is refused beside its field, with what is possible", async ({ page }) => {
  await fillCart(page.request);
  await page.goto("/checkout");
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
});

test("a customer cancels on a phone: the answer comes into view, and the board hears of it until somebody has seen it", async ({
  page,
  shop,
  browser,
}) => {
  const { number, token } = await placeOrder(shop.url, newCustomer("Cleo"));
  const staff = await (await browser.newContext()).newPage();
  await signIn(staff);
  await staff.goto("/admin/orders/accepted");
  await page.goto(`/payment-complete?order=${token}`);
  await page.getByText("Cancel this order").click();
  await page.getByRole("button", { name: `Cancel order ${number}` }).click();
  await expect(page.getByText("Cancelled. You have not been charged.").first()).toBeInViewport();
  const notice = staff.getByRole("status").filter({ hasText: `${number} was cancelled by the customer` });
  await expect(notice).toBeVisible();
  await staff.getByRole("button", { name: `Seen: ${number}` }).click();
  await expect(notice).toBeHidden();
  await staff.reload();
  await expect(staff.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
  await staff.context().close();
});

test("refunded in full: one sentence for the customer, the totals show it, nobody is asked to cook it", async ({ page, admin, shop }) => {
  const customer = newCustomer("Rafa");
  const { number, token } = await placeOrder(shop.url, customer);
  const order = await orderOf(admin.request, customer);
  const accepted = await admin.request.post(`/admin/api/orders/${order.id}/accept`, { data: { version: order.version, minutes: 20 } });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await signIn(page);
  await page.goto(`/admin/orders/${order.id}`);
  await page.getByText("Refund…").click();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeDisabled();
  await page.getByRole("radio", { name: /^All that is left/ }).check();
  await page.getByRole("button", { name: "Refund $10.17 to the card" }).click();
  await expect(page.getByText("Refunded: $10.17").first()).toBeVisible();
  await page.goto("/admin/orders/accepted");
  const card = page.getByRole("article", { name: number });
  await expect(card).toContainText("Refunded in full: not to be made.");
  const start = card.getByRole("button", { name: "Start preparing" });
  await expect(start).toHaveCount(0);
  await card.getByText("Make it all the same").click();
  await start.click();
  await expect.poll(async () => (await orderOf(admin.request, customer)).status).toBe("preparing");
  await page.goto(`/payment-complete?order=${token}`);
  await expect(page.getByText(/\$10\.17/).filter({ hasText: /Refunded|back to your card/ })).toHaveCount(1);
  const items = page.getByRole("region", { name: "Your order" });
  await expect(items).toContainText("You paid in the end$0.00");
});

test("rejecting without a reason is said beside the choice", async ({ page, shop }) => {
  const { number } = await placeOrder(shop.url, newCustomer("Ravi"));
  await signIn(page);
  await page.goto("/admin/orders");
  const ticket = page.getByRole("article", { name: number });
  await ticket.getByText("Reject or change…").click();
  await ticket.getByRole("button", { name: `Reject ${number}` }).click();
  await expect(ticket.getByRole("alert").filter({ hasText: "Choose a reason" })).toBeVisible();
});

test("long names and large type: nothing is cut, nothing scrolls sideways", async ({ page, admin, isMobile }) => {
  test.skip(!isMobile, "widths of phones");
  const word = "Donaudampfschifffahrtsgesellschaftskapitaenskuchen";
  await admin.setSettings({ APP_NAME: `The ${word} of the Old Copper Bell` });
  const id = await productId(page.request, PLAIN_PRODUCT);
  await fillCart(page.request);
  for (const path of ["/", `/products/${id}`, `/?q=${word}`, "/cart", "/checkout"]) {
    await page.goto(path);
    // What is changed by hand must not come before the page has taken over.
    await page.waitForLoadState("networkidle");
    await page.evaluate((text) => {
      for (const title of document.querySelectorAll("h1, h3")) title.append(` ${text}`);
    }, word);
    for (const [width, size] of [
      [390, "100%"],
      [320, "100%"],
      [390, "200%"],
    ] as const) {
      await page.setViewportSize({ width, height: 700 });
      await page.evaluate((text) => (document.documentElement.style.fontSize = text), size);
      const facts = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        cut: document.querySelector("header a span")?.getBoundingClientRect().top ?? 0,
      }));
      expect(facts.overflow, `${path} at ${width} px and ${size}`).toBeLessThanOrEqual(0);
      expect(facts.cut, `${path} at ${width} px and ${size}`).toBeGreaterThanOrEqual(0);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ""));
  }
});
