import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { createEmulator } from "emulate";
import type { ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { openSilentProxy, type SilentProxy } from "#test/database-proxy.ts";
import { freePort } from "#test/free-port.ts";
import { PGBOUNCER, startPgBouncer } from "#test/pgbouncer.ts";
import { openProvider, startShop, workersOf, type ShopProcess } from "#test/torture/shop-server.ts";
import type { Dice } from "#test/torture/size.ts";
import { POSTGRES_PROGRAMS, startPostgresPair, type PostgresPair } from "./postgres-pair.ts";
import { HAPROXY, NGINX, startHaproxy, startNginx } from "./proxies.ts";

/** Missing requirements of the cluster tests on this machine. */
export const MISSING = Object.entries({ PostgreSQL: POSTGRES_PROGRAMS, PgBouncer: PGBOUNCER, nginx: NGINX, HAProxy: HAPROXY })
  .filter(([, program]) => program === undefined)
  .map(([name]) => name)
  .concat(process.platform === "linux" ? [] : ["Linux"]);

export const WORKERS = 2;

/** Two machines with two workers each behind nginx; PgBouncer and HAProxy between them and a pair of databases; pictures in a bucket. */
export interface Cluster {
  /** nginx. */
  readonly url: string;
  /** nginx's log of connections that broke after they were established. */
  brokenConnections(): readonly string[];
  /** The primary database, through HAProxy. */
  readonly databaseUrl: string;
  readonly provider: ServedSimulator;
  readonly databases: PostgresPair;
  readonly bucket: SilentProxy;
  readonly machines: readonly Machine[];
  close(): Promise<void>;
}

interface Machine {
  /** Its running shop. */
  shop(): ShopProcess;
  /** The web workers that are alive now. */
  workers(): readonly number[];
  /** Starts this release's shop on the same port after its end. */
  start(): Promise<void>;
}

/** @param folder of the initial release of both machines; unset = this one */
export async function startCluster(dice: Dice, folder?: string): Promise<Cluster> {
  // A failed start ends what it has started.
  await using started = new AsyncDisposableStack();
  const keep = <T extends { close(): Promise<unknown> }>(part: T) => started.adopt(part, async (each) => void (await each.close()));
  const databases = keep(await startPostgresPair());
  const haproxy = keep(await startHaproxy(databases.servers));
  const databaseUrl = `postgresql://shop:any@127.0.0.1:${haproxy.port}/shop`;
  const pooler = keep(await startPgBouncer(databaseUrl, 20, ["server_login_retry = 1"]));
  const emulator = keep(await createEmulator({ service: "aws", port: 0, seed: { aws: { s3: { buckets: [{ name: "pictures" }] } } } }));
  const bucket = keep(await openSilentProxy(() => net.connect(Number(new URL(emulator.url).port), "127.0.0.1")));
  const ports: [number, number] = [await freePort(), await freePort()];
  const nginx = keep(await startNginx(ports));
  const url = `http://127.0.0.1:${nginx.port}`;
  const provider = keep(await openProvider(dice, () => url));
  const environment = {
    DATABASE_URL: pooler.url,
    DIRECT_DATABASE_URL: databaseUrl,
    MEDIA_URL: `s3://pictures?endpoint=http://127.0.0.1:${bucket.port}`,
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    STRIPE_API_URL: provider.apiUrl,
    WEB_PROCESSES: String(WORKERS),
    DRAIN_SECONDS: "2",
    LOG_LEVEL: "error",
  };
  const machines: Machine[] = [];
  // One after the other: the first migrates the database.
  for (const port of ports) machines.push(keep(await openMachine({ ...environment, PORT: String(port) }, folder)));
  const running = started.move();
  return {
    url,
    brokenConnections: () =>
      nginx
        .log()
        .split("\n")
        .filter((line) => line.includes("while reading") || line.includes("while sending")),
    databaseUrl,
    provider,
    databases,
    bucket,
    machines,
    close: () => running.disposeAsync(),
  };
}

async function openMachine(environment: Readonly<Record<string, string>>, folder?: string) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-machine-"));
  const remove = () => fs.rmSync(dataDir, { recursive: true, force: true });
  const open = (release?: string) => startShop({ ...environment, DATA_DIR: dataDir }, release);
  let shop = await open(folder).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    shop: () => shop,
    workers: () => workersOf(shop.pid),
    async start() {
      shop = await open();
    },
    async close() {
      await shop.end("SIGTERM");
      remove();
    },
  };
}
