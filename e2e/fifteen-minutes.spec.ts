import { expect, test, type Page } from "@playwright/test";
import sharp from "sharp";
import { expectAccessible, openPage, signIn } from "./fixtures.ts";
import { fillContact, newCustomer, payButton, readOrderNumber, untilAtCheckout } from "./orders.ts";
import { startShop, type RunningShop } from "./shop-process.ts";

/*
 * A new owner sets up the shop of a small bakery, from the first sign-in to an accepted test order. Clicks are mouse clicks, plus one for
 * each file dialog and each choice in a list; a page is a new path in the address bar.
 */

const MOST_CLICKS = 60;
const MOST_PAGES = 12;

const MENU = `Breads
Sourdough 8.50
  Naturally leavened.
  Sliced: No, Yes
Rye loaf 7.50
  Sliced: No, Yes
Baguette 3.75
Pastries
Butter croissant 3.50
Cinnamon roll 4,25
Cakes
Carrot cake 6.00
  Size: Slice, Whole +36.00
Lemon tart $5.50
Brownie 3.75
`;
const PRODUCTS = ["Sourdough", "Rye loaf", "Baguette", "Butter croissant", "Cinnamon roll", "Carrot cake", "Lemon tart", "Brownie"];

let shop: RunningShop;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  shop = await startShop({ SEED: "none" });
});
test.afterAll(() => shop?.stop());

async function countEffort(page: Page) {
  const effort = { clicks: 0, pages: [] as string[] };
  await page.exposeFunction("countClick", () => void (effort.clicks += 1));
  await page.addInitScript(() => {
    const count = (window as unknown as { countClick: () => void }).countClick;
    addEventListener("pointerdown", (event) => (event.isTrusted && window === window.top ? count() : undefined), true);
  });
  page.on("framenavigated", (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && pathname !== effort.pages.at(-1)) effort.pages.push(pathname);
  });
  return effort;
}

const picture = (shade: number) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: { r: 200 - shade * 20, g: 90 + shade * 15, b: 60 } } })
    .png()
    .toBuffer();

