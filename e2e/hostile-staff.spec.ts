import { expect, test } from "@playwright/test";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { TEST_LIMITS } from "#test/database-server.ts";
import { openPage } from "./fixtures.ts";
import { readAll, watch } from "./hostile-looks.ts";
import { insertHostileRecords, insertHostileSettings } from "./hostile-records.ts";
import { ADMIN, startShop, type RunningShop } from "./shop-process.ts";
import { staffPaths } from "./staff-paths.ts";

/*
 * Every page of the staff area, from app/routes.ts, with records whose texts contain every hostile text: whole, or in pieces where an index
 * limits the size. They are inserted into the database unchecked. Menus and the home page: hostile-texts.spec.ts.
 */

/** Findings of readAll that belong to the pages themselves. */
const OWN: readonly RegExp[] = [
  /^\/admin\/nothing-there answers 404$/,
  /^\/admin\/orders\/tickets\S*: <style>@page \{ size: 80mm auto; margin: 4mm \}<\/style>$/,
  /^\/admin\/orders\/outbox\/\S+: (?:<iframe title="The email" sandbox="" )?srcdoc=/,
  /^\/admin\/site-settings\/emails: (?:<iframe title="How the email looks" sandbox="" )?srcdoc=/,
  /^\/admin\/cms\/preview\/\d+: <iframe title=/,
  /^\/admin\/setup: <iframe title="Your shop" src="\/\?preview=setup" sandbox="allow-same-origin"/,
];

let shop: RunningShop;
let db: Db;
test.beforeAll(async () => {
  shop = await startShop({ SEED: "none" });
  const url = await findRunningPostgres(shop.dataDir);
  if (url === undefined) throw new Error("the shop's database cannot be reached");
  db = openDb(url, { max: 2, limits: TEST_LIMITS });
  await insertHostileRecords(db);
  await insertHostileSettings(db);
});
test.afterAll(async () => {
  if (db !== undefined) await closeDb(db);
  await shop?.stop();
});

test("no staff page contains or runs scripts from hostile text", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  const achieved = await watch(page, shop.url);
  expect((await context.request.post("/admin/api/login", { data: ADMIN })).status()).toBe(200);
  const paths = await staffPaths(db);
  expect(paths.length).toBeGreaterThan(50);
  await page.goto("/robots.txt");
  // Pages of the kitchen and of printing have other scripts than the rest: the visit reports which of them run.
  const found = await readAll(page, paths);
  expect(found.filter((finding) => !/ has \d+ scripts, not \d+$/.test(finding) && !OWN.some((own) => own.test(finding)))).toEqual([]);
  for (const path of paths) {
    await openPage(page, path);
    await expect(page.locator("h1").first(), path).toBeVisible();
    await expect(page.locator("iframe:not([sandbox]), iframe[sandbox*='allow-scripts']"), path).toHaveCount(0);
    expect(achieved, path).toEqual([]);
  }
  await context.close();
});
