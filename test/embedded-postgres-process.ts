import { spawn } from "node:child_process";
import type { ChildProcess, SpawnOptions } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres.ts";
import { isProcessRunning } from "#server/postgres/process-table.ts";
import { afterUse } from "./after-use.ts";

const HOLD = path.resolve("test/hold-embedded-postgres.ts");

/** The first output of a process with an embedded database. */
export type HoldReport = { url: string; pid: number; version: string; problem?: undefined } | { problem: string };

export type Holder = {
  readonly process: ChildProcess;
  readonly report: HoldReport;
  /** Resolves with the exit code (null after a signal) and the output after the report. */
  readonly ended: Promise<{ code: number | null; printed: string }>;
};

/** Creates an empty folder for the running test, or for the tests of the file, and removes it afterwards. Other accounts may enter it. */
export function makeTestFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-test-pg-")));
  fs.chmodSync(folder, 0o755);
  afterUse(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a data directory with a cleanly stopped database; `copyDataDir` copies it faster than creating a new one. */
export async function makeDataDir(dataDir: string): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir, durable: false });
  await runSql(database.url, "create table notes (text text)");
  await database.stop();
}

export function copyDataDir(from: string, to: string): string {
  fs.cpSync(from, to, { recursive: true });
  return to;
}

/** Starts another process with the database of `dataDir`, and waits for its report. */
export async function startHolder(dataDir: string, mode = "stop", options: SpawnOptions = {}): Promise<Holder> {
  const child = spawn(process.execPath, [HOLD, dataDir, mode], { stdio: ["ignore", "pipe", "inherit"], ...options });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const printed: string[] = [];
  lines.on("line", (line) => printed.push(line));
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, printed: printed.slice(1).join("\n") }));
  });
  await Promise.race([new Promise((resolve) => lines.once("line", resolve)), ended]);
  if (printed[0] === undefined) throw new Error("the holder of the database ended without a report");
  return { process: child, report: JSON.parse(printed[0]) as HoldReport, ended };
}

/** The report of a running process. */
export function running(report: HoldReport): { url: string; pid: number; version: string } {
  if (report.problem !== undefined) throw new Error(report.problem);
  return report;
}

/** Kills a process with SIGKILL and waits until it is gone. */
export async function killNow(pid: number): Promise<void> {
  process.kill(pid, "SIGKILL");
  await untilGone(pid);
}

/** Linux only. */
export function childrenOf(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
}

/** Kills a server's sessions and helpers together; when the first is gone, the server ends the others itself. */
export function killChildren(pid: number): void {
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Waits until a process has ended; fails after ten seconds. */
export async function untilGone(pid: number): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  while (isProcessRunning(pid)) {
    if (Date.now() > giveUpAt) throw new Error(`process ${pid} does not end`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Runs a statement on its own connection and returns the rows. */
export async function runSql<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