test("a bakery is set up from zero to its accepted test order within 60 clicks and 12 pages", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: shop.url })).newPage();
  const effort = await countEffort(page);
  const step = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}`), expanded: true });
  const heading = (name: string) => page.getByRole("heading", { level: 2, name: new RegExp(`^${name}`) });
  const save = () => page.getByRole("button", { name: "Save and continue" }).click();

  await test.step("the first sign-in leads to the setup, which asks who may see the shop", async () => {
    await signIn(page);
    await page.getByRole("link", { name: "Set up step by step" }).click();
    await page.getByRole("button", { name: "Only staff, until I open it" }).click();
    await expect(step("Name, address and tax")).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await visitor.goto("/cart");
    await expect(visitor.getByRole("heading", { level: 1, name: "Opening soon" })).toBeVisible();
    await expectAccessible(visitor);
    await visitor.context().close();
  });

  await test.step("name, place and tax, as the place makes them likely", async () => {
    await page.getByLabel("Shop name").fill("Rye & Co");
    await page.getByLabel("Telephone").fill("416 555 0142");
    await page.getByLabel("Street address").fill("12 Mill Lane");
    await page.getByLabel("Postal code").fill("M5A 2K7");
    await page.getByLabel("Province or state").fill("Ontario");
    await page.getByLabel("Country").fill("Canada");
    await page.getByRole("button", { name: "Use these" }).press("Enter");
    await expect(page.getByText(/^Usual in Ontario/)).toBeFocused();
    await expect(page.locator("[aria-live=polite]").getByText(/^Filled in: .*Tax rate in percent/)).toHaveCount(1);
    effort.clicks += 1;
    await expect(page.getByLabel("Tax rate in percent")).toHaveValue("13");
    await save();
  });

  await test.step("hours of all days, delivery with its fee", async () => {
    await expect(step("Opening hours")).toBeVisible();
    await expect(heading("Opening hours")).toBeFocused();
    await page.getByLabel("Opens at").fill("00:00");
    await page.getByLabel("Closes at").fill("23:59");
    await page.keyboard.press("Enter");
    effort.clicks += 1;
    await expect(step("Pickup and delivery")).toBeVisible();
    await expect(heading("Pickup and delivery")).toBeFocused();
    await page.getByRole("switch", { name: "Offer delivery" }).click();
    await page.getByLabel("Delivery fee").fill("4.50");
    await page.getByLabel("Minimum delivery order").fill("15");
    await save();
  });

  await test.step("eight products in three categories with choices, typed as a list, and their pictures at once", async () => {
    await expect(step("Menu")).toBeVisible();
    await page.getByRole("textbox", { name: "Menu", exact: true }).fill(MENU);
    await expect(page.getByRole("table").getByRole("row")).toHaveCount(1 + PRODUCTS.length);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add 8 products" }).click();
    await expect(page.getByText("8 products added.").first()).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Menu", exact: true })).toHaveValue("");
    await expect(page.getByRole("button", { name: "Add products" })).toBeFocused();
    effort.clicks += 2;
    await page
      .getByLabel("Choose pictures")
      .setInputFiles(
        await Promise.all(
          PRODUCTS.map(async (name, index) => ({ name: `${name}.png`, mimeType: "image/png", buffer: await picture(index) })),
        ),
      );
    await expect(page.getByText("8 products have new pictures.")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
  });

  await test.step("a colour and a font of its own", async () => {
    await expect(step("Look")).toBeVisible();
    await page.getByRole("textbox", { name: "Colour code" }).fill("#8a3b12");
    effort.clicks += 2;
    await page.getByLabel("Heading font").selectOption({ index: 2 });
    await save();
  });

  await test.step("what can wait is skipped; a member of staff is invited", async () => {
    for (const name of ["Card payments", "Emails"]) {
      await expect(step(name)).toBeVisible();
      await page.getByRole("button", { name: "Skip" }).click();
    }
    await expect(step("Staff")).toBeVisible();
    await page.getByLabel("Name", { exact: true }).fill("Bo");
    await page.getByLabel("Email", { exact: true }).fill("bo@example.com");
    await page.getByRole("button", { name: "Invite" }).click();
    await expect(page.getByText("Bo is invited.")).toBeVisible();
  });

  await test.step("a coupon with a known code", async () => {
    await page.getByRole("link", { name: "Promotions" }).click();
    await page.getByRole("link", { name: "Add promotion" }).first().click();
    await page.getByLabel("Name", { exact: true }).fill("Welcome");
    await page.getByLabel("Title", { exact: true }).fill("10% off your first order");
    effort.clicks += 2;
    await page.getByLabel("Method").selectOption("coupon");
    await page.getByLabel("Code", { exact: true }).fill("WELCOME10");
    effort.clicks += 2;
    await page.getByLabel("Status").selectOption("active");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  });

  await test.step("a test order with the code, as a customer would", async () => {
    await page.getByRole("link", { name: "View shop" }).click();
    await expect(page.getByText("Only staff can see the shop.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add Baguette to your order" }).click();
    await page
      .getByRole("link", { name: /^Cart, 1 item/ })
      .first()
      .click();
    await page.getByText("Have a code?").click();
    await page.getByLabel("Coupon code").fill("WELCOME10");
    await page.getByRole("button", { name: "Apply" }).click();
    await page
      .getByRole("link", { name: /checkout/i })
      .first()
      .click();
    await untilAtCheckout(page);
    await fillContact(page, newCustomer("Test"));
    await payButton(page).click();
    await readOrderNumber(page);
  });

  await test.step("the order is accepted", async () => {
    await openPage(page, "/admin/orders");
    await expect(page.getByText("Test order", { exact: true }).first()).toBeVisible();
    await page.getByRole("button", { name: /^Accept · / }).click();
    await expect(page.getByText("No new orders", { exact: true })).toBeVisible();
  });

  // The owner's own number; the test report contains it, too.
  const figures = `${effort.clicks} clicks, ${effort.pages.length} pages: ${effort.pages.join(" ")}`;
  console.log(figures);
  expect(effort.clicks, figures).toBeLessThanOrEqual(MOST_CLICKS);
  expect(effort.pages.length, figures).toBeLessThanOrEqual(MOST_PAGES);

  await test.step("once it is open, visitors see the shop with its goods", async () => {
    await openPage(page, "/admin/setup?step=open");
    await expect(page.getByText("Opening the shop removes 1 test order.")).toBeVisible();
    await page.getByRole("button", { name: "Open the shop" }).press("Enter");
    await expect(page.getByText("The shop is open.", { exact: true })).toBeFocused();
    await expect(page.getByText("The shop is open. 1 test order was removed.")).toBeVisible();
    const visitor = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await openPage(visitor, "/");
    await expect(visitor.getByRole("heading", { name: "Sourdough" }).first()).toBeVisible();
    await visitor.context().close();
  });
  await page.context().close();
});
