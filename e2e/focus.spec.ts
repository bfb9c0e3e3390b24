import type { Locator, Page } from "@playwright/test";
import { sql } from "drizzle-orm";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { expect, openPage, signIn, signInByCall, test, withDb } from "./fixtures.ts";
import { expectAnnounced, expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { fillCart, newCustomer, orderOf, payButton, placeOrder, productId } from "./orders.ts";

/** The focused element as text: its name and its kind. */
const focused = (page: Page) => page.locator(":focus");

test("focuses and announces the page after navigation, in shop and staff area @desktop", async ({ page }) => {
  await recordAnnouncements(page);
  await openPage(page, "/");
  await takeAnnouncements(page);
  await page.locator("main a[href='/5/products']").first().focus();
  await page.keyboard.press("Enter");
  await expect(focused(page)).toHaveText("Pizza");
  expect(await takeAnnouncements(page)).toEqual([await page.title()]);
  await test.step("a page of staff", async () => {
    await signIn(page);
    await page.getByRole("link", { name: "Categories" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeFocused();
    // Orders of other tests may also be counted in the title and announced.
    await expectAnnouncedOnce(page, /^Categories/);
  });
});

test("sorts a list on selection, not on an arrow key, and keeps the focus @desktop", async ({ page }) => {
  await openPage(page, "/5/products");
  const sort = page.getByLabel("Sort by");
  await sort.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/\/5\/products$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sort=price\b/);
  await expect(sort).toBeFocused();
});

test("moves focus from a removed button to the next card's @desktop", async ({ page }) => {
  await openPage(page, "/about");
  await page.evaluate(() => {
    const card = (name: string) =>
      `<article><h3><a href="/about">${name}</a></h3><div><button data-act="accept">Accept ${name}</button></div></article>`;
    document.querySelector("main")?.insertAdjacentHTML("beforeend", `<section>${card("one")}${card("two")}</section>`);
  });
  await page.getByRole("button", { name: "Accept one" }).focus();
  await page.getByRole("button", { name: "Accept one" }).evaluate((button) => button.remove());
  await expect(page.getByRole("heading", { name: "one" })).toBeFocused();
  await page.getByRole("heading", { name: "one" }).evaluate((heading) => heading.closest("article")?.remove());
  await expect(page.getByRole("button", { name: "Accept two" })).toBeFocused();
});

test("steppers, Remove and Undo of the cart keep the focus @desktop", async ({ page }) => {
  await page.goto("/cart");
  await fillCart(page.request, 2);
  await fillCart(page.request, 1, "Orange Juice");
  await openPage(page, "/cart");
  const less = page.getByRole("button", { name: "One Garlic Flatbread less" });
  await less.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Quantity of Garlic Flatbread")).toHaveValue("1");
  await expect(less).toBeFocused();
  await expect(less).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Quantity of Garlic Flatbread")).toHaveValue("1");

  await page.getByRole("button", { name: "Remove Garlic Flatbread" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Undo removing Garlic Flatbread" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Garlic Flatbread" })).toBeFocused();
});

test("cart and checkout announce each change once @desktop", async ({ page }) => {
  const press = async (button: string) => {
    await page.getByRole("button", { name: button }).focus();
    await page.keyboard.press("Enter");
  };
  const choose = async (option: RegExp) => {
    await page.getByRole("radio", { name: option }).focus();
    await page.keyboard.press("Space");
  };
  await recordAnnouncements(page);
  await page.goto("/cart");
  await fillCart(page.request, 4);
  await openPage(page, "/cart");
  await takeAnnouncements(page);
  await press("One Garlic Flatbread more");
  // Repeated announcements are in the log at the next change at the latest.
  await expectAnnounced(page, /^5 × Garlic Flatbread, \$45\.00\. Brown Sugar Cookie is added, free of charge\. Total now \$\d+\.\d\d\.$/);
  await press("Remove Garlic Flatbread");
  await expectAnnounced(page, /^Garlic Flatbread is removed\. The free Brown Sugar Cookie is taken out\. Total now \$0\.00\.$/);
  await page.keyboard.press("Enter");
  await expectAnnounced(page, /^5 × Garlic Flatbread is added\. Brown Sugar Cookie is added, free of charge\. Total now \$\d+\.\d\d\.$/);
  await test.step("the same wrong quantity is announced each time", async () => {
    const quantity = page.getByRole("textbox", { name: "Quantity of Garlic Flatbread" });
    for (const key of ["Enter", "Tab"]) {
      await quantity.fill("0");
      await quantity.press(key);
      await expectAnnounced(page, /^Enter a whole number from 1 to 99\.$/);
      await expect(quantity).toHaveAccessibleDescription("Enter a whole number from 1 to 99.");
    }
  });
  await test.step("a number above the limit is announced and not shortened to one that fits", async () => {
    const quantity = page.getByRole("textbox", { name: "Quantity of Garlic Flatbread" });
    await quantity.focus();
    await page.keyboard.type("200");
    await expect(quantity).toHaveValue(/200/);
    await page.keyboard.press("Tab");
    await expectAnnounced(page, /^Enter a whole number from 1 to 99\.$/);
    await expect(quantity).toHaveAccessibleDescription("Enter a whole number from 1 to 99.");
    await expect(quantity).toHaveValue("5");
  });
  await test.step("a refused code says so beside its field, too", async () => {
    await page.locator("summary", { hasText: "Have a code?" }).focus();
    await page.keyboard.press("Enter");
    const field = page.getByLabel("Coupon code");
    await field.fill("NOSUCHCODE");
    await field.press("Enter");
    await expectAnnounced(page, /^No applicable promotions found for this coupon code$/);
    await expect(field).toHaveAccessibleDescription(/^No applicable promotions found for this coupon code/);
  });

  await openPage(page, "/checkout");
  await takeAnnouncements(page);
  await press("One Garlic Flatbread less");
  await expectAnnounced(page, /^4 × Garlic Flatbread, \$36\.00\. The free Brown Sugar Cookie is taken out\. Total now \$\d+\.\d\d\.$/);
  await press("One Garlic Flatbread more");
  await expectAnnounced(page, /^5 × Garlic Flatbread, \$45\.00\. Brown Sugar Cookie is added, free of charge\. Total now \$\d+\.\d\d\.$/);
  await choose(/^15%/);
  await expectAnnounced(page, /^Total now \$\d+\.\d\d\.$/);
  await choose(/^Delivery/);
  await expectAnnounced(page, /^Total now \$\d+\.\d\d\.$/);
  await choose(/^Pickup/);
  await expectAnnounced(page, /^Total now \$\d+\.\d\d\.$/);
  await page.locator("summary", { hasText: "Have a code?" }).focus();
  await page.keyboard.press("Enter");
  const code = page.getByLabel("Coupon code");
  await code.fill("NOSUCHCODE");
  await code.press("Enter");
  await expectAnnounced(page, /^No applicable promotions found for this coupon code$/);
  await expect(code).toHaveAttribute("aria-invalid", "true");
  await expect(code).toHaveAccessibleDescription(/^No applicable promotions found for this coupon code/);
  await code.fill("WELCOME10");
  await code.press("Enter");
  await expectAnnouncedOnce(page, /^Total now \$\d+\.\d\d\.$/);
  await expect(page.getByRole("button", { name: "Remove code WELCOME10" })).toBeVisible();

  const email = page.getByLabel("Email", { exact: true });
  await test.step("a field that is left with a mistake is announced, once", async () => {
    await takeAnnouncements(page);
    await email.fill("vera@");
    await email.press("Tab");
    await expectAnnounced(page, /^Enter an email address/);
    await email.press("Tab");
    await email.fill("");
    await email.press("Tab");
    await expect(email).toHaveAccessibleDescription(/Enter an email address/);
    expect(await takeAnnouncements(page)).toEqual([]);
  });
  await test.step("refused fields are announced by focus, and not again while they are corrected", async () => {
    await payButton(page).click();
    const refused = page.getByRole("group", { name: /another look$/ });
    await expect(refused).toBeFocused();
    await expect(refused).toHaveAccessibleDescription(/Enter an email address/);
    expect(await takeAnnouncements(page)).toEqual([]);
    await email.fill(newCustomer("Vera").email);
    await page.getByLabel("Phone").focus();
    await expect(refused).not.toContainText("Enter an email address");
    expect(await takeAnnouncements(page)).toEqual([]);
    await payButton(page).click();
    await expect(refused).toBeFocused();
  });
  const summary = page.getByRole("complementary", { name: "Your order" });
  const isBefore = await email.evaluate(
    (field, order) => (field.compareDocumentPosition(order as Node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    await summary.elementHandle(),
  );
  expect(isBefore, "the form comes before the order for the keyboard").toBe(true);
});

test("announces a new order, and focuses the field after a refused sign-in @desktop", async ({ page, shop }) => {
  await recordAnnouncements(page);
  await openPage(page, "/admin/login");
  await page.getByLabel("Email", { exact: true }).fill("nobody@example.com");
  await page.getByLabel("Password").fill("wrong-password-here");
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle(/^Error: Sign in/);
  await expect(page.getByLabel("Password")).toBeFocused();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Check the password.");
  await signIn(page);
  await openPage(page, "/admin/category");
  await expect(page.getByRole("link", { name: /^New orders/ })).toBeVisible();
  await page.waitForResponse(/poll-orders/);
  // The kitchen view has its own header.
  const kitchen = await page.context().newPage();
  await recordAnnouncements(kitchen);
  await openPage(kitchen, "/admin/orders/accepted?view=kitchen");
  await kitchen.waitForResponse(/poll-orders/);
  await takeAnnouncements(page);
  const { number } = await placeOrder(shop.url, newCustomer("Nina"));
  for (const each of [page, kitchen]) await expectAnnouncedOnce(each, `New order ${number}, pickup`);
  await expect(kitchen).toHaveTitle(/^\(\d+\) /);
  await expect(page).toHaveTitle(/^\(\d+\) Categories/);
});

test("bars unstick at 400 % zoom, and selected options stay marked in forced colours @desktop", async ({ page }) => {
  await page.goto("/cart");
  await fillCart(page.request, 1);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ["/", "/cart", "/checkout"]) {
    await openPage(page, path);
    const hidden = await page.evaluate(() => {
      const bars = [...document.querySelectorAll("body *")].filter((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position));
      return bars
        .filter((bar) => bar.checkVisibility() && bar.getBoundingClientRect().height > 8 && !bar.matches(".sr-only"))
        .map((bar) => bar.className);
    });
    expect(hidden, `bars of ${path}`).toEqual([]);
  }
  await test.step("nothing that a press inserts pushes what has the focus under the save bar", () => expectFocusBesideSaveBar(page));
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, "/checkout");
  await page.emulateMedia({ forcedColors: "active" });
  const mark = page.locator("label:has(> input[type=radio]:checked)").first();
  await expect(mark).toHaveCSS("outline-width", "3px");
  await expect(page.getByRole("button", { name: /^Pay \$/ })).toHaveCSS("border-top-width", "1px");
});

/** In the settings and in record forms, on a phone and at 400 % zoom. */
async function expectFocusBesideSaveBar(page: Page): Promise<void> {
  const pressAtLowerEdge = async (control: Locator, ...keys: readonly string[]) => {
    await control.focus();
    // The position after tabbing from above.
    await control.evaluate((element) => element.scrollIntoView({ block: "end" }));
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Nothing covers the beginning of the focused element, and it is in the viewport. */
  const expectClear = () =>
    expect
      .poll(() =>
        focused(page).evaluate((element) => {
          const { left, top, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + 12, top + Math.min(height / 2, 24)));
        }),
      )
      .toBe(true);
  await signInByCall(page.request);
  const onPhoneAndZoomed = async (check: (round: number) => Promise<void>) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await check(1);
    await page.setViewportSize({ width: 320, height: 256 });
    await check(2);
  };
  await openPage(page, "/admin/site-settings#tax-and-tip");
  await onPhoneAndZoomed(async () => {
    await pressAtLowerEdge(page.getByLabel("Allow tips"), "Space");
    await expectClear();
  });
  await openPage(page, "/admin/promotions/add");
  await onPhoneAndZoomed(async (round) => {
    await pressAtLowerEdge(page.getByLabel("Add a condition"), "ArrowDown", "Enter");
    await expect(page.getByRole("button", { name: /^Remove condition \d$/ })).toHaveCount(round);
    await expectClear();
  });
  await openPage(page, "/admin/product/add");
  await onPhoneAndZoomed(async () => {
    await pressAtLowerEdge(page.getByRole("button", { name: "Bold" }), "Enter");
    await expect(page.getByRole("textbox", { name: "Description" })).toBeFocused();
    await expectClear();
  });
}

