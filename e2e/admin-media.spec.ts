import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, expectAccessible, openPage, signInByCall, test } from "./fixtures.ts";
import { expectAnnounced, expectAnnouncedOnce, recordAnnouncements, takeAnnouncements } from "./live-log.ts";

const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).last()).toBeVisible();

async function photo(seed: number): Promise<Buffer> {
  return sharp({
    create: { width: 640, height: 480, channels: 3, background: { r: seed % 256, g: (seed >> 8) % 256, b: (seed >> 16) % 256 } },
  })
    .png()
    .toBuffer();
}

/** Drops files as a user does, without a file dialog. */
async function drop(
  zone: Locator,
  files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[],
): Promise<void> {
  const data = files.map(({ bytes, ...file }) => ({ ...file, base64: bytes.toString("base64") }));
  await zone.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, base64 } of dropped)
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type }));
    for (const kind of ["dragover", "drop"]) element.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }, data);
}

test("uploads, describes, crops, uses, finds and replaces a picture, and refuses to delete it", async ({ page }) => {
  await signInByCall(page.request);
  const seed = Math.floor(Math.random() * 0xffffff);
  const name = `soup-${seed}.png`;
  await openPage(page, "/admin/media-management");
  await expect(page.getByRole("button", { name: "Upload pictures" })).toBeVisible();
  await expectAccessible(page);
  const zone = page.getByRole("button", { name: "Upload pictures" });
  await drop(zone, [
    { name, type: "image/png", bytes: await photo(seed) },
    // Only the pixels of a drawing are stored, and this one has none.
    { name: "drawing.png", type: "image/png", bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ]);
  const uploads = page.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByRole("alert")).toHaveText(/This picture is damaged/);
  await expect(uploads.getByRole("button", { name: /^Try again/ }), "what was refused would be refused again").toHaveCount(0);
  await page.getByRole("textbox", { name: `Alt text of ${name}` }).fill(`Soup number ${seed}`);
  await page.getByRole("button", { name: "Save alt text" }).click();
  await expect(uploads.getByText("Saved")).toBeVisible();
  await expect(uploads.getByText("Ready")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);

  // An interrupted upload can be retried; the same content again shows the existing picture.
  await page.route("**/admin/api/media", (route) => route.abort(), { times: 1 });
  await drop(zone, [{ name: "copy.png", type: "image/png", bytes: await photo(seed) }]);
  await uploads.getByRole("button", { name: "Try again: copy.png" }).click();
  await expect(uploads.getByText("Nothing was stored twice.")).toBeVisible();
  await uploads.getByRole("link", { name: `Soup number ${seed}` }).click();

  await expect(page.getByRole("textbox", { name: "Alt text" })).toHaveValue(`Soup number ${seed}`);
  const focal = page.getByRole("button", { name: /^Focal point: 50% from the left, 50% from the top/ });
  await focal.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  const box = (await focal.boundingBox())!;
  await focal.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
  await expect(page.getByRole("textbox", { name: "From the left, %" })).toHaveValue("25");
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("textbox", { name: "From the top, %" })).toHaveValue("74");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await said(page, /saved\./);
  await expectAccessible(page);
  const address = page.url();

  // A category uses it, and another one that is uploaded in the category's form.
  await openPage(page, "/admin/category/add");
  await page.getByRole("textbox", { name: "Name" }).fill(`Media ${seed}`);
  await page.getByRole("combobox", { name: "Picture" }).fill(`number ${seed}`);
  await page.getByRole("option", { name: new RegExp(`number ${seed}`) }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/admin\/category\/edit\/\d+$/);
  // The address changes before the page does.
  await expect(page.getByRole("heading", { level: 1, name: `Media ${seed}` })).toBeVisible();
  const category = page.url();
  await page
    .locator("input[type=file][aria-label='Upload a picture']")
    .setInputFiles({ name: `second-${seed}.png`, mimeType: "image/png", buffer: await photo(seed ^ 0x8080) });
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: `second-${seed}.png` })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("list", { name: "Uploads" }).getByText("Ready")).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Unsaved changes")).toBeHidden();

  await openPage(page, address);
  await expect(page.getByRole("link", { name: `Media ${seed}` })).toHaveAttribute("href", new URL(category).pathname);
  const before = await page
    .getByRole("button", { name: /^Focal point/ })
    .locator("img")
    .getAttribute("src");
  await page
    .locator("input[type=file][aria-label='Replace file']")
    .setInputFiles({ name: "new.png", mimeType: "image/png", buffer: await photo(seed ^ 0x4040) });
  await expect(page.getByRole("list", { name: "Uploads" }).getByText("Ready")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: /^Focal point: 25%/ }).locator("img")).not.toHaveAttribute("src", before ?? "");

  await page.getByRole("link", { name: "Delete picture" }).click();
  await expect(page.getByText("It is in use, so it cannot be deleted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete picture" })).toHaveCount(0);
  await expectAccessible(page);

  await openPage(page, `/admin/media-management?q=second-${seed}&use=unused`);
  await page.getByRole("checkbox", { name: `Select second-${seed}.png` }).check();
  await page.getByRole("button", { name: "Delete pictures" }).click();
  await said(page, `“second-${seed}.png” deleted.`);
});

test("uploads are named by their file, and each one that leaves the list is announced", { tag: "@desktop" }, async ({ page }) => {
  const seed = Math.floor(Math.random() * 0xffffff);
  await recordAnnouncements(page);
  await signInByCall(page.request);
  await openPage(page, "/admin/media-management");
  const names = [`first-${seed}.png`, `next-${seed}.png`];
  const files = await Promise.all(
    names.map(async (name, index) => ({ name, mimeType: "image/png", buffer: await photo(seed ^ (index + 0x2020)) })),
  );
  await page.locator("input[type=file][aria-label='Upload pictures']").setInputFiles(files);
  await expectAnnouncedOnce(page, "2 uploaded");
  for (const name of names) await expect(page.getByRole("checkbox", { name: `Decoration of ${name}` })).toBeVisible();
  const remove = page.getByRole("button", { name: /^Remove .* from this list$/ });
  await remove.first().focus();
  await takeAnnouncements(page);
  await page.keyboard.press("Enter");
  await expectAnnounced(page, `${names[0]} removed from this list`);
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await expectAnnounced(page, `${names[1]} removed from this list`);
  await expect(page.getByRole("button", { name: "Upload pictures" })).toBeFocused();

  await page.getByRole("link", { name: new RegExp(`^${names[0]}`) }).press("Enter");
  const focal = page.getByRole("button", { name: /^Focal point: / });
  await focal.focus();
  await takeAnnouncements(page);
  await page.keyboard.press("ArrowRight");
  await expectAnnouncedOnce(page, "51% from the left, 50% from the top");
});
