import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import type { ClusterLayout } from "./cluster.ts";
import { isPostmasterOf, waitForProcessEnd } from "./process-table.ts";
import { openForServer, type ServerAccount } from "./server-account.ts";
import { addressSettings, type ServerAddress } from "./server-address.ts";
import { serverEnvironment, serverSettings } from "./server-settings.ts";
import { StartProblem } from "./start-problem.ts";

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
const SMART_STOP: StopStep = ["SIGTERM", 300];
type StopStep = readonly [NodeJS.Signals, number];
/**
 * Fast shutdown, immediate shutdown (the next start recovers), and what cannot be refused. A server that is recovering from the crash of a
 * session never ends by the first, and nothing is lost by the second, so the wait is short.
 */
const stopSteps = (fastMs: number): readonly StopStep[] => [
  ["SIGINT", fastMs],
  ["SIGQUIT", 7_000],
  ["SIGKILL", 5_000],
];
const FAST_STOP_MS = 10_000;
const LEFTOVER_FAST_STOP_MS = 300;
/** The line of postmaster.pid that says how far the server is, counted from zero (PostgreSQL's LOCK_FILE_LINE_PM_STATUS). */
const STATUS_LINE = 7;

const postmasterFile = (clusterDir: string) => path.join(clusterDir, "postmaster.pid");