test("order page and lists keep the focus and announce each change once by keyboard @desktop", async ({ page, shop, admin }) => {
  const customer = newCustomer("Lena");
  const { number } = await placeOrder(shop.url, customer);
  const { id } = await orderOf(admin.request, customer);
  await recordAnnouncements(page);
  await signInByCall(page.request);
  // On a busy machine six seconds may pass before Undo is clicked.
  await openPage(page, "/admin/orders/account");
  const undoTime = page.getByLabel("Time to undo a rejection");
  await undoTime.selectOption("60 seconds");
  await expect(undoTime).toHaveValue("60");
  await openPage(page, `/admin/orders/${id}`);
  const press = async (name: string) => {
    await page.getByRole("button", { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  const reject = page.locator("[data-act=reject] summary");
  await reject.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Too busy" }).focus();
  await page.keyboard.press("Space");
  await press(`Reject ${number}`);
  await expect(page.getByRole("button", { name: `Undo the rejection of ${number}`, exact: true })).toBeFocused();
  await takeAnnouncements(page);
  await page.keyboard.press("Enter");
  await expect(reject).toBeFocused();
  await expectAnnouncedOnce(page, `${number} is not rejected.`);
  await press("Accept ·");
  const start = page.getByRole("button", { name: "Start preparing" });
  await expect(start).toBeFocused();
  // It gets the focus as soon as it is shown, and works once the acceptance has a response.
  await expect(start).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Ready", exact: true })).toBeFocused();
  const refund = page.locator("summary", { hasText: "Refund…" });
  await refund.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "An amount" }).focus();
  await page.keyboard.press("Space");
  const amount = page.getByLabel("Amount in dollars");
  await amount.focus();
  await page.keyboard.type("99");
  await expect(amount).toHaveAttribute("aria-invalid", "true");
  await expect(amount).toHaveAccessibleDescription("At most $10.17 can be refunded.");
  await expectAnnouncedOnce(page, "At most $10.17 can be refunded.");
  await press("Refund");
  await expect(amount).toBeFocused();
  await amount.fill("4.50");
  await amount.press("Enter");
  await expect(page.getByRole("button", { name: "Refund $4.50 to the card" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Refunded: $4.50").first()).toBeVisible();
  await expect(refund).toBeFocused();

  await openPage(page, "/admin/orders?status=all&per_page=1");
  await page.getByRole("searchbox", { name: "Number, name or phone" }).focus();
  await page.keyboard.type(customer.name);
  await expectAnnouncedOnce(page, "Orders: 1");
  await openPage(page, "/admin/product?per_page=10");
  await page.getByRole("link", { name: "Next" }).focus();
  await takeAnnouncements(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/page=2/);
  await expectAnnouncedOnce(page, /^Products/);
});

test("the focus returns to the refund after a slow provider and a page update @desktop", async ({ page, shop, admin }) => {
  const customer = newCustomer("Lena");
  await placeOrder(shop.url, customer);
  const { id, version } = await orderOf(admin.request, customer);
  const accepted = await admin.request.post(`/admin/api/orders/${id}/accept`, { data: { version, minutes: 20 } });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await signInByCall(page.request);
  await openPage(page, `/admin/orders/${id}`);
  const refund = page.locator("summary", { hasText: "Refund…" });
  await refund.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "An amount" }).check();
  await page.getByLabel("Amount in dollars").fill("4.50");
  // The provider cannot write anything until this transaction ends.
  await withDb(shop, (db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${simulatorObjects} in exclusive mode`);
      await page.getByRole("button", { name: "Refund $4.50 to the card" }).focus();
      await page.keyboard.press("Enter");
      await expect(page.getByText("Waiting for the card provider.")).toBeVisible();
    }),
  );
  await expect(page.getByText("Refunded: $4.50").first()).toBeVisible();
  await expect(refund).toBeFocused();
});

test("menu builder moves and removals keep the focus and are announced once @desktop", async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/menu-builder");
  await page.getByRole("button", { name: "Add text" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Parking");
  const rows = page.getByRole("list", { name: "Top menu" }).locator("[data-row-link]");
  const row = rows.filter({ hasText: "Parking" });
  const neighbour = (await rows.nth(-2).textContent()) ?? "";
  await row.focus();
  await takeAnnouncements(page);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(row).toBeFocused();
  await expectAnnouncedOnce(page, /^Parking is now \d+ of \d+$/);
  await page.getByRole("button", { name: "Remove item with its subitems" }).focus();
  await page.keyboard.press("Enter");
  await expect(focused(page)).toHaveText(neighbour);
  await expectAnnouncedOnce(page, "Parking removed");
});

test("announces adjusted quantities, and the cart badge's name has the number @desktop", async ({ page }) => {
  await recordAnnouncements(page);
  await page.goto("/cart");
  await fillCart(page.request, 99);
  await fillCart(page.request, 21, "Orange Juice");
  await openPage(page, `/products/${await productId(page.request, "Garlic Flatbread")}`);
  const cart = page.getByRole("banner").getByRole("link", { name: /^Cart, 12\d items$/ });
  await expect(cart).toHaveText("99+");
  await takeAnnouncements(page);
  const quantity = page.getByRole("spinbutton", { name: "Quantity" });
  await quantity.focus();
  await page.keyboard.type("200");
  await expect(quantity).toHaveValue("99");
  await expect(quantity).toHaveAccessibleDescription("Only 1 to 99.");
  await expectAnnouncedOnce(page, "Only 1 to 99.");
  await page.getByRole("button", { name: "One less: Quantity" }).press("Enter");
  await expect(quantity).toHaveValue("98");
  await expect(quantity).toHaveAccessibleDescription("");
});
