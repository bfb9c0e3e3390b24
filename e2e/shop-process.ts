import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { RESULTS_FOLDER } from "./results-folder.ts";

/** The variable with a filled data folder that shops start on a copy of (seed-once.ts). */
export const FILLED_FOLDER = "SHOPBELL_E2E_FILLED_FOLDER";

/** If a worker is killed, its shop ends too. */
const FOLLOW_PARENT = pathToFileURL("scripts/processes/follow-parent.mjs").href;

export const ADMIN = { email: "owner@example.com", password: "violet-harbour-seventeen" } as const;

/** Known here, so that tests may query the payment simulator as its owner. */
export const APP_SECRET = "the browser tests' own secret, long enough";

export interface RunningShop {
  readonly url: string;
  readonly dataDir: string;
  /** The server's output so far; kept until the next run. */
  readonly logFile: string;
  /** Runs an operator's command (`npm run shop -- …`) on this shop; returns its exit code and output. */
  run(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** Ends it and, by default, removes its folder. */
  stop(options?: { readonly keepData: boolean }): Promise<void>;
}

/**
 * The production build with the demo shop in its own folder, on a free port, as `npm start` runs it. With SEED in `env` it starts empty.
 */
export async function startShop(env: Readonly<Record<string, string>> = {}): Promise<RunningShop> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "shopbell-e2e-"));
  const filled = process.env[FILLED_FOLDER];
  if (filled !== undefined && env.SEED === undefined) cpSync(filled, dataDir, { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const shopEnv = {
    ...process.env,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "info",
    DRAIN_SECONDS: "0",
    // Variables of the shell belong to a real shop.
    DATABASE_URL: "",
    STRIPE_API_URL: "",
    SENDGRID_API_URL: "",
    MEDIA_URL: "",
    APP_SECRET,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  };
  const logFile = openLog(port);
  const child = spawn(process.execPath, ["--enable-source-maps", "--import", FOLLOW_PARENT, "build/server/index.js"], {
    env: shopEnv,
    stdio: ["ignore", logFile.descriptor, logFile.descriptor],
  });
  closeSync(logFile.descriptor);
  await untilReady(url, child, logFile.path);
  return {
    url,
    dataDir,
    logFile: logFile.path,
    run: (...args) => runCommand(["server/shop.ts", ...args], shopEnv),
    stop: async ({ keepData } = { keepData: false }) => {
      if (child.exitCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGTERM");
        await ended;
      }
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

function openLog(port: number): { readonly path: string; readonly descriptor: number } {
  const folder = path.join(RESULTS_FOLDER, "shops");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `worker-${process.env.TEST_WORKER_INDEX ?? "setup"}-port-${port}.log`);
  return { path: file, descriptor: openSync(file, "w") };
}

async function untilReady(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}:\n${readFileSync(logFile, "utf8")}`);
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the shop did not become ready within two minutes:\n${readFileSync(logFile, "utf8")}`);
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
