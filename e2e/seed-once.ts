import { rmSync } from "node:fs";
import { FILLED_FOLDER, startShop } from "./shop-process.ts";

/** Before all tests: fills the demo shop once, so that every worker's own shop starts in seconds on a copy of it. */
export default async function seedOnce(): Promise<() => void> {
  const shop = await startShop();
  await shop.stop({ keepData: true });
  process.env[FILLED_FOLDER] = shop.dataDir;
  return () => rmSync(shop.dataDir, { recursive: true, force: true });
}
