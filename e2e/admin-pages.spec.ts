import type { Page } from "@playwright/test";
import { importItems, importProblems, importRuns } from "#app/catalogue/data/import/tables.ts";
import { insertWebhook } from "#test/webhooks.ts";
import { printers } from "#app/orders/data/counter/tables.ts";
import { apiTokens } from "#app/staff/data/tables.ts";
import { API_SCOPES } from "#app/staff/domain/api-token.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { expect, expectAccessible, openPage, signInByCall, test, withDb } from "./fixtures.ts";
import { newCustomer, placeDecidedOrders, placeOrder } from "./orders.ts";
import { expectTypingKept } from "./session-end.ts";
import { storeClosedDay } from "#test/closed-days.ts";
import { fillSections } from "#test/standard-sections.ts";
import { staffPaths } from "./staff-paths.ts";

/*
 * Every page of the staff area, from app/routes.ts: it has a heading, axe finds nothing on a phone, no width scrolls sideways, and on a
 * desktop each table cell is below its header. Input in its forms survives the end of the session.
 */

// One test per section, so that all workers share them.
test.describe.configure({ mode: "parallel" });

/**
 * Sections with about the same number of pages, by the beginning of the address; the last takes the rest, so that new pages are checked
 * automatically.
 */
const SECTIONS: readonly (readonly [name: string, beginnings: readonly string[]])[] = [
  ["orders", ["orders"]],
  ["products", ["product"]],
  ["categories, templates and offers", ["category", "customization-templates", "promotions", "coupon-sets"]],
  ["pages, pictures and menus", ["cms", "media-management", "menu-builder", "footer-menu-builder", "reviews"]],
  ["everything else", []],
];

/** Axe checks the first. 320 px is also a desktop at 400 % zoom. */
const WIDTHS = [390, 320, 820, 1280];
const HEIGHT = 844;

/** A page's address with another list. */
const MORE_PATHS = ["/admin/orders?status=all"];

test.beforeAll(async ({ shop, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: shop.url });
  await signInByCall(request);
  await placeOrder(shop.url, newCustomer("Vera"));
  await placeDecidedOrders(shop.url, { request });
  await request.dispose();
  await withDb(shop, insertWhatTheDemoLacks);
});

for (const [name, beginnings] of SECTIONS)
  test(
    `staff pages, ${name}: accessible, never wider than the screen, and keeping what is typed when the session ends`,
    { tag: "@desktop" },
    async ({ page, shop }) => {
      await signInByCall(page.request);
      // Leaving the page is intended, even with unsaved changes.
      page.on("dialog", (dialog) => void dialog.accept());
      const paths = [...(await withDb(shop, staffPaths)), ...MORE_PATHS].filter((path) => sectionOf(path) === name);
      expect(paths.length, `pages of ${beginnings.join(", ") || "no other section"}`).toBeGreaterThanOrEqual(beginnings.length || 1);
      for (const path of paths) await test.step(path, () => lookAt(page, path));
    },
  );

function sectionOf(path: string): string | undefined {
  const [, , first = ""] = new URL(path, "http://shop").pathname.split("/");
  return (SECTIONS.find(([, beginnings]) => beginnings.includes(first)) ?? SECTIONS.at(-1))?.[0];
}

async function lookAt(page: Page, path: string): Promise<void> {
  const [phone = 0, ...others] = WIDTHS;
  await page.setViewportSize({ width: phone, height: HEIGHT });
  await openPage(page, path);
  await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
  await expectToFit(page, path);
  // Axe would wait forever for a frame without scripts; those contain a page of the shop or an email.
  await page.locator("iframe[sandbox]").evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
  await expectAccessible(page);
  for (const width of others) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectToFit(page, path);
  }
  expect(await page.evaluate(crookedCells), `${path}: cells that do not stand below their heads`).toEqual([]);
  await expectTypingKept(page, path);
}

/** Column headers whose cells are elsewhere, or missing below a visible header. */
function crookedCells(): string[] {
  return [...document.querySelectorAll("table")].flatMap((table) => {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])];
    const cells = [...table.tBodies]
      .flatMap((body) => [...body.rows])
      .flatMap((row) => (row.cells.length === heads.length ? [...row.cells] : []));
    const isCrooked = (cell: HTMLTableCellElement) =>
      Math.abs(cell.getBoundingClientRect().left - (heads[cell.cellIndex]?.getBoundingClientRect().left ?? 0)) > 1;
    return cells.filter(isCrooked).map((cell) => heads[cell.cellIndex]?.textContent ?? "");
  });
}

async function expectToFit(page: Page, path: string): Promise<void> {
  const beyond = () => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
  await expect.poll(beyond, `${path}: pixels beyond the edge of ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0);
}

/** A disabled printer, a closed day, and a product file with a row of each kind. */
async function insertWhatTheDemoLacks(db: Db): Promise<void> {
  // A worker that returns to this file after another one still has its shop.
  if ((await db.$count(apiTokens)) > 0) return;
  await db.insert(printers).values({ name: "Kitchen", host: "192.0.2.1", isOn: false });
  await fillSections(db, "Example");
  await insertWebhook(db, "https://example.com/shopbell", { lastError: "It answered 500." });
  await db
    .insert(apiTokens)
    .values({ name: "Stock list", tokenHash: "stock", scopes: [...API_SCOPES], userId: 1, expiresAt: new Date("2199-01-01") });
  await storeClosedDay(db);
  const [run] = await db
    .insert(importRuns)
    .values({ fileName: "menu.csv", sizeBytes: 31, userName: "Vera", state: "failed", failure: "The file has no column for the price." })
    .returning({ id: importRuns.id });
  if (run === undefined) throw new Error("the import was not stored");
  await db.insert(importItems).values([
    { runId: run.id, line: 2, name: "Soup", outcome: "new" },
    { runId: run.id, line: 3, name: "Bread", outcome: "changed", changes: [{ field: "price", before: "7.50", after: "8.00" }] },
  ]);
  await db.insert(importProblems).values({ runId: run.id, line: 4, lost: "row", message: "A price is a number such as 7.50." });
}
