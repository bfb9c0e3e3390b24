import { rmSync } from "node:fs";
import { zoneWhereItIs } from "#test/clock.ts";
import { FILLED_FOLDER, startShop } from "./shop-process.ts";

/**
 * Before all tests: fills the demo shop once, so that every worker's own shop starts in seconds on a copy of it. Its time zone makes it
 * noon now: the afternoon offers are over or in the future, and neither a date nor a business day ends while the tests run.
 */
export default async function seedOnce(): Promise<() => void> {
  const shop = await startShop();
  const { code, output } = await shop.run("settings", "set", "STORE_TIMEZONE", zoneWhereItIs(12));
  await shop.stop({ keepData: true });
  if (code !== 0) throw new Error(`the demo shop's zone could not be set:\n${output}`);
  process.env[FILLED_FOLDER] = shop.dataDir;
  return () => rmSync(shop.dataDir, { recursive: true, force: true });
}
