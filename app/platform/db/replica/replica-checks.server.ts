import type pg from "pg";
import { sqlState } from "#app/platform/db/database-errors.server.ts";
import { findServer, type DatabaseHosts } from "#app/platform/db/database-hosts.server.ts";
import { connectTo } from "#app/platform/db/database.server.ts";

/* The queries of replica.server.ts to a replica and its primary. */

const PERMISSION_DENIED = "42501";

/** A position in the write-ahead log, and its query time by `performance.now()`. */
export interface Position {
  readonly log: string;
  readonly readAt: number;
}

interface Identity {
  /** The same on a primary and its replicas; null if the role may not read it. */
  readonly system: string | null;
  readonly database: string;
}

interface CheckConnection {
  /** Connects if there is no connection. A failure ends the connection. */
  run<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Connection string of the connected server. */
  server(): string | undefined;
  /** Of the last connected server. */
  identity(): Identity | undefined;
  /** Not awaited: a silent server does not respond. */
  leave(): void;
}

/** One connection for checks. @param limitMs for the connection and each query */
export function openCheckConnection(address: string | DatabaseHosts, limitMs: number): CheckConnection {
  let connection: { readonly client: pg.Client; readonly server: string } | undefined;
  let identity: Identity | undefined;

  function leave(): void {
    connection?.client.end().catch(() => undefined);
    connection = undefined;
  }

  async function connect(): Promise<pg.Client> {
    const server = await findServer(address);
    const client = await connectTo(server, limitMs, { query_timeout: limitMs });
    connection = { client, server: server.connectionString };
    identity = await identify(client);
    return client;
  }

  return {
    async run(work) {
      try {
        return await work(connection?.client ?? (await connect()));
      } catch (error) {
        leave();
        throw error;
      }
    },
    server: () => connection?.server,
    identity: () => identity,
    leave,
  };
}

async function identify(client: pg.Client): Promise<Identity | undefined> {
  const read = async (system: string) =>
    (await client.query<Identity>(`select current_database() as database, ${system} as system`)).rows[0];
  try {
    return await read("(select system_identifier::text from pg_control_system())");
  } catch (error) {
    if (sqlState(error) !== PERMISSION_DENIED) throw error;
    return read("null");
  }
}

/** Whether a replica can belong to the primary. Unknown values are not compared. */
export function isSameDatabase(replica: Identity | undefined, primary: Identity | undefined): boolean {
  if (replica === undefined || primary === undefined) return false;
  return replica.database === primary.database && (replica.system ?? primary.system) === (primary.system ?? replica.system);
}

export async function writtenUpTo(client: pg.Client): Promise<Position> {
  const readAt = performance.now();
  const { rows } = await client.query<{ log: string }>("select pg_current_wal_lsn()::text as log");
  return { log: rows[0]?.log ?? "0/0", readAt };
}

/** `has` is also true for the primary itself, which `prefer-standby` connects to while there is no standby. */
export async function hasReplayed(client: pg.Client, position: string): Promise<{ readonly has: boolean; readonly isStandby: boolean }> {
  const { rows } = await client.query<{ has: boolean; isStandby: boolean }>(
    `select pg_is_in_recovery() as "isStandby",
       coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= $1::pg_lsn, false) as has`,
    [position],
  );
  return rows[0] ?? { has: false, isStandby: false };
}
