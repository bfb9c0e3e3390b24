import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import * as products from "#app/routes/api/products.ts";
import { killChildren } from "#test/embedded-postgres-process.ts";
import { bootSmallShop } from "#test/small-shop.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-embedded-"));
fs.chmodSync(dataDir, 0o755);
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const postmaster = () => Number(fs.readFileSync(path.join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);

test.runIf(process.platform === "linux")(
  "a shop whose database is killed, the sessions or all of it, says so for a moment and is ready again in seconds",
  async () => {
    const shop = await bootSmallShop(null, { "api/products": products }, { environment: { DATA_DIR: dataDir } });
    const kills = [() => killChildren(postmaster()), () => process.kill(postmaster(), "SIGKILL")];
    for (const kill of kills) {
      expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
      const statuses = new Set<number>();
      kill();
      // Readiness is at most a second old.
      await expect.poll(async () => (await fetch(`${shop.url}/api/products`)).status, { interval: 5 }).toBe(503);
      await expect
        .poll(
          async () => {
            const { status } = await fetch(`${shop.url}/api/products`);
            statuses.add(status);
            return status === 200 && (await fetch(`${shop.url}/readyz`)).status === 200;
          },
          { timeout: 120_000 },
        )
        .toBe(true);
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    }
    await shop.stop();
    expect(fs.existsSync(path.join(dataDir, "postgres/data/postmaster.pid"))).toBe(false);
  },
);
