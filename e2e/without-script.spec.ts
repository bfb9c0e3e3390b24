import { clickAndLoad, expect, test } from "./fixtures.ts";
import { newCustomer, orderOf, readOrderNumber } from "./orders.ts";

test.use({ javaScriptEnabled: false });

test("without JavaScript the main navigation opens and works", { tag: "@desktop" }, async ({ page }) => {
  await page.goto("/");
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByText("Kitchen", { exact: true }).click();
  await clickAndLoad(navigation.getByRole("link", { name: "Burgers", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Burgers" })).toBeVisible();
});

test("without JavaScript: browse, choose, edit the cart, use a code, order", { tag: "@phone" }, async ({ page, admin }) => {
  const customer = newCustomer("Paul");
  await page.goto("/");
  await page.locator("header summary[aria-label='Menu']").click();
  await clickAndLoad(page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Burgers", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "Burgers" })).toBeVisible();
  await page.getByLabel("Sort by").selectOption({ label: "Price, low to high" });
  await clickAndLoad(page.getByRole("button", { name: "Sort", exact: true }));
  await expect(page).toHaveURL(/sort=price/);
  await clickAndLoad(page.getByRole("heading", { name: "Copper Bell Burger" }).getByRole("link"));

  await test.step("a missing choice comes back with its sentence and everything chosen", async () => {
    await page.getByRole("radio", { name: /Combo: a side and a drink/ }).check();
    await page.getByRole("radio", { name: /^Well done/ }).check();
    await clickAndLoad(page.getByRole("button", { name: "Add to order" }));
    await expect(page).toHaveURL(/\/products\/\d+\?.*problem=/);
    await expect(page.getByText("Choose 1 for “Your drink”.").first()).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Well done/ })).toBeChecked();
    await page.getByRole("radio", { name: /House lemonade/ }).check();
    await clickAndLoad(page.getByRole("button", { name: /Show the price of these choices/ }));
    await expect(page.getByRole("button", { name: /Show the price of these choices/ })).toContainText("$24.40");
    await clickAndLoad(page.getByRole("button", { name: "Add to order" }));
    await expect(page).toHaveURL(/\/cart$/);
  });

  await test.step("the cart's plain forms", async () => {
    const line = page
      .getByRole("list", { name: "Items in your cart" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "Copper Bell Burger" }) });
    await expect(line).toContainText("Well done");
    await clickAndLoad(line.getByRole("button", { name: /^One Copper Bell Burger .*more$/ }));
    await expect(line.getByLabel("Quantity of Copper Bell Burger")).toHaveValue("2");
    await clickAndLoad(line.getByRole("button", { name: /^One Copper Bell Burger .*less$/ }));
    await expect(line.getByLabel("Quantity of Copper Bell Burger")).toHaveValue("1");
    await line.getByText("Add a note").click();
    await line.getByLabel("Note for Copper Bell Burger").fill("No rush");
    await clickAndLoad(line.getByRole("button", { name: "Save note" }));
    await expect(line).toContainText("Note: No rush");
    await clickAndLoad(line.getByRole("button", { name: "Remove Copper Bell Burger" }));
    await expect(page.getByText("Removed: Copper Bell Burger")).toBeVisible();
    await clickAndLoad(page.getByRole("button", { name: "Undo removing Copper Bell Burger" }));
    await expect(line).toContainText("Note: No rush");
  });

  await test.step("a code", async () => {
    const codes = page.getByRole("region", { name: "Codes" });
    await codes.getByText("Have a code?").click();
    await codes.getByLabel("Coupon code").fill("WELCOME10");
    await clickAndLoad(codes.getByRole("button", { name: "Apply" }));
    await expect(page.getByText("Coupon applied! You saved $2.44")).toBeVisible();
    await clickAndLoad(codes.getByRole("button", { name: "Remove code WELCOME10" }));
    await expect(page.getByText("Coupon removed successfully")).toBeVisible();
  });

  await test.step("the checkout's plain header: home, back to the cart, the telephone, and nothing else", async () => {
    const toCheckout = page.getByRole("link", { name: /^Checkout · / }).filter({ visible: true });
    await clickAndLoad(toCheckout);
    const header = page.getByRole("banner");
    await expect(header.getByRole("link")).toHaveCount(3);
    await expect(header.getByRole("link", { name: "Copper Bell" })).toHaveAttribute("href", "/");
    await expect(header.getByRole("link", { name: "Call (416) 555-0142" })).toHaveAttribute("href", "tel:4165550142");
    await expect(header.getByRole("searchbox")).toHaveCount(0);
    await clickAndLoad(header.getByRole("link", { name: "Back to cart" }));
    await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
    await clickAndLoad(toCheckout);
  });

  await test.step("no tip is a choice too, a wrong one is shown again beside its sentence, and nothing typed is lost", async () => {
    await page.getByLabel("Email", { exact: true }).fill(customer.email);
    await page.getByLabel("Name", { exact: true }).fill(customer.name);
    await page.getByRole("radio", { name: /^Own/ }).check({ force: true });
    await page.getByLabel("Tip in dollars").fill("lots");
    await clickAndLoad(page.getByRole("button", { name: /^Pay \$/ }));
    await expect(page.getByLabel("Tip in dollars")).toHaveValue("lots");
    await expect(page.getByLabel("Tip in dollars")).toHaveAccessibleDescription(/^Enter the tip with/);
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
    const none = page.getByRole("radio", { name: /^None/ });
    await none.check({ force: true });
    await clickAndLoad(page.getByRole("button", { name: "Update the total" }));
    await page.reload();
    await expect(none).toBeChecked();
  });

  await test.step("what the summary refuses is said in the checkout, beside the field", async () => {
    const order = page.getByRole("complementary", { name: "Your order" });
    const quantity = order.getByLabel("Quantity of Copper Bell Burger");
    await quantity.fill("0");
    await quantity.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
    await expect(quantity).toHaveAccessibleDescription(/1 to 99/);
    await order.getByText("Have a code?").click();
    await order.getByLabel("Coupon code").fill("!!");
    await clickAndLoad(order.getByRole("button", { name: "Apply" }));
    await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(customer.email);
  });

  await test.step("the order, on the test card's own page", async () => {
    await clickAndLoad(page.getByRole("button", { name: /^Pay \$/ }));
    await clickAndLoad(page.getByRole("button", { name: /^Pay \$27\.57/ }));
    const onward = page.getByRole("link", { name: /^Continue to / });
    if (await onward.isVisible()) await clickAndLoad(onward);
    await readOrderNumber(page);
    expect((await orderOf(admin.request, customer)).final_total).toBe(27.57);
  });
});
