import { eq } from "drizzle-orm";
import { pages } from "#app/content/data/tables.ts";
import { previewToken } from "#app/content/workflows/preview-link.server.ts";
import { deriveKey } from "#app/platform/secret-box.server.ts";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, openPage, signInByCall, test, withDb } from "./fixtures.ts";
import { expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";
import { APP_SECRET } from "./shop-process.ts";

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();
/** Once the page is hydrated, text typed into the editor stays. */
const editor = (page: Page) => page.locator("[contenteditable=true]");

test("writes, previews, publishes, moves and restores a page with table, picture and links", async ({ page }) => {
  await signInByCall(page.request);
  const mark = crypto.randomUUID().slice(0, 6);
  await openPage(page, "/admin/cms/page/create");
  await page.getByLabel("Title", { exact: true }).first().fill(`Catering ${mark}`);
  await expect(page.getByLabel("Page URL")).toHaveValue(`catering-${mark}`);
  await page.getByLabel("Page URL").fill(`cart`);
  await expect(editor(page)).toBeVisible();
  await editor(page).click();
  await page.keyboard.type("We cook for your party.");
  await page.keyboard.press("Enter");

  await page.getByRole("button", { name: "Link", exact: true }).click();
  await page.getByLabel("Link to").selectOption("page");
  await page.getByRole("combobox", { name: "Which one" }).fill("Allergens");
  await page.getByRole("option", { name: /Allergens/ }).click();
  await page.getByRole("checkbox", { name: "Show it as a button" }).check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set link" }).click();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Table", exact: true }).click();
  for (const word of ["Menu", "People", "Price", "Dinner", "20 or more"]) {
    await page.keyboard.type(word);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("group", { name: "This table" })).toBeVisible();
  await page.keyboard.press("Control+End");
  await page.getByRole("button", { name: "Video or map" }).click();
  await page.getByLabel("Address or code").fill("https://example.com/video");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Address or code")).toHaveAccessibleDescription(/Paste an address/);
  await page.getByLabel("Address or code").fill("https://youtu.be/dQw4w9WgXcQ");
  await page.getByLabel("What it shows, in words").fill("Our kitchen");
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await page.getByRole("combobox", { name: "Picture from the library" }).fill("a");
  await page.getByRole("option").first().click();
  await page.getByLabel("What it shows, in words").fill("A laid table");
  await page.getByRole("button", { name: "Insert picture" }).click();

  // The toolbar is one Tab stop; arrow keys move inside it.
  await page.getByRole("button", { name: "Bold" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Italic" })).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("button", { name: "Redo" })).toBeFocused();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The address /cart belongs to the shop itself. Choose another.").first()).toBeVisible();
  await page.getByLabel("Page URL").fill(`help/catering-${mark}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, `Page “Catering ${mark}” added.`);
  await expectAccessible(page);
  const form = page.url();

  await page.getByRole("link", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Phone" }).click();
  const shown = page.frameLocator("iframe");
  await expect(shown.getByRole("cell", { name: "20 or more" })).toBeVisible();
  await expect(shown.getByAltText("A laid table")).toBeVisible();
  expect((await page.request.get(`/help/catering-${mark}`)).status()).toBe(404);

  await openPage(page, form);
  await page.getByRole("button", { name: "Publish page" }).click();
  await said(page, /published\.$/);
  await openPage(page, `/help/catering-${mark}`);
  await expect(page.getByRole("link", { name: "Allergens" }).first()).toHaveAttribute("href", "/allergens");
  await expect(page.getByAltText("A laid table")).toHaveAttribute("srcset", /\/media\/.+ 320w/);
  await expect(page.locator("picture source").first()).toHaveAttribute("srcset", /320w/);
  await expectAccessible(page);
  await page.getByRole("link", { name: /Our kitchen/ }).click();
  await expect(page.locator("figure iframe")).toHaveAttribute("src", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
  await expect(page.locator("figure iframe")).toHaveAttribute("sandbox", /allow-scripts/);

  await openPage(page, form);
  await expect(editor(page)).toBeVisible();
  await page.getByRole("textbox", { name: "Summary", exact: true }).fill("For 20 people or more.");
  await page.getByLabel("Page URL").fill(`catering-${mark}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, /saved\.$/);
  await page.getByRole("button", { name: "Publish changes" }).click();
  await said(page, /published\.$/);
  await openPage(page, `/help/catering-${mark}`);
  await expect(page).toHaveURL(`/catering-${mark}`);
  await expect(page.getByText("For 20 people or more.")).toBeVisible();

  await openPage(page, form);
  await page.getByRole("link", { name: "Versions" }).click();
  await page
    .getByRole("listitem")
    .getByRole("link", { name: /Catering/ })
    .last()
    .click();
  await expect(page.locator("ins", { hasText: "For 20 people or more." })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Put that version into the draft" }).click();
  await said(page, /is in the draft\.$/);
  await expect(page.getByRole("textbox", { name: "Summary", exact: true })).toHaveValue("");
});

