import { expect, expectAccessible, openPage, test, untilAlive } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, payButton, PLAIN_PRODUCT, readOrderNumber, untilAtCheckout } from "./orders.ts";

test("changes codes and quantities in the checkout and keeps typed values", async ({ page, isMobile }) => {
  const customer = newCustomer("Kodi");
  await fillCart(page.request, 2);
  await fillCart(page.request, 1, "Orange Juice");
  await openPage(page, "/checkout");
  await fillContact(page, customer);
  const before = await payButton(page).innerText();
  const order = page.getByRole("complementary", { name: "Your order" });
  if (isMobile) await order.getByRole("button", { name: /Your order and codes/ }).click();

  await order.getByText("Have a code?").click();
  const enter = async (code: string) => {
    await order.getByLabel("Coupon code").fill(code);
    await order.getByRole("button", { name: "Apply" }).click();
  };
  await enter("welcome10");
  const code = order.getByRole("region", { name: "Codes" }).getByRole("listitem");
  await expect(code).toHaveText(/^WELCOME10−\$\d+\.\d\d/);
  await expect(payButton(page)).not.toHaveText(before);
  await enter("Welcome 10");
  await expect(order.getByRole("status")).toHaveText("You've already entered that code.");

  await order.getByRole("button", { name: `One ${PLAIN_PRODUCT} more` }).click();
  await expect(order.getByText("Subtotal").locator("..")).toContainText("$32.95");
  await order.getByRole("button", { name: "Remove Orange Juice" }).click();
  await expect(order.getByText("Removed: Orange Juice")).toBeVisible();
  await order.getByRole("button", { name: "Undo removing Orange Juice" }).click();
  await expect(order.getByLabel("Quantity of Orange Juice")).toHaveValue("1");
  await order.getByRole("button", { name: "Remove Orange Juice" }).click();
  // The remaining items are checked out.
  await expect(order.getByRole("button", { name: /^Remove Garlic/ })).toHaveCount(0);
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  await expect(payButton(page)).toHaveText("Pay $27.46");
  await payButton(page).click();
  await readOrderNumber(page);
  // This shop sends no email, so none is promised.
  await expect(page.getByText("Keep the link to this page: it's your receipt.")).toBeVisible();
});

test(
  "asks for consent to marketing emails where the shop wants it, and staff see the answer",
  { tag: "@phone" },
  async ({ page, admin }) => {
    const customer = newCustomer("Nuria");
    await fillCart(page.request, 2);
    await openPage(page, "/checkout");
    await expect(page.getByLabel(/^Email me news/), "the shop does not ask").toHaveCount(0);
    await admin.setSettings({ ASK_MARKETING_CONSENT: "on" });
    await openPage(page, "/checkout");
    const box = page.getByLabel("Email me news and offers. I can stop this at any time.");
    await expect(box).not.toBeChecked();
    await expectAccessible(page);
    await box.check();
    await fillContact(page, customer);
    await payButton(page).click();
    await readOrderNumber(page);
    const found = await admin.request.get(`/admin/customers?${new URLSearchParams({ q: customer.email, consent: "given" })}`);
    expect(await found.text()).toContain(customer.name);
  },
);

test("keeps choices made before hydration; an unchanged page asks nothing", { tag: "@phone" }, async ({ page, admin }) => {
  await admin.setSettings({ DELIVERY_FEE: "4.50" });
  await fillCart(page.request, 2);
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/checkout")) changes.push(request.url());
  });
  await openPage(page, "/checkout");
  await untilAlive(page);
  expect(changes).toEqual([]);

  let come = () => {};
  const haveCome = new Promise<void>((resolve) => (come = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await haveCome;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("radio", { name: /^Delivery/ }).check();
  await page.getByLabel("Name", { exact: true }).fill("Quick");
  await expect(payButton(page)).toHaveText("Pay $20.34");
  come();
  await expect(payButton(page)).toHaveText("Pay $25.43");
  await expect(page.getByLabel("Street and number")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Quick");
  expect(changes).toHaveLength(1);
});

test("orders a simple product from the home page in six taps", { tag: "@phone" }, async ({ page }) => {
  let taps = 0;
  const tap = async (target: ReturnType<typeof page.locator>) => {
    await target.tap();
    taps += 1;
  };
  await openPage(page, "/");
  // Products without required choices are added directly in the list.
  await tap(page.getByRole("button", { name: /^Add .+ to your order$/ }).first());
  await tap(page.getByRole("link", { name: /^View order/ }));
  await tap(page.getByRole("link", { name: /^Checkout · / }).filter({ visible: true }));
  await untilAtCheckout(page);
  const { name, email } = newCustomer("Tapa");
  for (const [field, text] of [
    [page.getByLabel("Email", { exact: true }), email],
    [page.getByLabel("Name", { exact: true }), name],
  ] as const) {
    await tap(field);
    await field.fill(text);
  }
  await tap(payButton(page));
  await readOrderNumber(page);
  expect(taps).toBeLessThanOrEqual(6);
});
