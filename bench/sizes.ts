import { fillShop } from "./many-products.ts";
import { benchPage, type PageFigures } from "./pages.ts";
import { startShop, makeDataDir, removeDataDir } from "./shop-process.ts";

export interface SizeFigures {
  /** About how many products the shop holds. */
  readonly size: number;
  readonly pages: readonly PageFigures[];
}

interface Site {
  readonly categoryId: number;
  readonly productId: number;
  /** The connection string of the shop's database, once it runs on that folder. */
  readonly databaseOf: (dataDir: string) => Promise<string>;
}

/**
 * The kept pages of one shop while its menu grows, each against a bare server with the same bytes: a page that is kept should not know how many products
 * there are. A shop of its own, that begins with the demo's dishes. `sizes` ascend; the first one is the demo's menu, to which nothing is added.
 */
export async function benchSizes(
  { categoryId, productId, databaseOf }: Site,
  sizes: readonly number[],
  seconds: number,
): Promise<readonly SizeFigures[]> {
  const dataDir = makeDataDir();
  const shop = await startShop(dataDir);
  try {
    const measured: SizeFigures[] = [];
    let made = sizes[0] ?? 0;
    for (const size of sizes) {
      if (size > made) await fillShop(await databaseOf(dataDir), size - made);
      made = size;
      const pages: PageFigures[] = [];
      for (const [page, path] of [
        ["home", "/"],
        ["category", `/${categoryId}/products`],
        ["product", `/products/${productId}`],
      ] as const)
        pages.push(await benchPage(page, shop.url + path, seconds, shop.pid));
      measured.push({ size, pages });
    }
    return measured;
  } finally {
    await shop.stop();
    removeDataDir(dataDir);
  }
}

/** How far a page's share of the bare server moves over the sizes, of its largest: 0.05 = within 5 %. By processor time where the system tells it. */
export function spreadOf(measured: readonly SizeFigures[], page: string): number {
  const shares = measured.flatMap(({ pages }) => pages.filter((each) => each.page === page)).map((each) => each.processorRate ?? each.rate);
  const largest = Math.max(...shares);
  return (largest - Math.min(...shares)) / largest;
}
