import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { DemoTools } from "#app/checkout/workflows/remove-demo.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { addressIn, isBucket } from "./backups/backup-place.ts";
import { makeBackup } from "./backups/backups.ts";

/** The backup's name does not match the schedule's pattern, so it never expires. */
export function createDemoTools(env: Pick<Env, "backupDir" | "dataDir">, now: () => Date): DemoTools {
  return {
    async backUp() {
      const place = env.backupDir ?? path.resolve(env.dataDir, "backups");
      if (!isBucket(place)) await mkdir(place, { recursive: true, mode: 0o700 });
      const file = addressIn(place, `with-demo-${now().toISOString().slice(0, 19).replaceAll(":", "-")}Z.backup`);
      await makeBackup(file);
      return file;
    },
    async clearSimulator(tx) {
      await tx.delete(simulatorObjects);
    },
    async addBusyDay(tx, at) {
      const { insertBusyDay } = await import("#db/seed/orders/busy-day.ts");
      return insertBusyDay(tx, at);
    },
  };
}
