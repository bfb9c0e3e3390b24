import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort, untilListening } from "./free-port.ts";
import { findProgram } from "./find-program.ts";

/** The installed PgBouncer, if any. */
export const PGBOUNCER = findProgram("pgbouncer");

export interface Pooler {
  /** The same database through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

/** PgBouncer in transaction mode with as few server connections as `serverConnections`. `at`: a TCP address of the database. */
export async function startPgBouncer(at: string, serverConnections: number, extraSettings: readonly string[] = []): Promise<Pooler> {
  if (PGBOUNCER === undefined) throw new Error("pgbouncer is not installed");
  const database = new URL(at);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-pgbouncer-"));
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const name = database.pathname.slice(1);
  const config = path.join(folder, "pgbouncer.ini");
  const password = decodeURIComponent(database.password).replaceAll("'", "''");
  const lines = [
    "[databases]",
    `${name} = host=${database.hostname} port=${database.port} user=${decodeURIComponent(database.username)} password='${password}'`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${serverConnections}`,
    "max_client_conn = 500",
    ...extraSettings,
  ];
  fs.writeFileSync(config, `${lines.join("\n")}\n`);
  const child = spawn(PGBOUNCER, [...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), config], { stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (bytes: Buffer) => (log += bytes.toString()));
  const ended = once(child, "exit");
  await untilListening(port, () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended:\n${log}`);
  });
  const url = new URL(at);
  url.port = String(port);
  url.hostname = "127.0.0.1";
  return {
    url: url.href,
    async close() {
      child.kill("SIGKILL");
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
