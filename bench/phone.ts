import { chromium, type Page } from "@playwright/test";

/** Lighthouse's mid-range phone on slow 4G: a processor four times slower, 150 ms round trip, 1.6 Mbit/s. */
const CPU_SLOWDOWN = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: (1_600_000 / 8) * 0.9, uploadThroughput: (750_000 / 8) * 0.9 };
/** A task longer than this blocks input; the time beyond it counts as blocking (TBT). */
const LONG_TASK_MS = 50;
/** A page without events for this time has finished loading: several round trips of that network. */
const STILL_MS = 1_000;

export interface PhoneFigures {
  readonly page: string;
  readonly fcpMs: number;
  readonly lcpMs: number;
  /** The total task time beyond 50 ms, and its part after the first paint, which Lighthouse calls TBT. */
  readonly tbtMs: number;
  readonly tbtAfterPaintMs: number;
  readonly cls: number;
  /** The largest element on the first screen. */
  readonly largest: string;
}

/** The events a page records; all in milliseconds since its navigation began. */
interface Vitals extends Pick<PhoneFigures, "fcpMs" | "lcpMs" | "cls" | "largest"> {
  readonly tasks: readonly { readonly endsAt: number; readonly blocksMs: number }[];
  /** When the last of them was recorded. */
  readonly lastAt: number;
}

/**
 * The vitals of home, category, product, cart (with that product in it) and checkout, opened by a phone for the first time (nothing stored), each `runs`
 * times: the median. SHOPBELL_CHROMIUM names the browser's program (unset = Playwright's own).
 */
export async function benchPhone(shopUrl: string, categoryId: number, productId: number, runs: number): Promise<PhoneFigures[]> {
  const executablePath = process.env.SHOPBELL_CHROMIUM;
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
  const pages = { home: "/", category: `/${categoryId}/products`, product: `/products/${productId}`, cart: "/cart", checkout: "/checkout" };
  try {
    const visitor = await browser.newContext();
    await fillCart(await visitor.newPage(), `${shopUrl}/products/${productId}`);
    const storageState = await visitor.storageState();
    await visitor.close();
    const figures: PhoneFigures[] = [];
    for (const [page, path] of Object.entries(pages)) {
      const seen: PhoneFigures[] = [];
      for (let run = 0; run < runs; run += 1) {
        const context = await browser.newContext({
          storageState,
          viewport: { width: 390, height: 844 },
          deviceScaleFactor: 2,
          isMobile: true,
          hasTouch: true,
        });
        seen.push(await openOnce(await context.newPage(), page, shopUrl + path));
        await context.close();
      }
      const median = (of: (each: PhoneFigures) => number) => seen.map(of).toSorted((a, b) => a - b)[Math.floor(seen.length / 2)] ?? 0;
      figures.push({
        page,
        fcpMs: median((s) => s.fcpMs),
        lcpMs: median((s) => s.lcpMs),
        tbtMs: median((s) => s.tbtMs),
        tbtAfterPaintMs: median((s) => s.tbtAfterPaintMs),
        cls: median((s) => s.cls),
        largest: seen[0]?.largest ?? "",
      });
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function fillCart(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole("button", { name: /^Add/ }).first().click();
  await page.getByRole("link", { name: /^Cart, 1 / }).waitFor();
}

async function openOnce(page: Page, name: string, url: string): Promise<PhoneFigures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await page.addInitScript((long) => {
    const vitals = { fcpMs: 0, lcpMs: 0, cls: 0, largest: "", lastAt: 0, tasks: [] as { endsAt: number; blocksMs: number }[] };
    Object.assign(window, { vitals });
    const watch = (type: string, each: (entry: never) => void) =>
      new PerformanceObserver((list) => {
        vitals.lastAt = performance.now();
        list.getEntries().forEach((entry) => each(entry as never));
      }).observe({ type, buffered: true });
    watch("paint", (entry: PerformanceEntry) => {
      if (entry.name === "first-contentful-paint") vitals.fcpMs = entry.startTime;
    });
    watch("largest-contentful-paint", (entry: PerformanceEntry & { element?: Element; url?: string }) => {
      vitals.lcpMs = entry.startTime;
      vitals.largest = `${entry.element?.tagName ?? "?"} ${entry.url || (entry.element?.textContent ?? "").slice(0, 40)}`;
    });
    watch("longtask", ({ startTime, duration }: PerformanceEntry) => {
      vitals.tasks.push({ endsAt: startTime + duration, blocksMs: Math.max(0, duration - long) });
    });
    watch("resource", () => undefined);
    watch("layout-shift", (entry: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
      if (!entry.hadRecentInput) vitals.cls += entry.value;
    });
  }, LONG_TASK_MS);
  await page.goto(url, { waitUntil: "load" });
  // Hydration and its requests come after the load event. Polling never ends, so a page is idle once nothing arrived, moved or blocked for
  // a while.
  await page.waitForFunction(
    (still) => {
      const { lastAt } = (window as unknown as { vitals: Vitals }).vitals;
      return "hydrated" in document.documentElement.dataset && performance.now() - lastAt > still;
    },
    STILL_MS,
    { polling: 100 },
  );
  const { tasks, lastAt: _still, ...vitals } = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
  const sum = (some: Vitals["tasks"]) => some.reduce((total, { blocksMs }) => total + blocksMs, 0);
  const afterPaint = tasks.filter(({ endsAt }) => endsAt > vitals.fcpMs);
  return { page: name, ...vitals, tbtMs: sum(tasks), tbtAfterPaintMs: sum(afterPaint) };
}
