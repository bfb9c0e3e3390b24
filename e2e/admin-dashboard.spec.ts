import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";

test("dashboard numbers lead to their orders, tables and files", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin");
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "90 days" }).click();
  await expect(page.getByRole("heading", { name: "Last 90 days" })).toBeVisible();
  await expect(page.getByRole("img", { name: /^Sales by day, Last 90 days/ })).toBeVisible();
  const weekdays = page.getByRole("region", { name: "Sales by weekday" });
  await weekdays.getByText("View as table").click();
  await expect(weekdays.getByRole("row")).toHaveCount(8);
  await expectAccessible(page);

  const file = await page.request.get((await weekdays.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toContain("text/csv");
  expect(await file.text()).toMatch(/^Weekday,Sales,Orders,Sales a day\r\nSunday,/);

  const days = page.getByRole("form", { name: "Custom days" });
  await days.getByLabel("From").fill("2026-01-05");
  await days.getByLabel("to", { exact: true }).fill("2026-01-05");
  await days.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "Mon, Jan 5, 2026" })).toBeVisible();
  await page.getByRole("link", { name: "Tips: show these orders" }).click();
  await expect(page).toHaveURL(/\/admin\/orders\?status=sold&with=tips&from=2026-01-05&to=2026-01-05$/);
  await expect(page.getByRole("link", { name: /Only: with a tip/ })).toBeVisible();
});

test("marks an item as sold out on the orders page and restores it", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/orders?sellout=marinara");
  await expectAccessible(page);
  await page
    .getByRole("button", { name: /^Sold out today/ })
    .first()
    .click();
  await expect(page.getByText(/^Sold out\. Sold again from/)).toBeVisible();
  await page
    .getByRole("button", { name: /^Sell again.*Marinara/ })
    .first()
    .click();
  await expect(page.getByText("It is on sale again.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Sold out today/ }).first()).toBeVisible();
});
