import { Socket } from "node:net";
import type pg from "pg";
import { closeDb, connectClient, openDb, type Db } from "#app/platform/db/database.server.ts";
import { findServer } from "#app/platform/db/database-hosts.server.ts";
import { parseEnv, type Env } from "#app/http/env.server.ts";
import { createSecretBox, type SecretBox } from "#app/platform/secret-box.server.ts";
import { appSecret } from "#server/app-secret.ts";
import { findRunningPostgres } from "#server/postgres/connection-file.ts";
import { CommandFailure } from "./command.ts";
import { closeAtTheEnd } from "./open-things.ts";
import { printText } from "./print.ts";

/** The actor in the history. */
export const OPERATOR = { userId: null, userName: "operator" } as const;

export interface Database {
  readonly env: Env;
  readonly url: string;
  readonly db: Db;
  /** True if started by a running shop: its schema is current. */
  readonly isOfRunningShop: boolean;
}

export interface OpenShop extends Database {
  readonly appSecret: string;
  readonly secrets: SecretBox;
}

/** The environment; errors name every variable. */
export function readEnvironment(): Env {
  const env = parseEnv(process.env);
  if (!env.ok) throw new CommandFailure(`The environment is not right: ${env.error.join("; ")}.`);
  return env.value;
}

/**
 * The shop's database: DATABASE_URL, that of a running shop, or the embedded one started for this command. Closed afterwards. Its schema
 * may be outdated: see `openShop`.
 */
export async function openDatabase(env: Env): Promise<Database> {
  // Commands use session settings and locks, which a pooler does not support.
  if (env.databaseUrl !== null) return connect(env, env.directDatabaseUrl ?? env.databaseUrl, false);
  const running = await findRunningPostgres(env.dataDir);
  if (running !== undefined) return connect(env, running, true);
  const { startEmbeddedPostgres } = await import("#server/postgres/embedded-postgres.ts");
  const postgres = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    onProgress: (message) => printText(`${message}…`),
    onUnexpectedEnd: (message) => {
      printText(message);
      process.exit(1);
    },
  });
  closeAtTheEnd(postgres.stop);
  return connect(env, postgres.url, false);
}

/** The database with current schema, and the secret. */
export async function openShop(): Promise<OpenShop> {
  const env = readEnvironment();
  const database = await openDatabase(env);
  if (!database.isOfRunningShop) {
    const { migrateDatabase } = await import("#app/platform/db/migrate.server.ts");
    await migrateDatabase(database.url);
  }
  const secret = await appSecret(env);
  return { ...database, appSecret: secret, secrets: createSecretBox(secret) };
}

async function connect(env: Env, url: string, isOfRunningShop: boolean): Promise<Database> {
  await findServer(url);
  const db = openDb(url, { max: 4 });
  closeAtTheEnd(() => closeDb(db));
  return { env, url, db, isOfRunningShop };
}

/** A connection without timeouts, for bulk reads and writes. */
export async function openConnection(url: string): Promise<pg.Client> {
  const socket = new Socket();
  const client = await connectClient(url, undefined, { stream: () => socket });
  // A COPY cannot be cancelled cleanly.
  closeAtTheEnd(async () => void socket.destroy());
  await client.query(
    "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1",
  );
  return client;
}
