import { zoneWhereItIs } from "#test/clock.ts";
import { expect, openPage, signIn, test } from "./fixtures.ts";
import { fillCart, fillContact, newCustomer, orderOf, readOrderNumber } from "./orders.ts";

/** A time of a 12-hour clock. */
const HALF_DAY = /\d [AP]M\b/i;
const RANGE = /^\d{2}:\d{2}–\d{2}:\d{2}/;

test(
  "a British shop writes 24 hours and the day before the month for customers and staff",
  { tag: "@desktop" },
  async ({ page, admin }) => {
    const customer = newCustomer("Harriet");
    await admin.setSettings({
      LOCALE: "en-GB",
      STORE_TIMEZONE: zoneWhereItIs(12),
      STORE_OPEN_TIME: "09:00",
      STORE_CLOSING_TIME: "21:30",
      ALLOW_SCHEDULING: "on",
    });

    await test.step("opening hours", async () => {
      await openPage(page, "/");
      await expect(page.getByText("09:00 – 21:30").first()).toBeVisible();
      await expect(page.getByText(/until 21:30/).first()).toBeVisible();
      await expect(page.locator("body")).not.toContainText(HALF_DAY);
    });

    await test.step("time slots", async () => {
      await fillCart(page.request);
      await openPage(page, "/checkout");
      await page.getByRole("radio", { name: /^At a time I choose/ }).check();
      const times = page.getByRole("combobox", { name: "Time" });
      await expect(times.locator("option").nth(1)).toHaveText(RANGE);
      const days = await page.getByRole("combobox", { name: "Day" }).locator("option").allTextContents();
      expect(days.at(-1)).toMatch(/^[A-Z][a-z]+day, \d{1,2} [A-Z][a-z]+$/);
      await expect(page.locator("body")).not.toContainText(HALF_DAY);
      await page.getByRole("radio", { name: /^As soon as possible/ }).check();
      await fillContact(page, customer);
      await page.getByRole("button", { name: /^Pay US\$/ }).click();
      await readOrderNumber(page);
    });

    await test.step("the page of the order", async () => {
      await expect(page.getByText(/\b1[23]:[0-5]\d/).first()).toBeVisible();
      await expect(page.locator("body")).not.toContainText(HALF_DAY);
    });

    await test.step("the staff area", async () => {
      const { id } = await orderOf(admin.request, customer);
      await signIn(page);
      for (const path of ["/admin/orders", `/admin/orders/${id}`, "/admin/orders/outbox", "/admin/history"]) {
        await openPage(page, path);
        await expect(page.locator("main")).not.toContainText(HALF_DAY);
      }
      await openPage(page, "/admin/history");
      await expect(page.locator("main")).toContainText(/\d{1,2} [A-Z][a-z]{2} 20\d\d, \d{2}:\d{2}/);
    });
  },
);