/** What a running server writes into its data directory; undefined when there is none or it is just being written. */
function findPostmaster(clusterDir: string): { readonly pid: number; readonly isReady: boolean } | undefined {
  try {
    const lines = fs.readFileSync(postmasterFile(clusterDir), "utf8").split("\n");
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[STATUS_LINE]?.trim() === "ready" } : undefined;
  } catch (error) {
    // Windows refuses to read it while it is being written.
    if (["ENOENT", "EBUSY", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** Signals a process, harder step by step; false when it is still there after the last. */
async function endProcess(pid: number, steps: readonly StopStep[]): Promise<boolean> {
  for (const [signal, waitMs] of steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    if (await waitForProcessEnd(pid, waitMs)) return true;
  }
  return false;
}

/**
 * Ends a server that still runs on this data because the shop that started it was killed. It is never taken over: it may have other settings,
 * or be of an older version. The caller holds the lock on the data directory, so no living shop is using it.
 *
 * Returns the number in `postmaster.pid` when the file is stale, i.e. that process is gone or is another program: PostgreSQL has to be told to
 * disregard it.
 */
export async function endLeftoverPostmaster(clusterDir: string, onProgress: (message: string) => void): Promise<number | undefined> {
  const pid = findPostmaster(clusterDir)?.pid;
  if (pid === undefined || !isPostmasterOf(pid, clusterDir)) return pid;
  onProgress(`Stopping the database that an earlier start left running (process ${pid})`);
  if (await endProcess(pid, stopSteps(LEFTOVER_FAST_STOP_MS))) return findPostmaster(clusterDir)?.pid;
  throw new StartProblem(
    `A database server (process ${pid}) still runs on ${clusterDir} and does not end. End it, or restart the machine, and start again.`,
  );
}

/**
 * Waits on a pipe that only this process holds. When this process ends, however that happens, the pipe closes and the server gets a fast
 * shutdown, two seconds later an immediate one. The first line of postmaster.pid must still be the server's number, so that no other program is
 * ever signalled; while the server is just starting the file is not there yet.
 */
const WATCH_SCRIPT = `
trap '' HUP
while read -r _; do :; done
tries=0 told=0
while [ "$tries" -lt 100 ] && kill -0 "$2" 2>/dev/null; do
  first=
  { read -r first < "$1"; } 2>/dev/null
  if [ "$first" = "$2" ]; then
    if [ "$told" = 0 ]; then kill -INT "$2"; fi
    if [ "$told" = 20 ]; then kill -QUIT "$2"; exit; fi
    told=$((told + 1))
  fi
  tries=$((tries + 1))
  sleep 0.1
done
`;

/** Makes sure the server `pid` does not outlive this process, not even after `kill -9`. Returns what calls the watch off. */
function stopWhenParentEnds(clusterDir: string, pid: number): () => void {
  const watch = spawn("/bin/sh", ["-c", WATCH_SCRIPT, "shopbell-watch", postmasterFile(clusterDir), String(pid)], {
    // Its own session: neither Ctrl-C nor a signal to the shop's process group may end the watch.
    detached: true,
    cwd: "/",
    env: serverEnvironment(),
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.on("error", (error) => {
    throw new Error("The watch over the embedded database could not be started", { cause: error });
  });
  watch.stdin.on("error", () => undefined);
  watch.unref();
  (watch.stdin as unknown as { unref(): void }).unref();
  return () => void watch.kill("SIGKILL");
}

/** Starts the server and waits until it accepts connections, for as long as a recovery after a crash takes. */
export async function launchPostmaster(plan: PostmasterPlan): Promise<LaunchResult> {
  const { logFile } = plan.layout;
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) fs.renameSync(logFile, `${logFile}.old`);
  const log = fs.openSync(logFile, "a", 0o600);
  if (plan.account) fs.fchownSync(log, plan.account.uid, plan.account.gid);
  const logStart = fs.fstatSync(log).size;
  const readLog = (reason: string) => `${fs.readFileSync(logFile).subarray(logStart).toString().trim()}\n(${reason})`;
  try {
    return process.platform === "win32" ? await launchWithPgCtl(plan, log, readLog) : await launchDirectly(plan, log, readLog);
  } finally {
    fs.closeSync(log);
  }
}

function settingArguments({ durable, maxConnections, address, layout }: PostmasterPlan, view: string): string[] {
  const settings = { ...serverSettings(durable, maxConnections), ...addressSettings(address, layout.root, view) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

async function launchDirectly(plan: PostmasterPlan, log: number, readLog: (reason: string) => string): Promise<LaunchResult> {
  const { layout, binaries, account, stalePid } = plan;
  const view = openForServer(layout.root, account);
  const cluster = path.join(view.path, path.basename(layout.cluster));
  const child = spawn(binaries.postgres, ["-D", cluster, ...settingArguments(plan, view.path)], {
    ...account,
    // Its own process group: Ctrl-C in the terminal must not end the database before the shop has drained.
    detached: true,
    cwd: "/",
    env: serverEnvironment(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }),
    stdio: ["ignore", log, log, view.handle ?? "ignore"],
  });
  const exit = exitOf(child);
  view.close();
  const { pid } = child;
  if (pid === undefined) return { ok: false, output: await exit };

  const callOffWatch = stopWhenParentEnds(layout.cluster, pid);
  let hasEnded = false;
  const ended = exit.then((reason) => {
    hasEnded = true;
    callOffWatch();
    return readLog(reason);
  });
  // The server says in postmaster.pid when it is ready, which costs nothing and leaves no failed sign-ins behind.
  let noticeAt = Date.now() + RECOVERY_NOTICE_MS;
  for (let file = findPostmaster(layout.cluster); !(file?.pid === pid && file.isReady); file = findPostmaster(layout.cluster)) {
    if (hasEnded) return { ok: false, output: await ended };
    if (Date.now() > noticeAt) {
      noticeAt = Number.POSITIVE_INFINITY;
      plan.onProgress("Bringing the database up to date after it was not stopped properly; this ends by itself");
    }
    await delay(5);
  }
  child.unref();
  async function stop(): Promise<void> {
    child.ref();
    if (child.exitCode === null && child.signalCode === null) await endProcess(child.pid ?? 0, [SMART_STOP, ...stopSteps(FAST_STOP_MS)]);
    await ended;
  }
  return { ok: true, postmaster: { pid, ended, stop } };
}

/** How a child ended, in words. */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with exit code ${code}`));
  });
}

/**
 * Windows: PostgreSQL refuses to run with an administrator's rights; pg_ctl gives them up for it. Its window is hidden, which also keeps Ctrl-C
 * away from the server. There is no watch: the next start ends what a killed one left.
 */
async function launchWithPgCtl(plan: PostmasterPlan, log: number, readLog: (reason: string) => string): Promise<LaunchResult> {
  const { binaries, layout } = plan;
  const pgCtl = (...args: string[]) => [...args, "-D", layout.cluster, "-w", "-t", "600"];
  const options: SpawnOptions = { env: serverEnvironment(), windowsHide: true, stdio: ["ignore", log, log] };
  const starter = spawn(binaries.pgCtl, [...pgCtl("start"), "-o", settingArguments(plan, layout.root).join(" ")], options);
  const reason = await exitOf(starter);
  const pid = findPostmaster(layout.cluster)?.pid;
  if (starter.exitCode !== 0 || pid === undefined) return { ok: false, output: readLog(reason) };

  const stopNow = () => void spawnSync(binaries.pgCtl, pgCtl("stop", "-m", "fast"), { ...options, stdio: "ignore" });
  process.once("exit", stopNow);
  const ended = waitForProcessEnd(pid, Number.POSITIVE_INFINITY, 500).then(() => {
    process.off("exit", stopNow);
    return readLog("ended");
  });
  async function stop(): Promise<void> {
    spawn(binaries.pgCtl, pgCtl("stop", "-m", "fast"), { ...options, stdio: "ignore" });
    if (!(await waitForProcessEnd(pid ?? 0, 30_000))) process.kill(pid ?? 0, "SIGKILL");
    await ended;
  }
  return { ok: true, postmaster: { pid, ended, stop } };
}
