import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServerPlan } from "./cluster.ts";
import { endProcess, isPostmasterOf, waitForProcessEnd, type StopStep } from "./process-table.ts";
import { openForServer } from "./server-account.ts";
import { addressSettings, type ServerAddress } from "./server-address.ts";
import { serverEnvironment, serverSettings } from "./server-settings.ts";
import { orElse, StartProblem } from "./start-problem.ts";

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
/**
 * Fast shutdown, immediate shutdown (the next start recovers), and what cannot be refused. A server that is recovering from the crash of a
 * session never ends by the first, and nothing is lost by the second, so the wait is short.
 */
const stopSteps = (fastMs: number): readonly StopStep[] => [
  ["SIGINT", fastMs],
  ["SIGQUIT", 7_000],
  ["SIGKILL", 5_000],
];

const postmasterFile = (clusterDir: string) => path.join(clusterDir, "postmaster.pid");

/** What a running server writes into its data directory; undefined when there is none or it is just being written (Windows then refuses to read it). */
function findPostmaster(clusterDir: string): { readonly pid: number; readonly isReady: boolean } | undefined {
  const file = orElse(["ENOENT", "EBUSY", "EPERM"], "", () => fs.readFileSync(postmasterFile(clusterDir), "utf8"));
  const lines = file.split("\n");
  const pid = Number(lines[0]);
  // PostgreSQL's LOCK_FILE_LINE_PM_STATUS.
  return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === "ready" } : undefined;
}

/**
 * Ends a server that still runs on this data because the shop that started it was killed. It is never taken over: it may have other settings,
 * or be of an older version. The caller holds the lock on the data directory, so no living shop is using it.
 *
 * Returns the number in `postmaster.pid` when the file is stale, i.e. that process is gone or is another program (or a zombie): PostgreSQL has to
 * be told to disregard it.
 */
export async function endLeftover({ layout: { cluster }, onProgress }: ServerPlan): Promise<number | undefined> {
  const pid = findPostmaster(cluster)?.pid;
  if (pid === undefined || !isPostmasterOf(pid, cluster)) return pid;
  onProgress(`Stopping the database that an earlier start left running (process ${pid})`);
  if (await endProcess(pid, stopSteps(300))) return findPostmaster(cluster)?.pid;
  throw new StartProblem(
    `A database server (process ${pid}) still runs on ${cluster} and does not end. End it, or restart the machine, and start again.`,
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

/**
 * Starts a server and waits until it accepts connections, for as long as a recovery after a crash takes. A text: what it wrote before it gave up.
 * @param stalePid what `endLeftover` has answered
 */
export async function launchPostmaster(
  plan: ServerPlan,
  address: ServerAddress,
  stalePid: number | undefined,
): Promise<Postmaster | string> {
  const { layout, account, durable, maxConnections } = plan;
  const { logFile } = layout;
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) fs.renameSync(logFile, `${logFile}.old`);
  const log = fs.openSync(logFile, "a", 0o600);
  try {
    if (account) fs.fchownSync(log, account.uid, account.gid);
    const start = fs.fstatSync(log).size;
    const readLog = (reason: string) => `${fs.readFileSync(logFile).subarray(start).toString().trim()}\n(${reason})`;
    const settingsFor = (view: string) => {
      const settings = { ...serverSettings(durable, maxConnections), ...addressSettings(address, layout.root, view) };
      return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    };
    const launch = process.platform === "win32" ? launchWithPgCtl : launchDirectly;
    return await launch(plan, settingsFor, log, readLog, stalePid);
  } finally {
    fs.closeSync(log);
  }
}

type Launch = (
  plan: ServerPlan,
  settingsFor: (view: string) => string[],
  log: number,
  readLog: (reason: string) => string,
  stalePid: number | undefined,
) => Promise<Postmaster | string>;

const launchDirectly: Launch = async ({ layout, binaries, account, onProgress }, settingsFor, log, readLog, stalePid) => {
  const view = openForServer(layout.root, account);
  const child = spawn(binaries.postgres, ["-D", path.join(view.path, path.basename(layout.cluster)), ...settingsFor(view.path)], {
    ...account,
    // Its own process group: Ctrl-C in the terminal must not end the database before the shop has drained.
    detached: true,
    cwd: "/",
    env: serverEnvironment(stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) }),
    stdio: ["ignore", log, log, view.handle],
  });
  const exit = exitOf(child);
  view.close();
  const { pid } = child;
  if (pid === undefined) return exit;
  const callOffWatch = stopWhenParentEnds(layout.cluster, pid);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ended = exit.then((reason) => {
    callOffWatch();
    return readLog(reason);
  });
  const notice = "Bringing the database up to date after it was not stopped properly; this ends by itself";
  const noticing = setTimeout(onProgress, RECOVERY_NOTICE_MS, notice);
  // The server says in postmaster.pid when it is ready, which costs nothing and leaves no failed sign-ins behind.
  for (let file; !(file?.pid === pid && file.isReady) && !hasEnded(); file = findPostmaster(layout.cluster)) await delay(5);
  clearTimeout(noticing);
  if (hasEnded()) return ended;
  child.unref();
  async function stop(): Promise<void> {
    child.ref();
    if (!hasEnded()) await endProcess(child.pid ?? 0, [SMART_STOP, ...stopSteps(10_000)]);
    await ended;
  }
  return { pid, ended, stop };
};

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
const launchWithPgCtl: Launch = async ({ layout, binaries }, settingsFor, log, readLog) => {
  const pgCtl = (...args: string[]) => [...args, "-D", layout.cluster, "-w", "-t", "600"];
  const options: SpawnOptions = { env: serverEnvironment(), windowsHide: true, stdio: ["ignore", log, log] };
  const starter = spawn(binaries.pgCtl, [...pgCtl("start"), "-o", settingsFor(layout.root).join(" ")], options);
  const reason = await exitOf(starter);
  const pid = findPostmaster(layout.cluster)?.pid;
  if (starter.exitCode !== 0 || pid === undefined) return readLog(reason);
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
  return { pid, ended, stop };
};
