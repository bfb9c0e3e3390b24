import { expect, test } from "./fixtures.ts";

/* Chromium holds the first paint back for fonts that are asked for ahead: on a slow network these would come too late for this page anyway. */

for (const { network, connection, asked } of [
  { network: "a slow network", connection: { rtt: 150, saveData: false }, asked: 0 },
  { network: "somebody who saves data", connection: { rtt: 50, saveData: true }, asked: 0 },
  { network: "a fast network", connection: { rtt: 50, saveData: false }, asked: 2 },
  { network: "a browser that tells nothing of it", connection: undefined, asked: 2 },
]) {
  test(`${network}: ${asked} fonts are asked for before the page is drawn, both are there in the end`, async ({ page }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, "connection", { value }), connection);
    await page.goto("/");
    await page.waitForFunction(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".woff2")).length === 2);
    const askers = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".woff2"))
        .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    );
    expect(askers.filter((asker) => asker === "link")).toHaveLength(asked);
  });
}
