import { load } from "./load.ts";
import { fillShop } from "./many-products.ts";
import { BROWSER, CONNECTIONS } from "./pages.ts";
import { makeDataDir, removeDataDir, startShop, threadsNs, type BenchShop } from "./shop-process.ts";

/** One kept page of the shop of one size, over all starts. */
export interface SizeFigures {
  readonly page: string;
  /** About how many products the shop holds. */
  readonly size: number;
  /** Of one answer with its headers, as it comes over the wire. */
  readonly bytes: number;
  /** Processor time of one answer, of the rounds' quiet quarter: what else the machine does only ever adds to it. The median of the starts. */
  readonly us: number;
  /** The median over the starts of this size's `us` by that of the smallest shop that ran beside it. */
  readonly ofSmallest: number;
  /** The standard error of that, told by the middle distance of the starts: 0.01 = 1 %. Two starts of one shop differ by some percent. */
  readonly error: number;
  /** Answers in a second of processor time. */
  readonly perSecond: number;
  /** The same as `us` of all rounds' median. */
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
  /** How often every shop is started anew. */
  readonly starts: number;
  /** Of each page after each start. */
  readonly rounds: number;
  readonly seconds: number;
}

/** A round's processor time of one answer. */
interface Round {
  readonly us: number;
  readonly bytes: number;
  readonly failures: number;
}

/** Nothing is added to the demo's menu but this: every shop has the same categories, so that their pages are the same. */
const LEAST_ADDED = 10;

/**
 * Kept pages while the menu grows: a page that is kept should not know how many products there are. Shops of all sizes, each on a folder of its own, run at
 * once and are loaded in turn, so that whatever else the machine does falls on all of them; what is compared is the processor time of their servers. They are
 * started several times, because a process is some percent quicker or slower than another of the same program for as long as it lives. Null where the system
 * tells no processor time.
 *
 * @param sizes ascending; the first one is the demo's menu with a product in each of the ten categories that all shops have besides
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

/** Starts all shops, the first one another each time, and adds their rounds to `measured`, by page and place of the size; false without processor time. */
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
    // What a process compiles and fetches in its first seconds belongs to no page.
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
    // 1.4826 makes a standard deviation of the middle distance from a median, 1.2533 the error of a median of that of a mean.
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

/** The value below which that share of them lies; 0.5 = the median. */
function atShare(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  return ((sorted[Math.floor(place)] ?? 0) + (sorted[Math.ceil(place)] ?? 0)) / 2;
}

/** How far the sizes of a page lie apart, of the largest: 0.05 = within 5 %; and the largest error of one of them. */
export function spreadOf(figures: readonly SizeFigures[], page: string): { readonly spread: number; readonly error: number } {
  const of = figures.filter((each) => each.page === page);
  const times = of.map((each) => each.ofSmallest);
  const largest = Math.max(...times);
  return { spread: (largest - Math.min(...times)) / largest, error: Math.max(...of.map((each) => each.error)) };
}
