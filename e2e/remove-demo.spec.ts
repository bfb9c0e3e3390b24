import { expect, test } from "@playwright/test";
import { expectAccessible, openPage, signIn } from "./fixtures.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

let shop: RunningShop;

test.beforeAll(async () => {
  shop = await startShop();
});
test.afterAll(async () => {
  await shop.stop();
});

test("the owner removes the demo, keeps a backup and continues with a menu", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await signIn(page);
  await openPage(page, "/admin");
  await page.getByRole("button", { name: "Add example orders" }).click();
  await expect(page.getByRole("link", { name: /^2 orders wait for your answer/ })).toBeVisible();
  await expectAccessible(page);
  // They may stay open.
  await openPage(page, "/admin/setup");
  await page.getByText("Remove the demo content", { exact: true }).click();
  await expectAccessible(page);
  await page.getByLabel("Type REMOVE to confirm").fill("REMOVE");
  await page.getByRole("button", { name: "Back up and remove the demo" }).click();
  const note = page.getByText("To go back, restore the backup");
  await expect(note).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Menu", exact: true })).toBeVisible();
  const file = (await note.locator("strong").textContent()) ?? "";
  expect(await shop.run("restore", file, "--check")).toMatchObject({ code: 0 });
  await page.goto("/");
  await expect(page.getByText("The menu isn't ready yet.")).toBeVisible();
});