test("sorts home page blocks by keys, previews, publishes and undoes", async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/cms");
  await page.getByRole("link", { name: "Edit home page" }).click();
  const title = `Good food ${crypto.randomUUID().slice(0, 6)}`;
  await page.getByRole("textbox", { name: "Title" }).first().fill(title);
  await page.getByRole("button", { name: "Add products" }).click();
  await page.getByLabel("Title of the block").fill("Our favourites");
  await page.getByRole("combobox", { name: "Products" }).fill("Bagel");
  await page.getByRole("option").first().click();
  await page.getByRole("button", { name: "Add text" }).click();
  await expect(editor(page)).toBeVisible();
  await page.getByLabel("Title of the block").fill("News");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Text, block 2, “News”: Write the text.").first()).toBeVisible();
  await editor(page).click();
  await page.keyboard.type("Closed on Monday.");
  await expectAccessible(page);
  const row = page.getByRole("list", { name: "Blocks of the home page" }).getByRole("button", { name: "News", exact: true });
  await row.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(row).toBeFocused();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, /(added|saved)\.$/);
  await page.getByRole("link", { name: "Preview" }).click();
  await expect(page.frameLocator("iframe").getByRole("heading", { name: title })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: /^Publish/ }).click();
  await said(page, /published\.$/);
  await openPage(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("News");
  await expect(page.getByRole("heading", { level: 2 }).nth(1)).toHaveText("Our favourites");
  await expectAccessible(page);
  await openPage(page, "/admin/cms/home");
  await page.getByRole("button", { name: "Unpublish page" }).click();
  await said(page, /unpublished\.$/);
  await openPage(page, "/");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title);
});

test("publishes a scheduled page on time and ends its preview link", { tag: "@desktop" }, async ({ page, shop }) => {
  await signInByCall(page.request);
  const slug = `winter-${crypto.randomUUID().slice(0, 6)}`;
  await openPage(page, "/admin/cms/page/create");
  await page.getByLabel("Title", { exact: true }).first().fill("Winter menu");
  await page.getByLabel("Page URL").fill(slug);
  await page.getByLabel("At", { exact: true }).fill("2099-12-24T18:00");
  await expect(editor(page)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, "Page “Winter menu” added.");
  await expect(page.getByText(/Dec 24, 2099/).first()).toBeVisible();
  // One of two buttons is filled: Save as soon as there are unsaved changes.
  const isFilled = (name: string) =>
    page.getByRole("button", { name }).evaluate((button) => getComputedStyle(button).color === "rgb(255, 255, 255)");
  await expect.poll(() => Promise.all([isFilled("Publish page"), isFilled("Save")])).toEqual([true, false]);
  await page.getByRole("textbox", { name: "Summary", exact: true }).fill("Soups and stews");
  await expect.poll(() => Promise.all([isFilled("Publish page"), isFilled("Save")])).toEqual([false, true]);
  await page.getByRole("button", { name: "Discard", exact: true }).click();

  const id = Number(page.url().split("/").at(-1));
  const status = async () => (await page.request.get(`/${slug}`)).status();
  expect(await status()).toBe(404);
  const publishAt = new Date(Date.now() + 3_000);
  await withDb(shop, (db) => db.update(pages).set({ publishAt }).where(eq(pages.id, id)));
  await expect.poll(status, { timeout: 150_000 }).toBe(200);
  expect(Date.now()).toBeGreaterThanOrEqual(publishAt.getTime());
  await openPage(page, `/admin/history?q=Winter`);
  await expect(page.getByRole("row", { name: /Schedule/ }).first()).toBeVisible();

  const twoDaysAgo = new Date(Date.now() - 48.1 * 3_600_000);
  const token = previewToken(deriveKey(APP_SECRET, "cookies").toString("hex"), id, twoDaysAgo);
  await openPage(page, `/page-preview/${token}`);
  await expect(page.getByText("This preview is over: its link worked for 48 hours.")).toBeVisible();
  await expectAccessible(page);
});

/** The name that the browser itself gives the focused control; Playwright also counts labels that are hidden from assistive technology. */
async function focusedName(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { result } = await devtools.send("Runtime.evaluate", { expression: "document.activeElement" });
  const { nodes } = await devtools.send("Accessibility.getPartialAXTree", { objectId: result.objectId ?? "", fetchRelatives: false });
  await devtools.detach();
  return String(nodes[0]?.name?.value ?? "");
}

test("a picker keeps its name while its list is open", { tag: "@desktop" }, async ({ page }) => {
  await signInByCall(page.request);
  await openPage(page, "/admin/cms/home");
  const picture = page.getByRole("combobox", { name: "Picture", exact: true });
  await picture.focus();
  expect(await focusedName(page)).toBe("Picture");
  await page.keyboard.type("a");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await focusedName(page)).toBe("Picture");
});

test("announces once where the button of the home page leads, when its field is left", { tag: "@desktop" }, async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/cms/home");
  await page.getByRole("checkbox", { name: "A button below the title" }).setChecked(true);
  await page.getByRole("textbox", { name: "Link to" }).fill("");
  await page.getByRole("textbox", { name: "Link to" }).focus();
  await takeAnnouncements(page);
  await page.keyboard.type("about");
  await expect(page.getByText("A page of this shop: /about")).toBeVisible();
  expect((await takeAnnouncements(page)).filter((words) => words.startsWith("A page of this shop"))).toEqual([]);
  await page.keyboard.press("Tab");
  await expectAnnouncedOnce(page, "A page of this shop: /about");
});

test("a refused link is told at its address, and a chosen picture is announced", { tag: "@desktop" }, async ({ page }) => {
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/cms/page/create");
  await expect(editor(page)).toBeVisible();
  await page.getByRole("button", { name: "Link", exact: true }).press("Enter");
  const address = page.getByRole("textbox", { name: "Address" });
  await expect(address).toBeFocused();
  await page.keyboard.type("about");
  await page.getByRole("button", { name: "Set link" }).press("Enter");
  await expect(address).toBeFocused();
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await expect(address).toHaveAccessibleDescription("Begin with /, https://, mailto: or tel:.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Video or map" }).press("Enter");
  const code = page.getByLabel("Address or code");
  await page.getByRole("button", { name: "Insert", exact: true }).press("Enter");
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(/^From .* Paste an address, or the code for embedding, from /);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Picture", exact: true }).press("Enter");
  await page.getByRole("combobox", { name: "Picture from the library" }).focus();
  await page.keyboard.type("a");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expectAnnouncedOnce(page, / is chosen$/);
});
