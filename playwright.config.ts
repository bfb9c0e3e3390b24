import { defineConfig } from "@playwright/test";
import type { ReporterDescription } from "@playwright/test";
import { RESULTS_FOLDER } from "./e2e/results-folder.ts";

/**
 * Browser tests in the two sizes the shop is designed for. Nothing is started here: the fixtures in e2e/ start the built server themselves,
 * on a free port and an empty data directory.
 *
 * SHOPBELL_CHROMIUM names the browser's program (`npm test` finds one; unset = Playwright's own), SHOPBELL_PLAYWRIGHT_REPORT a file for the
 * results as JSON.
 */
const chromium = process.env.SHOPBELL_CHROMIUM;
const report = process.env.SHOPBELL_PLAYWRIGHT_REPORT;
const isRoot = process.getuid?.() === 0;

/** The browser talks to the shop only, not to its maker. No `--disable-features` here: a second one takes the place of Playwright's own. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-pings",
];

/** Requests of their own, a screen on the wall, tablets on the counter: each counts all there is in its shop, or sets its own size. */
const OWN_SHOP =
  "**/{calls,counter,fifteen-minutes,friday-night,hostile-addresses,hostile-content,hostile-staff,hostile-texts,https,provider-fails,remove-demo,wire}.spec.ts";
const DESKTOP = { viewport: { width: 1280, height: 800 } };

const reporters: ReporterDescription[] = [["list"]];
if (report) reporters.push(["json", { outputFile: report }]);

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/seed-once.ts",
  // A failed test leaves its trace and screenshot here; the shops leave their logs in shops/ (e2e/shop-process.ts).
  outputDir: RESULTS_FOLDER,
  forbidOnly: Boolean(process.env.CI),
  // What fails once is a bug, in the test or in the shop: a second try would hide it.
  retries: 0,
  workers: 2,
  // Ends what hangs. How long a test takes is the machine's affair; what it waits for has 30 seconds to come.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  reporter: reporters,
  use: {
    // A click on what never comes fails with its name, and not after the whole test's time.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Actions, console and errors only: pictures and snapshots of every page cost as much as the tests themselves. For those: `--trace on`.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    video: "off",
    locale: "en-US",
    // What a worker fetches cannot be held up or counted by a test; shop-offline.spec.ts lets the shop's in.
    serviceWorkers: "block",
    // A bell that pulses for new orders draws sixty frames a second on every page of staff: a tenth of a processor for each that is open.
    reducedMotion: "reduce",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      // Chromium's sandbox refuses to work for root; the tests open no page but our own.
      args: [...QUIET, ...(isRoot ? ["--no-sandbox"] : [])],
    },
  },
  // What depends on the size is tested in both: layout, menus, whole journeys. The rest runs once, where it is most at home: by its file's name here,
  // or by the tag @phone or @desktop of a single test.
  projects: [
    // First, and together: their shops are their own, so that the one of the others is started once for each size.
    { name: "own-shop", testMatch: OWN_SHOP, use: DESKTOP },
    {
      name: "phone",
      grepInvert: /@desktop\b/,
      testIgnore: [
        OWN_SHOP,
        // Walks through what staff do at a desk.
        "**/admin-{cms,dashboard,import,media,menus,product-list,promotions,templates,users}.spec.ts",
        "**/{payment-problems,staff-roles}.spec.ts",
        // What the server says to any browser.
        "**/{free-item,import,cached-pages,valid-html}.spec.ts",
      ],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    {
      name: "desktop",
      grepInvert: /@phone\b/,
      testIgnore: [
        OWN_SHOP,
        // What happens to customers, most of whom hold a telephone.
        "**/{delivery,first-paint,fonts,payment,shop-connection,shop-offline,wallet}.spec.ts",
      ],
      use: DESKTOP,
    },
  ],
});
