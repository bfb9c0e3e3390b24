import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { chooseServerAccount, giveTo } from "#server/postgres/server-account.ts";
import { runOnServer } from "#test/database-server.ts";
import { findProgram } from "#test/find-program.ts";
import { freePort } from "#test/free-port.ts";

const SHOP = "shop";
const START_WITHIN_MS = 30_000;
const CHECK_MS = 800;

/** The folder of PostgreSQL's programs, if installed with `pg_basebackup`. */
export const POSTGRES_PROGRAMS = findPrograms();

/** How a primary ends: killed immediately, frozen (accepts packets but never responds), or shut down cleanly. */
export type Ending = "killed" | "silent" | "shut down";

export interface PostgresPair {
  /** A health check port for each server, 200 when it is the primary, as with Patroni. */
  readonly servers: readonly { readonly port: number; readonly healthPort: number }[];
  /** Ends the primary, promotes the standby, and resolves when it accepts writes. The old primary does not come back. */
  failOver(ending: Ending): Promise<void>;
  /** Recreates the missing server as a synchronous standby of the primary. */
  rebuild(): Promise<void>;
  /** Stops the primary cleanly and starts it again, without a failover. */
  restart(): Promise<void>;
  /** Makes the primary read-only, or writable again. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Server {
  readonly folder: string;
  readonly port: number;
  process: ChildProcess | null;
}

/** Two PostgreSQL servers on this machine with an empty database `shop`, the second a synchronous standby of the first. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-pair-"));
  const account = chooseServerAccount(home, home);
  giveTo(account, home);
  fs.chmodSync(home, 0o755);
  const servers: Server[] = [];
  for (const name of ["a", "b"]) servers.push({ folder: path.join(home, name), port: await freePort(), process: null });
  let [primary, copy] = servers as [Server, Server];
  const program = (name: string, args: readonly string[]) =>
    promisify(execFile)(path.join(POSTGRES_PROGRAMS ?? "", name), args, { ...account, cwd: "/" });

  const start = async (server: Server) => {
    const settings = [`port=${server.port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100"];
    server.process = spawn(
      path.join(POSTGRES_PROGRAMS ?? "", "postgres"),
      ["-D", server.folder, ...settings.flatMap((setting) => ["-c", setting])],
      { ...account, cwd: "/", stdio: "ignore" },
    );
    await untilTrue(server, "select true");
  };
  const stop = async ({ process: child }: Server) => {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  const kill = async (server: Server) => {
    const ended = server.process === null ? null : once(server.process, "exit");
    signalAll(server, "SIGKILL");
    await ended;
    server.process = null;
  };
  const copyPrimary = async () => {
    fs.rmSync(copy.folder, { recursive: true, force: true });
    await program("pg_basebackup", [
      "-h",
      "127.0.0.1",
      "-p",
      String(primary.port),
      "-U",
      "postgres",
      "-D",
      copy.folder,
      "-R",
      "-c",
      "fast",
    ]);
    await start(copy);
    await untilTrue(primary, "select count(*) = 1 from pg_stat_replication where state = 'streaming'");
    // Without a standby, each commit would wait for it.
    await configure(primary, "synchronous_standby_names = '*'");
    await untilTrue(primary, "select count(*) = 1 from pg_stat_replication where sync_state = 'sync'");
  };

  await program("initdb", ["-D", primary.folder, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"]);
  await start(primary);
  await runOnServer(urlOf(primary), `create role ${SHOP} login`);
  await runOnServer(urlOf(primary), `create database ${SHOP} owner ${SHOP}`);
  for (const limit of ["statement_timeout", "idle_in_transaction_session_timeout"])
    await runOnServer(urlOf(primary), `alter role ${SHOP} in database ${SHOP} set ${limit} = '8s'`);
  await copyPrimary();
  const pages = await Promise.all(servers.map((server) => openHealthPage(server)));

  return {
    servers: servers.map(({ port }, index) => ({ port, healthPort: pages[index]!.port })),
    async failOver(ending) {
      const oldPrimary = primary;
      if (ending === "shut down") await stop(oldPrimary);
      else if (ending === "killed") await kill(oldPrimary);
      else signalAll(oldPrimary, "SIGSTOP");
      await runOnServer(urlOf(copy), "select pg_promote(true, 60)");
      await untilTrue(copy, "select not pg_is_in_recovery()");
      // Fencing, as by a cluster manager: a server that may come back is ended.
      if (ending === "silent") await kill(oldPrimary);
      [primary, copy] = [copy, oldPrimary];
    },
    rebuild: copyPrimary,
    async restart() {
      await stop(primary);
      await start(primary);
    },
    async setReadOnly(isReadOnly) {
      await configure(primary, `default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
    },
    async close() {
      for (const page of pages) page.close();
      await Promise.all(servers.map(kill));
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | undefined {
  const versions = fs.existsSync("/usr/lib/postgresql") ? fs.readdirSync("/usr/lib/postgresql") : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`);
  const found =
    newest.map((folder) => path.join(folder, "pg_basebackup")).find((file) => fs.existsSync(file)) ?? findProgram("pg_basebackup");
  return found === undefined ? undefined : path.dirname(found);
}

function urlOf({ port }: Server, database = "postgres"): string {
  return `postgresql://postgres@127.0.0.1:${port}/${database}`;
}

/** Existing sessions keep their setting; new transactions use the new one. */
async function configure(server: Server, setting: string): Promise<void> {
  await runOnServer(urlOf(server), `alter system set ${setting}`);
  await runOnServer(urlOf(server), "select pg_reload_conf()");
}

/** To the server and each of its sessions, which have no common process group. */
function signalAll({ process: child }: Server, signal: NodeJS.Signals): void {
  if (child?.pid === undefined || child.exitCode !== null) return;
  const children = fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  child.kill(signal);
  for (const pid of children) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** Polls until the check returns true; an error, such as from a silent server, counts as false. */
async function untilTrue(server: Server, question: string): Promise<void> {
  const giveUpAt = performance.now() + START_WITHIN_MS;
  while (!(await ask(server, question))) {
    if (performance.now() > giveUpAt) throw new Error(`PostgreSQL on port ${server.port} does not answer "${question}" with true`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ask(server: Server, question: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(server), connectionTimeoutMillis: CHECK_MS, query_timeout: CHECK_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<[boolean]>({ text: question, rowMode: "array" });
    return rows[0]?.[0] === true;
  } catch {
    return false;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Responds with 200 while the server is the primary, else 503. */
async function openHealthPage(server: Server): Promise<{ port: number; close(): void }> {
  const page = createServer((_, response) => {
    void ask(server, "select not pg_is_in_recovery()").then((isPrimary) => response.writeHead(isPrimary ? 200 : 503).end());
  });
  page.listen(0, "127.0.0.1");
  await once(page, "listening");
  return { port: (page.address() as AddressInfo).port, close: () => void page.close() };
}
