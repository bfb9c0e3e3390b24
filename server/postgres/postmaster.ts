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
  const lines = orElse(["ENOENT", "EBUSY", "EPERM"], "", () => fs.readFileSync(postmasterFile(clusterDir), "utf8")).split("\n");
  const pid = Number(lines[0]);
  // PostgreSQL's LOCK_FILE_LINE_PM_STATUS.
  return Number.isInteger(pid) && pid > 0 ? { pid, isReady: lines[7]?.trim() === "ready" } : undefined;
}

/**
 * Ends a server that still runs on this data because the shop that started it was killed; the caller holds the lock on the data directory, so no
 * living shop is using it. It is never taken over: it may have other settings, or be of an older version. What it wrote down is removed: its
 * number may be another program's by now. (Sessions that outlive their server are found by PostgreSQL without that file.)
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

/** Starts a server and waits until it accepts connections, for as long as a recovery after a crash takes. A text: what it wrote before it gave up. */
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
 * Runs the server as its child and reads a pipe (4) that only this process could write to. When this process ends, however that happens, the pipe
 * closes and the server gets a fast shutdown, two seconds later an immediate one. Its parent has not collected it then, so that its number cannot
 * be another program's. What ends the server is passed on; signals to all (systemd's) are left to it.
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
    // Its own session: Ctrl-C in the terminal must not end the database before the shop has drained.
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
  // The server says in postmaster.pid when it is ready, which costs nothing and leaves no failed sign-ins behind.
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
