import type { Locator, Page } from "@playwright/test";
import { recordAlerts } from "./alerts.ts";
import { expect, openPage, reloadPage, signIn, test } from "./fixtures.ts";
import { fillContact, newCustomer, newOrdersCount, payButton, readOrderNumber, untilAtCheckout } from "./orders.ts";

const toast = (page: Page, text: string): Locator => page.locator("[data-sonner-toaster]").getByText(text, { exact: true });

test("orders with choices, codes, tip and card, and alerts staff", async ({ page, admin, browser }) => {
  const customer = newCustomer("Ines");

  await test.step("the product asks for what is missing and prices what is chosen", async () => {
    await openPage(page, "/");
    await page.getByRole("navigation", { name: "Jump to a category" }).getByRole("link", { name: "Burgers & grill" }).click();
    await page.getByRole("link", { name: /^View all \d+ in Burgers & grill$/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Burgers & grill" })).toBeVisible();
    await page.getByRole("list", { name: "Parts of Burgers & grill" }).getByRole("link", { name: "Burgers", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Burgers" })).toBeVisible();
    await page.getByRole("heading", { name: "Copper Bell Burger" }).getByRole("link").click();
    await expect(page.getByRole("heading", { level: 1, name: "Copper Bell Burger" })).toBeVisible();

    const add = page.getByRole("button", { name: /Add to order/ });
    await expect(add).toContainText("$16.95");
    const drinks = page.getByRole("radiogroup", { name: "Your drink" });
    await expect(drinks).toBeHidden();
    await page.getByRole("radio", { name: /Combo: a side and a drink/ }).check();
    await expect(add).toContainText("$23.90");
    await expect(drinks).toBeVisible();

    await add.click();
    await expect(page.getByRole("alert").filter({ hasText: "Choose 1 for “Your drink”." })).toBeVisible();
    await expect(drinks.getByRole("radio", { name: /Cola/ })).toBeFocused();
    await expect(drinks).toHaveAttribute("aria-invalid", "true");

    await drinks.getByRole("radio", { name: /House lemonade/ }).check();
    await expect(add).toContainText("$24.40");
    await page.getByRole("button", { name: "One more: Maple bacon" }).click();
    await expect(add).toContainText("$26.90");
    await expect(page.getByRole("alert").filter({ hasText: "Choose 1 for “Your drink”." })).toBeHidden();
  });

  await test.step("the choices are in the address", async () => {
    await expect.poll(() => new URL(page.url()).searchParams.getAll("choice").length).toBe(5);
    await reloadPage(page);
    await expect(page.getByRole("button", { name: /Add to order/ })).toContainText("$26.90");
    await expect(page.getByRole("radio", { name: /House lemonade/ })).toBeChecked();
    await page.getByRole("button", { name: /Add to order/ }).click();
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  });

  await test.step("the cart: edited in place, with a note, removed and put back", async () => {
    await page.getByRole("link", { name: "Cart, 1 item" }).click();
    const line = page
      .getByRole("list", { name: "Items in your cart" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: "Copper Bell Burger" }) });
    await expect(line).toContainText("Maple bacon (+$2.50)");
    await line.getByRole("link", { name: "Edit Copper Bell Burger" }).click();
    await expect(page.getByRole("button", { name: /Update/ })).toContainText("$26.90");
    await page.getByRole("radio", { name: /^Well done/ }).check();
    await page.getByRole("button", { name: /Update/ }).click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(line).toHaveCount(1);
    await expect(line).toContainText("Well done");

    await line.getByText("Add a note").click();
    await line.getByLabel("Note for Copper Bell Burger").fill("No sesame, please");
    await line.getByRole("button", { name: "Save note" }).click();
    await expect(line).toContainText("Note: No sesame, please");

    await line.getByRole("button", { name: "Remove Copper Bell Burger" }).click();
    await expect(page.getByText("Removed: Copper Bell Burger")).toBeVisible();
    await expect(page.getByRole("link", { name: "Cart", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo removing Copper Bell Burger" }).click();
    await expect(line).toContainText("Note: No sesame, please");
    await expect(line).toContainText("Well done");
    await expect(page.getByRole("link", { name: "Cart, 1 item" })).toBeVisible();
  });

  await test.step("codes: one that works, one that waits and says for what, none, removed, all removed", async () => {
    const codes = page.getByRole("region", { name: "Codes" });
    const enter = async (code: string) => {
      await codes.getByLabel("Coupon code").fill(code);
      await codes.getByRole("button", { name: "Apply" }).click();
    };
    await codes.getByText("Have a code?").click();
    await enter("welcome10");
    await expect(toast(page, "Coupon applied! You saved $2.69")).toBeVisible();
    await expect(codes.getByRole("listitem").filter({ hasText: "WELCOME10" })).toContainText("−$2.69");

    await enter("FIVER");
    await expect(toast(page, "No applicable promotions found for this coupon code")).toBeVisible();
    const waiting = codes.getByRole("listitem").filter({ hasText: "FIVER" });
    await expect(waiting).toContainText("waiting");
    await expect(waiting).toContainText("Add $3.10 more");

    await enter("NOSUCHCODE");
    await expect(codes.getByLabel("Coupon code")).toHaveAttribute("aria-invalid", "true");
    await expect(codes.getByLabel("Coupon code")).toHaveAccessibleDescription(
      "No applicable promotions found for this coupon code. This code isn't valid.",
    );
    await expect(codes.getByRole("listitem")).toHaveCount(2);

    await codes.getByRole("button", { name: "Remove code WELCOME10" }).click();
    await expect(toast(page, "Coupon removed successfully")).toBeVisible();
    await expect(codes.getByRole("listitem")).toHaveCount(1);
    await enter("WELCOME10");
    await expect(codes.getByRole("listitem")).toHaveCount(2);
    await codes.getByRole("button", { name: "Remove all codes" }).click();
    await expect(toast(page, "All coupons removed successfully")).toBeVisible();
    await expect(codes.getByRole("listitem")).toHaveCount(0);
  });

  await test.step("the cart's total on its button, and a tip in the checkout", async () => {
    const onward = page.getByRole("region", { name: "Summary" }).getByRole("link", { name: "Checkout · $30.40" });
    await expect(onward).toBeVisible();
    await onward.click();
    await untilAtCheckout(page);
    await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
    await expect(payButton(page)).toHaveText("Pay $30.40");
    await page.getByRole("radio", { name: /^18%/ }).check({ force: true });
    await expect(payButton(page)).toHaveText("Pay $35.24");
    await expect(page.getByText("Test payment: no card is charged")).toBeVisible();
  });

  const waitingBefore = await newOrdersCount(admin.request);
  const counter = await browser.newContext({ permissions: ["notifications"] });
  const staff = await counter.newPage();
  const alerts = await recordAlerts(staff, { permission: "granted" });
  const bell = (count: number) => staff.getByRole("link", { name: `New orders: ${count}`, exact: true });
  await signIn(staff);
  await openPage(staff, "/admin/orders");
  await expect(bell(waitingBefore)).toBeVisible();

  await fillContact(page, customer);
  await payButton(page).click();
  const number = await readOrderNumber(page);
  const received = "Received. We will confirm it soon; your card is only on hold.";
  await expect(page.getByRole("region", { name: "Now" })).toContainText(received);
  await expect(page.getByRole("region", { name: "Now" })).not.toContainText(number);
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("$35.24");
  await expect(page.getByRole("link", { name: "Cart", exact: true })).toBeVisible();

  await test.step("staff hear of it and accept", async () => {
    await expect(bell(waitingBefore + 1)).toBeVisible();
    await expect.poll(() => alerts.notifications).toContain(`Received ${waitingBefore + 1} new orders!`);
    await expect.poll(() => alerts.sounds).toContainEqual({ path: "/sounds/new-order.wav", volume: 1, isHeard: true });
    const ticket = staff.getByRole("article", { name: number });
    await expect(ticket).toContainText("No sesame, please");
    await expect(ticket).toContainText("$35.24");
    await ticket.locator("label").filter({ hasText: /^20\b/ }).click();
    await ticket.getByRole("button", { name: "Accept · 20 min" }).click();
    await expect(staff.locator("main").getByText(`${number} accepted, ready about`)).toBeVisible();
    await expect(bell(waitingBefore)).toBeVisible();
  });

  await test.step("the customer's page says so, without reload, after one, and by its link elsewhere", async () => {
    const now = page.getByRole("region", { name: "Now" });
    await expect(now).toContainText(/Accepted\. Ready about ?\d/);
    await expect(page).toHaveTitle(`Accepted · Order ${number}`);
    await reloadPage(page);
    await expect(now).toContainText(/Accepted\. Ready about ?\d/);
    await expect(page.getByRole("listitem").filter({ hasText: "Accepted" })).toHaveAttribute("aria-current", "step");
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await openPage(other, page.url());
    await expect(other.getByRole("heading", { level: 1, name: `Order ${number}` })).toBeVisible();
    await expect(other.getByRole("region", { name: "Now" })).toContainText(/Accepted\. Ready about ?\d/);
    await elsewhere.close();
  });
  await counter.close();
});
