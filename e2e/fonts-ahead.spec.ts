import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/* Chromium holds the first paint back for fonts that are asked for ahead: on a slow network these would come too late for this page anyway. */

const SLOW = { rtt: 150, saveData: false };

async function openOver(page: Page, connection: { rtt: number; saveData: boolean } | undefined): Promise<void> {
  await page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), connection);
  await page.goto("/");
  await page.waitForFunction(() => Reflect.has(window, "__reactRouterDataRouter"));
}

/** How each font was asked for, and the family the page is drawn in. */
function look(page: Page) {
  return page.evaluate(() => ({
    askers: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".woff2"))
      .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    family: getComputedStyle(document.body).fontFamily.split(",")[0]?.replaceAll('"', ""),
  }));
}

test("a slow network: the first page is drawn in the stand-ins, and fetches the fonts behind everything else for the next one", async ({
  page,
}) => {
  await openOver(page, SLOW);
  await page.waitForFunction(() => localStorage.getItem("fonts") !== null);
  expect(await look(page)).toEqual({ askers: ["fetch", "fetch"], family: "Figtree Fallback" });
  await page.reload();
  expect(await look(page)).toEqual({ askers: ["link", "link"], family: "Figtree" });
});

test("somebody who saves data is sent no fonts", async ({ page }) => {
  await openOver(page, { rtt: 50, saveData: true });
  expect(await look(page)).toEqual({ askers: [], family: "Figtree Fallback" });
});

for (const connection of [{ rtt: 50, saveData: false }, undefined])
  test(`${connection === undefined ? "a browser that tells nothing of it" : "a fast network"}: the fonts are asked for ahead`, async ({
    page,
  }) => {
    await openOver(page, connection);
    expect(await look(page)).toEqual({ askers: ["link", "link"], family: "Figtree" });
  });
