import { benchCheckout, type RateFigures } from "./orders.ts";
import { benchPage, type PageFigures } from "./pages.ts";
import { makeDataDir, removeDataDir, startShop } from "./shop-process.ts";

export interface WorkerFigures {
  readonly workers: number;
  readonly page: PageFigures;
  readonly purchase: RateFigures;
}

/**
 * The cached home page and purchases with a number of web workers, compared with a bare server of one process. All of them, PostgreSQL and
 * the load may use every core: with few cores this shows what they share, not how the workers scale.
 */
export async function benchWorkers(
  databaseOf: (dataDir: string) => Promise<string>,
  productId: number,
  counts: readonly number[],
  { seconds, purchases }: { readonly seconds: number; readonly purchases: number },
): Promise<readonly WorkerFigures[]> {
  const dataDir = makeDataDir();
  const figures: WorkerFigures[] = [];
  try {
    for (const workers of counts) {
      const shop = await startShop(dataDir, { WEB_PROCESSES: String(workers) }, { isPinned: false });
      try {
        const page = await benchPage("home", `${shop.url}/`, seconds, shop.pid, { isPinned: false });
        const run = { count: purchases, warmUp: purchases * workers, isPinned: false };
        figures.push({ workers, page, purchase: await benchCheckout(shop.url, await databaseOf(dataDir), productId, run) });
      } finally {
        await shop.stop();
      }
    }
  } finally {
    removeDataDir(dataDir);
  }
  return figures;
}
