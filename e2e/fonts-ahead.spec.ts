import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

/* Chromium holds the first paint back for fonts that are asked for ahead, and on a telephone these come before what is to be read. */

const SLOW = { rtt: 150, saveData: false };
const FAST = { rtt: 50, saveData: false };
/** A screen on a desk. */
const WIDE = { width: 1280, height: 800 };

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

for (const { what, connection, isWide } of [
  { what: "a telephone, however fast its network", connection: FAST, isWide: false },
  { what: "a slow network", connection: SLOW, isWide: true },
])
  test(`${what}: the first page is drawn in the stand-ins, and fetches the fonts behind everything else for the next one`, async ({
    page,
  }) => {
    if (isWide) await page.setViewportSize(WIDE);
    await openOver(page, connection);
    await page.waitForFunction(() => localStorage.getItem("fonts") !== null);
    expect(await look(page)).toEqual({ askers: ["fetch", "fetch"], family: "Figtree Fallback" });
    await page.reload();
    expect(await look(page)).toEqual({ askers: ["link", "link"], family: "Figtree" });
  });

test("what is opened next without a new document is drawn in the fonts that have come, and asks for none", async ({ page }) => {
  await openOver(page, FAST);
  await page.waitForFunction(() => localStorage.getItem("fonts") !== null);
  await page.getByRole("heading", { level: 3 }).first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /^Fetched--font-display, "Bricolage Fallback"/);
  expect(await look(page)).toEqual({ askers: ["fetch", "fetch"], family: "Fetched--font-sans" });
  expect(
    await page.evaluate(() => ["400 16px Fetched--font-sans", "700 16px Fetched--font-display"].map((font) => document.fonts.check(font))),
  ).toEqual([true, true]);
});

test("somebody who saves data is sent no fonts", async ({ page }) => {
  await openOver(page, { rtt: 50, saveData: true });
  expect(await look(page)).toEqual({ askers: [], family: "Figtree Fallback" });
});

test("somebody who saves data since the fonts were fetched is sent none: the browser may have thrown them away", async ({ page }) => {
  await openOver(page, FAST);
  await page.waitForFunction(() => localStorage.getItem("fonts") !== null);
  const later = await page.context().newPage();
  await openOver(later, { rtt: 50, saveData: true });
  expect(await look(later)).toEqual({ askers: [], family: "Figtree Fallback" });
});

for (const connection of [FAST, undefined])
  test(`a wide screen and ${connection === undefined ? "a browser that tells nothing of its network" : "a fast network"}: the fonts are asked for ahead`, async ({
    page,
  }) => {
    await page.setViewportSize(WIDE);
    await openOver(page, connection);
    expect(await look(page)).toEqual({ askers: ["link", "link"], family: "Figtree" });
  });

test("the stand-ins are as wide as the fonts, to three in a hundred", async ({ page }) => {
  await openOver(page, FAST);
  const ratios = await page.evaluate(async () => {
    const line = document.body.appendChild(document.createElement("span"));
    line.style.cssText = "position:absolute;white-space:nowrap;font-size:100px";
    line.textContent = "Slow-cooked pulled pork on a soft bun with house slaw, served warm. Add to order, from $16.50";
    const widthIn = (family: string, weight: number) => {
      Object.assign(line.style, { fontFamily: family, fontWeight: String(weight) });
      return line.getBoundingClientRect().width;
    };
    const found: Record<string, number> = {};
    for (const [family, standIn] of [
      ["Figtree", "Figtree Fallback"],
      ["Bricolage Grotesque", "Bricolage Fallback"],
    ] as const)
      for (const weight of [400, 600, 700]) {
        await document.fonts.load(`${weight} 16px "${family}"`);
        found[`${family} ${weight}`] = widthIn(`"${standIn}"`, weight) / widthIn(`"${family}"`, weight);
      }
    return found;
  });
  expect(Object.entries(ratios).filter(([, ratio]) => Math.abs(ratio - 1) > 0.03)).toEqual([]);
});
