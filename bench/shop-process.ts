import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";

/** The flags and the variables that `npm start` gives the server. */
export const serverFlags = JSON.parse(readFileSync("scripts/server-flags.json", "utf8")) as string[];
const serverMemory = JSON.parse(readFileSync("scripts/server-memory.json", "utf8")) as Readonly<Record<string, string>>;

export const BENCH_PASSWORD = "bench-password-for-one-run";
export const BENCH_EMAIL = "bench@example.com";

export interface BenchShop {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** From spawn to the first served page, in milliseconds. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** `taskset` pins a process to one core if the machine has it; the results say whether it did. */
export const canPin = spawnSync("taskset", ["-c", "0", "true"]).status === 0 && os.availableParallelism() > 1;

export function makeDataDir(): string {
  return mkdtempSync(path.join(os.tmpdir(), "shopbell-bench-"));
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

export interface Pinning {
  /** False: it may use every core. */
  readonly isPinned?: boolean;
}

/** @param core null = any */
export function pinned(command: string, args: readonly string[], core: number | null): readonly [string, readonly string[]] {
  return canPin && core !== null ? ["taskset", ["-c", String(core), command, ...args]] : [command, args];
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the production build on `dataDir` and waits until it serves a page. */
export async function startShop(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  { isPinned = true }: Pinning = {},
): Promise<BenchShop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [command, args] = pinned(process.execPath, [...serverFlags, "build/server/index.js"], isPinned ? 0 : null);
  const started = performance.now();
  const child = spawn(command, args, {
    env: {
      ...serverMemory,
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      DRAIN_SECONDS: "0",
      ADMIN_EMAIL: BENCH_EMAIL,
      ADMIN_PASSWORD: BENCH_PASSWORD,
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<never>((_, reject) => {
    child.once("exit", (code) => reject(new Error(`the shop ended with ${code}:\n${output}`)));
  });
  ended.catch(() => undefined);
  await Promise.race([answers(`${url}/`, child), ended]);
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3000 && child.exitCode === null; tries += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok === true) {
      await response.arrayBuffer();
      return;
    }
    await response?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Resident memory in MB of a process; for the database of all its processes together, shared pages counted once (PSS). Linux only, else
 * null.
 */
export function residentMb(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return null;
  }
}

export function proportionalMb(pids: readonly number[]): number | null {
  try {
    return (
      pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0), 0) / 1024
    );
  } catch {
    return null;
  }
}

/** The cores a process may run on, such as "0" or "0-1". Linux only, else null. */
export function coresOf(pid: number): string | null {
  try {
    return /^Cpus_allowed_list:\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? null;
  } catch {
    return null;
  }
}

/** The process itself and everything below it, by command name. */
export function processesBelow(root: number): readonly { readonly pid: number; readonly name: string }[] {
  const rows = spawnSync("ps", ["-eo", "pid=,ppid=,comm="]).stdout?.toString().trim().split("\n") ?? [];
  const all = rows
    .map((row) => row.trim().split(/\s+/))
    .map(([pid, parent, name]) => ({ pid: Number(pid), parent: Number(parent), name: name ?? "" }));
  const wanted = new Set([root]);
  for (let grew = true; grew;) {
    grew = false;
    for (const each of all) if (wanted.has(each.parent) && !wanted.has(each.pid)) grew = wanted.add(each.pid) !== undefined;
  }
  return all.filter((each) => wanted.has(each.pid));
}

/** CPU time so far, in milliseconds: the server's, and its database's. Linux only, else null. */
export function processorMs(root: number): { readonly node: number; readonly database: number } | null {
  try {
    const sum = { node: 0, database: 0 };
    for (const { pid, name } of processesBelow(root)) {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      // Ticks of a hundredth of a second, in user and in kernel mode.
      sum[name.startsWith("postgres") ? "database" : "node"] += (Number(fields[11]) + Number(fields[12])) * 10;
    }
    return sum;
  } catch {
    return null;
  }
}

/** CPU time of a process's threads so far, in nanoseconds, without threads that have ended. Linux only, else null. */
export function threadsNs(pid: number): number | null {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.reduce((sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]), 0);
  } catch {
    return null;
  }
}
