import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { simulatorSecrets } from "#server/simulator-secrets.ts";
import { serveSimulator, type ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { freePort } from "#test/free-port.ts";
import type { Dice } from "./size.ts";

export const APP_SECRET = "the torture's own secret, long enough";
const FLAGS = JSON.parse(fs.readFileSync("scripts/server-flags.json", "utf8")) as readonly string[];
/** As with `npm start`: if the test is killed, its shop ends too. */
const FOLLOW_PARENT = pathToFileURL("scripts/processes/follow-parent.mjs").href;
/** Without these, memory under load differs from `npm start` (docs/decisions/0016-memory.md). */
const MEMORY = JSON.parse(fs.readFileSync("scripts/server-memory.json", "utf8")) as Readonly<Record<string, string>>;
const START_WITHIN_MS = 60_000;

/** A process of the built server. */
export interface ShopProcess {
  readonly url: string;
  /** From the start of the process to its first ready response. */
  readonly readyMs: number;
  readonly pid: number;
  /** True until the process has ended, for any reason. */
  isRunning(): boolean;
  /** Its latest output and log. */
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** A shop with its own database. */
export interface ShopServer extends ShopProcess {
  readonly databaseUrl: string;
  /** kill -9, without a warning. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface Street {
  readonly dataDir: string;
  /** The payment provider runs here, so that its ledger outlives every server; its webhooks are lost, duplicated and delayed at random. */
  readonly provider: ServedSimulator;
  /** Starts the built server on the street's data. */
  open(environment?: Readonly<Record<string, string>>): Promise<ShopServer>;
  close(): Promise<void>;
}

/** A data folder (a new one unless given), a provider, and one server of the production build at a time. */
export async function buildStreet(dice: Dice, folder?: string): Promise<Street> {
  if (!fs.existsSync("build/server/index.js")) throw new Error("the shop is not built: run `npm run build` first");
  const dataDir = folder ?? fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-torture-"));
  fs.chmodSync(dataDir, 0o755);
  let shopUrl: string | null = null;
  const provider = await openProvider(dice, () => shopUrl);
  const running = new Set<ShopServer>();

  async function open(environment: Readonly<Record<string, string>> = {}): Promise<ShopServer> {
    const shop = await startShop({ DATA_DIR: dataDir, DRAIN_SECONDS: "0", STRIPE_API_URL: provider.apiUrl, ...environment });
    const databaseUrl = await findRunningPostgres(dataDir);
    if (databaseUrl === undefined) throw new Error("the shop runs without its database");
    shopUrl = shop.url;
    const end = async (signal: "SIGKILL" | "SIGTERM") => {
      shopUrl = null;
      running.delete(server);
      await shop.end(signal);
    };
    const server: ShopServer = { ...shop, databaseUrl, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
    running.add(server);
    return server;
  }

  return {
    dataDir,
    provider,
    open,
    async close() {
      for (const server of running) await server.stop();
      await provider.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The payment provider; its webhooks are lost, duplicated and delayed at random, and go to the shop's current address (null: none). */
export async function openProvider(dice: Dice, shopUrl: () => string | null): Promise<ServedSimulator> {
  const post = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      response.end();
      const copies = dice.chance(25) ? 0 : dice.chance(20) ? 5 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        await new Promise((resolve) => setTimeout(resolve, dice.next() * 300));
        const to = shopUrl();
        if (to === null) return;
        const headers = { "Content-Type": "application/json", "Stripe-Signature": String(request.headers["stripe-signature"]) };
        const sent = fetch(`${to}/api/webhooks/stripe`, { method: "POST", headers, body: Buffer.concat(parts) });
        // A server that has just been killed gets no webhook: it counts as lost.
        await sent.then((answer) => answer.arrayBuffer()).catch(() => undefined);
      }
    })();
  });
  post.listen(0, "127.0.0.1");
  await once(post, "listening");
  const { webhookSecret: secret } = simulatorSecrets(APP_SECRET);
  const provider = await serveSimulator({ webhook: { to: `http://127.0.0.1:${(post.address() as AddressInfo).port}`, secret } });
  return {
    ...provider,
    async close() {
      await provider.close();
      post.close();
      post.closeAllConnections();
    },
  };
}

/** Starts the built server in `folder` (another release's; unset = this one's) and waits until it is ready. */
export async function startShop(environment: Readonly<Record<string, string>>, folder = "."): Promise<ShopProcess> {
  const started = performance.now();
  const shop = await spawnShop(environment, folder);
  try {
    await untilReady(shop);
  } catch (error) {
    await shop.end("SIGKILL");
    throw error;
  }
  return { ...shop, readyMs: performance.now() - started };
}

/** Starts the built server and kills it after the given milliseconds, ready or not; returns whether it was ready by then. */
export async function killStarting(environment: Readonly<Record<string, string>>, afterMs: number): Promise<boolean> {
  const shop = await spawnShop(environment, ".");
  const state = { isReady: false };
  // Concurrently: a starting shop responds only when it is ready, and the kill must not wait for that.
  const watching = untilReady(shop).then(
    () => (state.isReady = true),
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const wasReady = state.isReady;
  await shop.end("SIGKILL");
  await watching;
  return wasReady;
}

async function spawnShop(environment: Readonly<Record<string, string>>, folder: string): Promise<Omit<ShopProcess, "readyMs">> {
  const port = environment.PORT ?? String(await freePort());
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const child = spawn(process.execPath, [...FLAGS, "--import", FOLLOW_PARENT, "build/server/index.js"], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      TMPDIR,
      ...MEMORY,
      NODE_ENV: "production",
      PORT: port,
      SEED: "none",
      LOG_LEVEL: "fatal",
      APP_SECRET,
      // Each buyer has a different client address.
      TRUST_PROXY: "on",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-40_000)));
  const ended = once(child, "exit");
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** The web workers of a shop's primary process. */
export function workersOf(pid: number): readonly number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  return children.filter((child) => fs.readFileSync(`/proc/${child}/cmdline`, "utf8").includes("build/server/index.js"));
}

async function untilReady({ url, isRunning, output }: Omit<ShopProcess, "readyMs">): Promise<void> {
  const giveUpAt = performance.now() + START_WITHIN_MS;
  while (performance.now() < giveUpAt) {
    if (!isRunning()) throw new Error(`the shop ended at its start:\n${output()}`);
    if (await isReady(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the shop was not ready within ${START_WITHIN_MS / 1000} s:\n${output()}`);
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok === true;
}
