import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import fs from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ServerPlan } from "./cluster.ts";
import { endProcess, exitOf, isPostmasterOf, waitForProcessEnd, type StopStep } from "./process-table.ts";
import { openForServer } from "./server-account.ts";
import { addressSettings, openAddress, type ServerAddress } from "./server-address.ts";
import { serverEnvironment, serverSettings } from "./server-settings.ts";
import { orElse, StartProblem } from "./start-problem.ts";

export type Postmaster = {
  readonly pid: number;
  /** Resolves with the log's last lines when the server ended. */
  readonly ended: Promise<string>;
  /** Stops sessions and server: open transactions roll back, acknowledged data is durable. */
  readonly stop: () => Promise<void>;
};

const LOG_LIMIT_BYTES = 1_000_000;
const RECOVERY_NOTICE_MS = 3_000;
/** Closed pools disconnect in the background; earlier cuts would be errors. */
const SMART_STOP: StopStep = ["SIGTERM", 300];
/**
 * Fast shutdown, immediate shutdown, SIGKILL. A server recovering from a session crash ignores the first, and the second loses nothing, so the wait
 * is short.
 */
const stopSteps = (fastMs: number): readonly StopStep[] => [
  ["SIGINT", fastMs],
  ["SIGQUIT", 7_000],
  ["SIGKILL", 5_000],
];

const postmasterFile = (clusterDir: string) => path.join(clusterDir, "postmaster.pid");

/** The pid file of a running server; undefined if missing or incomplete. */
function findPostmaster(clusterDir: string): { readonly pid: number; readonly isReady: boolean } | undefined {
  const lines = orElse(["ENOENT", "EBUSY", "EPERM"], "", () => fs.readFileSync(postmasterFile(clusterDir), "utf8")).split("\n");
  const pid = Number(lines[0]);
  // PostgreSQL's LOCK_FILE_LINE_PM_STATUS.
  return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === "ready" } : undefined;
}

/**
 * Ends a server left by a killed shop; the caller holds the lock. Never reused: settings or version may differ. Removes its pid file, because the pid
 * may be reused; PostgreSQL finds orphaned sessions without it.
 */
export async function endLeftover({ layout: { cluster }, onProgress }: ServerPlan): Promise<void> {
  const pid = findPostmaster(cluster)?.pid;
  if (pid !== undefined && isPostmasterOf(pid, cluster)) {
    onProgress(`Stopping the database that an earlier start left running (process ${pid})`);
    if (!(await endProcess(pid, stopSteps(300))))
      throw new StartProblem(
        `A database server (process ${pid}) still runs on ${cluster} and does not end. End it, or restart the machine, and start again.`,
      );
  }
  fs.rmSync(postmasterFile(cluster), { force: true });
}

/** Starts a server and waits until it accepts connections, including recovery. Returns its output on failure. */
export async function launchPostmaster(plan: ServerPlan, address: ServerAddress): Promise<Postmaster | string> {
  const { account, durable, maxConnections } = plan;
  const { logFile, root } = plan.layout;
  openAddress(address, account);
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) fs.renameSync(logFile, `${logFile}.old`);
  const log = fs.openSync(logFile, "a", 0o600);
  try {
    if (account) fs.fchownSync(log, account.uid, account.gid);
    const start = fs.fstatSync(log).size;
    const readLog = (reason: string) => `${fs.readFileSync(logFile).subarray(start).toString().trim()}\n(${reason})`;
    const settingsFor = (view: string) =>
      [...serverSettings(durable, maxConnections), ...addressSettings(address, root, view)].flatMap((setting) => ["-c", setting]);
    return await (process.platform === "win32" ? launchWithPgCtl : launchWatched)(plan, settingsFor, log, readLog);
  } finally {
    fs.closeSync(log);
  }
}

type Launch = (
  plan: ServerPlan,
  settingsFor: (view: string) => string[],
  log: number,
  readLog: (reason: string) => string,
) => Promise<Postmaster | string>;

/**
 * Runs the server as child and reads a pipe (4) held by this process. When this process ends, the server gets a fast, then an immediate shutdown. An
 * uncollected child keeps its pid. Signals are passed on; group signals are not.
 */
const WATCH_SCRIPT = `
trap '' HUP INT TERM
"$@" 4<&- &
server=$!
{ read -r _ <&4; kill -INT $server; sleep 2; kill -QUIT $server; } 2>/dev/null &
wait $server
ended=$?
kill -KILL $!
exit $ended
`;

const launchWatched: Launch = async ({ layout, binaries, account, onProgress }, settingsFor, log, readLog) => {
  const view = openForServer(layout.root, account);
  const server = [binaries.postgres, "-D", path.join(view.path, path.basename(layout.cluster)), ...settingsFor(view.path)];
  const watch = spawn("/bin/sh", ["-c", WATCH_SCRIPT, "shopbell-watch", ...server], {
    ...account,
    // A session of its own: Ctrl-C must not stop the database before the shop.
    detached: true,
    cwd: "/",
    env: serverEnvironment(),
    stdio: ["ignore", log, log, view.handle, "pipe"],
  });
  view.close();
  const ended = exitOf(watch).then(readLog);
  const hasEnded = () => watch.pid === undefined || watch.exitCode !== null || watch.signalCode !== null;
  const notice = "Bringing the database up to date after it was not stopped properly; this ends by itself";
  const noticing = setTimeout(onProgress, RECOVERY_NOTICE_MS, notice);
  // postmaster.pid shows readiness without failed connections.
  let file = findPostmaster(layout.cluster);
  for (; !file?.isReady && !hasEnded(); file = findPostmaster(layout.cluster)) await delay(5);
  clearTimeout(noticing);
  if (file === undefined || hasEnded()) return ended;
  watch.unref();
  (watch.stdio[4] as Socket).unref();
  const { pid } = file;
  async function stop(): Promise<void> {
    watch.ref();
    if (!hasEnded()) await endProcess(pid, [SMART_STOP, ...stopSteps(10_000)]);
    await ended;
  }
  return { pid, ended, stop };
};

/** Windows: pg_ctl drops administrator rights and hides the window from Ctrl-C. No watch: the next start ends leftovers. */
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
