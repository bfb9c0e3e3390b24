import { load } from "./load.ts";
import { fillShop } from "./many-products.ts";
import { BROWSER, CONNECTIONS } from "./pages.ts";
import { makeDataDir, removeDataDir, startShop, threadsNs, type BenchShop } from "./shop-process.ts";

/** One kept page of the shop of one size, over all rounds. */
export interface SizeFigures {
  readonly page: string;
  /** About how many products the shop holds. */
  readonly size: number;
  /** Of one answer with its headers, as it comes over the wire. */
  readonly bytes: number;
  /** Processor time of one answer, the median of the rounds. */
  readonly medianUs: number;
  /** The same of their quiet quarter: what else the machine does only ever adds to it. */
  readonly us: number;
  /** Answers in a second of processor time, of the quiet quarter. */
  readonly perSecond: number;
  /** How far apart the quiet quarters of the even and of the odd rounds lie, as a part of it: 0.01 = 1 %. */
  readonly scatter: number;
  readonly failures: number;
}

interface Site {
  readonly categoryId: number;
  readonly productId: number;
  /** The connection string of the shop's database, once it runs on that folder. */
  readonly databaseOf: (dataDir: string) => Promise<string>;
}

interface SizedShop {
  readonly size: number;
  readonly shop: BenchShop;
}

/** Nothing is added to the demo's menu but this: every shop has the same categories, so that their pages are the same. */
const LEAST_ADDED = 10;

/**
 * Kept pages while the menu grows: a page that is kept should not know how many products there are. A shop of each size runs on a folder of its own, all
 * at once, and they are loaded in turn, so that whatever else the machine does falls on all of them; what is compared is the processor time of the server.
 * Every shop has the demo's dishes and ten categories more. Nothing where the system tells no processor time.
 *
 * @param sizes ascending; the first one is the demo's menu with a product in each of the ten categories
 */
export async function benchSizes(
  site: Site,
  sizes: readonly number[],
  rounds: number,
  seconds: number,
): Promise<readonly SizeFigures[] | null> {
  const shops: SizedShop[] = [];
  try {
    for (const size of sizes) {
      const shop = await startShop(makeDataDir());
      shops.push({ size, shop });
      await fillShop(await site.databaseOf(shop.dataDir), Math.max(LEAST_ADDED, size - (sizes[0] ?? 0)));
    }
    const figures: SizeFigures[] = [];
    for (const [page, path] of [
      ["home", "/"],
      ["category", `/${site.categoryId}/products`],
      ["product", `/products/${site.productId}`],
    ] as const) {
      const measured = await benchInTurn(shops, path, rounds, seconds);
      if (measured === null) return null;
      figures.push(...measured.map((each) => ({ page, ...each })));
    }
    return figures;
  } finally {
    for (const { shop } of shops) {
      await shop.stop();
      removeDataDir(shop.dataDir);
    }
  }
}

interface Round {
  readonly us: number;
  readonly bytes: number;
  readonly failures: number;
}

async function benchInTurn(
  shops: readonly SizedShop[],
  path: string,
  rounds: number,
  seconds: number,
): Promise<readonly Omit<SizeFigures, "page">[] | null> {
  for (const { shop } of shops) await loadOnce(shop, path, Math.max(1, seconds));
  const measured = shops.map((): Round[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const place of shops.keys()) {
      // Each begins as often as it ends, so that what is slowly going up or down falls on all of them.
      const index = (round + place) % shops.length;
      const shop = shops[index]?.shop;
      const once = shop === undefined ? null : await loadOnce(shop, path, seconds);
      if (once === null) return null;
      measured[index]?.push(once);
    }
  }
  return shops.map(({ size }, index) => {
    const own = measured[index] ?? [];
    const all = own.map((each) => each.us);
    const halves = [0, 1].map((rest) =>
      atShare(
        all.filter((_, round) => round % 2 === rest),
        0.25,
      ),
    );
    const us = atShare(all, 0.25);
    return {
      size,
      bytes: own[0]?.bytes ?? 0,
      medianUs: atShare(all, 0.5),
      us,
      perSecond: 1_000_000 / us,
      scatter: Math.abs((halves[0] ?? 0) - (halves[1] ?? 0)) / us,
      failures: own.reduce((sum, each) => sum + each.failures, 0),
    };
  });
}

async function loadOnce(shop: BenchShop, path: string, seconds: number): Promise<Round | null> {
  const before = threadsNs(shop.pid);
  const { requests, bytesPerAnswer, failures } = await load({ url: shop.url + path, connections: CONNECTIONS, seconds, headers: BROWSER });
  const after = threadsNs(shop.pid);
  if (before === null || after === null) return null;
  return { us: (after - before) / 1000 / requests, bytes: bytesPerAnswer, failures };
}

function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** How far the sizes of a page lie apart, of the largest: 0.05 = within 5 %; and the largest scatter of one of them. */
export function spreadOf(figures: readonly SizeFigures[], page: string): { readonly spread: number; readonly scatter: number } {
  const of = figures.filter((each) => each.page === page);
  const times = of.map((each) => each.us);
  const largest = Math.max(...times);
  return { spread: (largest - Math.min(...times)) / largest, scatter: Math.max(...of.map((each) => each.scatter)) };
}
