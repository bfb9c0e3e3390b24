import { load } from "./load.ts";
import { fillShop } from "./many-products.ts";
import { BROWSER, CONNECTIONS } from "./pages.ts";
import { makeDataDir, removeDataDir, startShop, threadsNs, type BenchShop } from "./shop-process.ts";

/** One cached page of the shop of one size, over all starts. */
export interface SizeFigures {
  readonly page: string;
  /** About how many products the shop holds. */
  readonly size: number;
  /** Size of one response with its headers. */
  readonly bytes: number;
  /** CPU time of one response: the fastest quarter of the rounds, because other load only adds time. The median of the starts. */
  readonly us: number;
  /** The median over the starts of this size's `us` divided by that of the smallest shop in the same start. */
  readonly ofSmallest: number;
  /** Its standard error, from the median deviation of the starts: 0.01 = 1 %. Two starts of one shop differ by some percent. */
  readonly error: number;
  /** Responses per second of CPU time. */
  readonly perSecond: number;
  /** The same as `us`, as the median of all rounds. */
  readonly medianUs: number;
  readonly failures: number;
}

interface Site {
  readonly categoryId: number;
  readonly productId: number;
  /** The connection string of the shop's database, once it runs on that folder. */
  readonly databaseOf: (dataDir: string) => Promise<string>;
}

export interface SizeRuns {
  /** How often every shop is restarted. */
  readonly starts: number;
  /** Requests per page after each start. */
  readonly rounds: number;
  readonly seconds: number;
}

/** CPU time of one response in a round. */
interface Round {
  readonly us: number;
  readonly bytes: number;
  readonly failures: number;
}

/** The only addition to the demo's menu: every shop has the same categories, so that their pages are equal. */
const LEAST_ADDED = 10;

/**
 * Cached pages while the menu grows: the cost of a cached page should not depend on the number of products. Shops of all sizes, each with
 * its own data directory, run at the same time and are loaded in turn, so that other load affects all of them. The CPU times of their
 * servers are compared. They are started several times, because a process is some percent faster or slower than another of the same program
 * for its whole life. Null where the system does not report CPU time.
 *
 * @param sizes ascending; the first one is the demo's menu with a product in each of the ten additional categories of all shops
 */
export async function benchSizes(site: Site, sizes: readonly number[], runs: SizeRuns): Promise<readonly SizeFigures[] | null> {
  const folders = sizes.map(() => makeDataDir());
  try {
    for (const [index, size] of sizes.entries())
      await fillFolder(site, folders[index] ?? "", Math.max(LEAST_ADDED, size - (sizes[0] ?? 0)));
    const measured = new Map<string, Round[][]>();
    for (let start = 0; start < runs.starts; start += 1) {
      const isTold = await benchStart(site, folders, start, runs, measured);
      if (!isTold) return null;
    }
    return ["home", "category", "product"].flatMap((page) =>
      sizes.map((size, index) => ({ page, size, ...figuresOf(measured.get(`${page} ${index}`) ?? [], measured.get(`${page} 0`) ?? []) })),
    );
  } finally {
    for (const folder of folders) removeDataDir(folder);
  }
}

async function fillFolder({ databaseOf }: Site, folder: string, count: number): Promise<void> {
  const shop = await startShop(folder);
  try {
    await fillShop(await databaseOf(folder), count);
  } finally {
    await shop.stop();
  }
}

/**
 * Starts all shops, each time in another order, and adds their rounds to `measured`, by page and index of the size; false without CPU time.
 */
async function benchStart(
  { categoryId, productId }: Site,
  folders: readonly string[],
  start: number,
  { rounds, seconds }: SizeRuns,
  measured: Map<string, Round[][]>,
): Promise<boolean> {
  const shops = new Map<number, BenchShop>();
  try {
    for (const place of folders.keys()) {
      const index = (start + place) % folders.length;
      shops.set(index, await startShop(folders[index] ?? ""));
    }
    // Compilation and loading in a process's first seconds belong to no page.
    for (const shop of shops.values()) await loadOnce(shop, "/", 3);
    for (const [page, path] of [
      ["home", "/"],
      ["category", `/${categoryId}/products`],
      ["product", `/products/${productId}`],
    ] as const) {
      for (const shop of shops.values()) await loadOnce(shop, path, 1);
      const own = new Map([...shops.keys()].map((index) => [index, [] as Round[]]));
      for (let round = 0; round < rounds; round += 1)
        for (const [index, shop] of shops) {
          const once = await loadOnce(shop, path, seconds);
          if (once === null) return false;
          own.get(index)?.push(once);
        }
      for (const [index, list] of own) measured.set(`${page} ${index}`, [...(measured.get(`${page} ${index}`) ?? []), list]);
    }
    return true;
  } finally {
    for (const shop of shops.values()) await shop.stop();
  }
}

async function loadOnce(shop: BenchShop, path: string, seconds: number): Promise<Round | null> {
  const before = threadsNs(shop.pid);
  const { requests, bytesPerAnswer, failures } = await load({ url: shop.url + path, connections: CONNECTIONS, seconds, headers: BROWSER });
  const after = threadsNs(shop.pid);
  if (before === null || after === null) return null;
  return { us: (after - before) / 1000 / requests, bytes: bytesPerAnswer, failures };
}

function figuresOf(starts: readonly (readonly Round[])[], smallest: readonly (readonly Round[])[]): Omit<SizeFigures, "page" | "size"> {
  const rounds = starts.flat();
  const times = starts.map(quietQuarter);
  const ratios = times.map((each, start) => each / quietQuarter(smallest[start] ?? []));
  const us = atShare(times, 0.5);
  const ofSmallest = atShare(ratios, 0.5);
  const distance = atShare(
    ratios.map((each) => Math.abs(each - ofSmallest)),
    0.5,
  );
  return {
    bytes: rounds[0]?.bytes ?? 0,
    us,
    ofSmallest,
    // 1.4826 converts the median absolute deviation to a standard deviation, 1.2533 the error of a mean to that of a median.
    error: (1.2533 * 1.4826 * distance) / Math.sqrt(ratios.length),
    perSecond: 1_000_000 / us,
    medianUs: atShare(
      rounds.map((round) => round.us),
      0.5,
    ),
    failures: rounds.reduce((sum, each) => sum + each.failures, 0),
  };
}

function quietQuarter(rounds: readonly Round[]): number {
  return atShare(
    rounds.map((round) => round.us),
    0.25,
  );
}

/** The quantile of the values; 0.5 = the median. */
function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  return ((sorted[Math.floor(place)] ?? 0) + (sorted[Math.ceil(place)] ?? 0)) / 2;
}

/** The spread of a page's sizes, relative to the largest: 0.05 = within 5 %; and the largest error of one of them. */
export function spreadOf(figures: readonly SizeFigures[], page: string): { readonly spread: number; readonly error: number } {
  const of = figures.filter((each) => each.page === page);
  const times = of.map((each) => each.ofSmallest);
  const largest = Math.max(...times);
  return { spread: (largest - Math.min(...times)) / largest, error: Math.max(...of.map((each) => each.error)) };
}
