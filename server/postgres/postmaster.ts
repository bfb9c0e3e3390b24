import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import type { ClusterLayout } from "./cluster-layout.ts";
import { stopWhenParentEnds } from "./parent-watch.ts";
import { findPostmasterFile } from "./postmaster-file.ts";
import { isProcessRunning, waitForProcessEnd } from "./process-table.ts";
import { openForServer } from "./reach.ts";
import type { ServerAccount } from "./server-account.ts";
import { addressSettings } from "./server-address.ts";
import type { ServerAddress } from "./server-address.ts";
import { serverEnvironment } from "./server-environment.ts";
import { serverSettings } from "./server-settings.ts";

export type PostmasterPlan = {
  readonly layout: ClusterLayout;
  readonly binaries: Binaries;
  readonly account: ServerAccount | undefined;
  readonly address: ServerAddress;
  readonly durable: boolean;
  readonly maxConnections: number;
  /** The number in a stale postmaster.pid: some other program has it now, or a zombie. */
  readonly stalePid: number | undefined;
  readonly onProgress: (message: string) => void;
};

/** A server that answers; or what it wrote before it gave up. */
export type LaunchResult = { readonly ok: true; readonly postmaster: Postmaster } | { readonly ok: false; readonly output: string };

export type Postmaster = {
  readonly pid: number;
  /** Fulfilled when the server has ended, with the last lines of its log. */
  readonly ended: Promise<string>;
  /** Ends sessions and the server: open transactions are rolled back, everything acknowledged is on the disk. */
  readonly stop: () => Promise<void>;
};

const LOG_LIMIT_BYTES = 1_000_000;
const RECOVERY_NOTICE_MS = 3_000;
/** Closed connection pools say goodbye in the background; sessions cut off before that would count as errors there. */
const SMART_STOP_MS = 300;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 10_000;

/** Starts the server and waits until it accepts connections, for as long as a recovery after a crash takes. */
export async function launchPostmaster(plan: PostmasterPlan): Promise<LaunchResult> {
  keepLogShort(plan.layout.logFile);
  const log = fs.openSync(plan.layout.logFile, "a", 0o600);
  if (plan.account) fs.fchownSync(log, plan.account.uid, plan.account.gid);
  const logStart = fs.fstatSync(log).size;
  const readLog = () => fs.readFileSync(plan.layout.logFile).subarray(logStart).toString();
  try {
    return process.platform === "win32" ? await launchWithPgCtl(plan, log, readLog) : await launchDirectly(plan, log, readLog);
  } finally {
    fs.closeSync(log);
  }
}

function keepLogShort(logFile: string): void {
  const size = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) fs.renameSync(logFile, `${logFile}.old`);
}

function settingArguments(plan: PostmasterPlan, view: string): string[] {
  const settings = [...serverSettings(plan.durable, plan.maxConnections), ...addressSettings(plan.address, plan.layout.root, view)];
  return settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function launchDirectly(plan: PostmasterPlan, log: number, readLog: () => string): Promise<LaunchResult> {
  const { layout, binaries, account } = plan;
  const view = openForServer(layout.root, account);
  const child = spawn(
    binaries.postgres,
    ["-D", path.join(view.path, path.basename(layout.cluster)), ...settingArguments(plan, view.path)],
    {
      ...account,
      // Its own process group: Ctrl-C in the terminal must not end the database before the shop has drained.
      detached: true,
      cwd: "/",
      env: serverEnvironment(plan.stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(plan.stalePid) }),
      stdio: ["ignore", log, log, view.handle ?? "ignore"],
    },
  );
  const exit = exitOf(child);
  view.close();
  if (child.pid === undefined) return { ok: false, output: await exit };

  const watch = stopWhenParentEnds(layout.cluster, child.pid);
  const ended = exit.then((reason) => {
    watch.callOff();
    return `${readLog().trim()}\n(${reason})`;
  });
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  await waitUntilReady(plan, child.pid, () => hasEnded);
  if (hasEnded) return { ok: false, output: await ended };
  child.unref();
  return { ok: true, postmaster: { pid: child.pid, ended, stop: () => stopChild(child, ended) } };
}

/** How a child ended, in words. */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with exit code ${code}`));
  });
}

/** The server says in postmaster.pid when it is ready, which costs nothing and leaves no failed sign-ins behind. */
async function waitUntilReady(plan: PostmasterPlan, pid: number, hasEnded: () => boolean): Promise<void> {
  const noticeAt = Date.now() + RECOVERY_NOTICE_MS;
  let noticed = false;
  while (!hasEnded()) {
    const file = findPostmasterFile(plan.layout.cluster);
    if (file?.pid === pid && file.isReady) return;
    if (!noticed && Date.now() > noticeAt) {
      noticed = true;
      plan.onProgress("Bringing the database up to date after it was not stopped properly; this ends by itself");
    }
    await delay(5);
  }
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.ref();
  child.kill("SIGTERM");
  if (await endsWithin(ended, SMART_STOP_MS)) return;
  child.kill("SIGINT");
  if (await endsWithin(ended, FAST_STOP_MS)) return;
  child.kill("SIGQUIT");
  if (await endsWithin(ended, IMMEDIATE_STOP_MS)) return;
  child.kill("SIGKILL");
  await ended;
}

async function endsWithin(ended: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timeout = new AbortController();
  const late = delay(timeoutMs, false, { signal: timeout.signal }).catch(() => false);
  const inTime = await Promise.race([ended.then(() => true), late]);
  timeout.abort();
  return inTime;
}

/**
 * Windows: PostgreSQL refuses to run with an administrator's rights; pg_ctl gives them up for it. Its window is
 * hidden, which also keeps Ctrl-C away from the server.
 */
async function launchWithPgCtl(plan: PostmasterPlan, log: number, readLog: () => string): Promise<LaunchResult> {
  const { binaries, layout } = plan;
  const pgCtl = (...args: string[]) => [...args, "-D", layout.cluster, "-w", "-t", "600"];
  const options: SpawnOptions = { env: serverEnvironment(), windowsHide: true, stdio: ["ignore", log, log] };
  const starter = spawn(binaries.pgCtl, [...pgCtl("start"), "-o", settingArguments(plan, layout.root).join(" ")], options);
  const reason = await exitOf(starter);
  const pid = findPostmasterFile(layout.cluster)?.pid;
  if (starter.exitCode !== 0 || pid === undefined) return { ok: false, output: `${readLog().trim()}\n(${reason})` };

  const stopNow = () => void spawnSync(binaries.pgCtl, pgCtl("stop", "-m", "fast"), { ...options, stdio: "ignore" });
  process.once("exit", stopNow);
  const ended = watchForEnd(pid).then(() => {
    process.off("exit", stopNow);
    return readLog().trim();
  });
  return {
    ok: true,
    postmaster: {
      pid,
      ended,
      async stop() {
        spawn(binaries.pgCtl, pgCtl("stop", "-m", "fast"), { ...options, stdio: "ignore" });
        if (!(await waitForProcessEnd(pid, FAST_STOP_MS))) process.kill(pid, "SIGKILL");
        await ended;
      },
    },
  };
}

function watchForEnd(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isProcessRunning(pid)) return;
      clearInterval(timer);
      resolve();
    }, 500);
    timer.unref();
  });
}
