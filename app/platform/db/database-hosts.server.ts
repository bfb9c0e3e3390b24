import { Socket } from "node:net";
import pg from "pg";
import { errorCode } from "#app/values/narrow.ts";
import { describeDatabaseError, isTooManyConnections, sqlState } from "./database-errors.server.ts";
import { readDatabaseUrl, trustsAnyServer, type DatabaseAddress } from "./database-url.mjs";

/*
 * The driver connects to one host. For a connection string with several, short connections find the matching host. All connections of this
 * process to that connection string share the result, except those of `openHosts`.
 */

/** Default limit of one attempt, for the connection and each response. */
const ATTEMPT_MS = 2_000;

export interface DatabaseHosts extends DatabaseAddress {
  readonly text: string;
  /** True: `closeConnections` can close the connections to them. */
  readonly isClosable: boolean;
  /** Limit of one attempt, for the connection and each response. */
  readonly attemptMs: number;
  /** Connection string of the last host found; initially that of the first. */
  chosen: string;
  searching: Promise<string> | undefined;
  /** Pooled connections, with the connection string that each was opened with. */
  readonly sockets: Map<Socket, string>;
}

interface Session {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

const STATE = `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only')::boolean as "isReadOnly"`;

const TARGETS: Readonly<Record<DatabaseAddress["target"], { readonly words: string; readonly fits: (session: Session) => boolean }>> = {
  any: { words: "answers", fits: () => true },
  "read-write": { words: "takes writes", fits: ({ isReadOnly }) => !isReadOnly },
  "read-only": { words: "is read-only", fits: ({ isReadOnly }) => isReadOnly },
  primary: { words: "is a primary", fits: ({ isStandby }) => !isStandby },
  standby: { words: "is a standby", fits: ({ isStandby }) => isStandby },
  "prefer-standby": { words: "answers", fits: ({ isStandby }) => isStandby },
};

const hostsByUrl = new Map<string, DatabaseHosts>();

function hostsOf(address: string | DatabaseHosts): DatabaseHosts {
  if (typeof address !== "string") return address;
  let hosts = hostsByUrl.get(address);
  if (hosts === undefined) {
    hosts = readHosts(address, false, ATTEMPT_MS);
    hostsByUrl.set(address, hosts);
  }
  return hosts;
}

/** Hosts that share nothing with other users of the same connection string, and whose connections can be closed. */
export function openHosts(text: string, attemptMs: number): DatabaseHosts {
  return readHosts(text, true, attemptMs);
}

function readHosts(text: string, isClosable: boolean, attemptMs: number): DatabaseHosts {
  const address = readDatabaseUrl(text);
  if (typeof address === "string") throw new Error(`the connection string ${address}`);
  return { ...address, text, isClosable, attemptMs, chosen: address.servers[0]?.urls[0] ?? text, searching: undefined, sockets: new Map() };
}

/** Logs connection strings that encrypt without verifying the server; up to 0.5.0 they verified its certificate. */
export function warnOfUncheckedServers(
  urls: Readonly<Record<string, string | null>>,
  log: { warn(fields: object, message: string): void },
): void {
  const variables = Object.entries(urls).flatMap(([name, url]) => (url !== null && trustsAnyServer(url) ? [name] : []));
  if (variables.length > 0) log.warn({ variables }, "the server's certificate is not checked; sslmode=verify-full does");
}

/** False: only one server and one way to connect to it. */
function hasChoice({ servers, target, isClosable }: DatabaseHosts): boolean {
  return isClosable || target !== "any" || servers.flatMap(({ urls }) => urls).length > 1;
}

/** Options to connect to the currently matching host. Throws a sentence with each host's reason if none matches. */
export async function findServer(address: string | DatabaseHosts, attemptMs?: number): Promise<{ readonly connectionString: string }> {
  const hosts = hostsOf(address);
  return { connectionString: hasChoice(hosts) ? await search(hosts, attemptMs) : hosts.chosen };
}

/**
 * Options for a pool. Each new connection uses the last host found and is refused if the host no longer matches. A lost or refused
 * connection starts a search. After a failover, connections to the former host are closed, because a silent host would block each of them.
 */
export function poolOptions(address: string | DatabaseHosts): pg.PoolConfig {
  const hosts = hostsOf(address);
  if (!hasChoice(hosts)) return { connectionString: hosts.chosen };
  const opened = new WeakSet<pg.ClientBase>();
  class HostClient extends pg.Client {
    constructor(options: pg.PoolConfig = {}) {
      const { chosen } = hosts;
      const socket = new Socket();
      super({ ...options, connectionString: chosen, stream: () => socket });
      hosts.sockets.set(socket, chosen);
      const searchAgain = () => {
        if (chosen === hosts.chosen) search(hosts).catch(() => undefined);
      };
      this.on("error", searchAgain);
      this.once("end", () => {
        hosts.sockets.delete(socket);
        if (!opened.has(this)) searchAgain();
      });
    }
  }
  return {
    // The pool creates its connections with this class, the only option that it reads for each connection.
    Client: HostClient,
    async onConnect(client) {
      if (hosts.target !== "any" && hosts.target !== "prefer-standby") {
        const session = await stateOf(client);
        if (!TARGETS[hosts.target].fits(session)) throw noneFits(hosts, [describe(session)]);
      }
      opened.add(client);
    },
  };
}

/** Closes pooled connections, so that their queries fail immediately. */
export function closeConnections({ sockets }: DatabaseHosts): void {
  for (const socket of sockets.keys()) socket.destroy();
}

function search(hosts: DatabaseHosts, attemptMs: number = hosts.attemptMs): Promise<string> {
  hosts.searching ??= find(hosts, attemptMs)
    .then((found) => {
      hosts.chosen = found;
      for (const [socket, url] of hosts.sockets) if (url !== found) socket.destroy();
      return found;
    })
    .finally(() => (hosts.searching = undefined));
  return hosts.searching;
}

/** The first matching host, in the given order, but the last one found comes first. */
async function find(hosts: DatabaseHosts, attemptMs: number): Promise<string> {
  const isChosen = ({ urls }: DatabaseHosts["servers"][number]) => urls.includes(hosts.chosen);
  const reasons: string[] = [];
  let second: string | undefined;
  for (const { name, urls } of hosts.servers.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))) {
    for (const url of urls) {
      try {
        const session = await check(url, attemptMs);
        if (TARGETS[hosts.target].fits(session)) return url;
        second ??= url;
        reasons.push(`${name} ${describe(session)}`);
        break;
      } catch (error) {
        reasons.push(`${name}: ${describeDatabaseError(error) || errorCode(error)}`);
        // The server is full, not lost: its queries continue, unless another host matches better.
        if (isTooManyConnections(error) && url === hosts.chosen) second ??= url;
        if (!isRefusedAsSuch(error)) break;
      }
    }
  }
  if (hosts.target === "prefer-standby" && second !== undefined) return second;
  throw noneFits(hosts, reasons);
}

/**
 * Whether `sslmode` allows another attempt, with or without TLS: the server has no TLS, or the handshake or authentication failed. As in
 * libpq, an unreachable or silent server gets no second attempt.
 */
function isRefusedAsSuch(error: unknown): boolean {
  if (sqlState(error)?.startsWith("28") === true || /^(?:EPROTO$|ERR_SSL_|ERR_TLS_)/.test(errorCode(error))) return true;
  return error instanceof Error && /SSL connection/.test(error.message);
}

async function check(url: string, limitMs: number): Promise<Session> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await stateOf(client);
  } finally {
    // A silent server would not respond to the closing message either.
    client.end().catch(() => undefined);
  }
}

async function stateOf(client: pg.ClientBase): Promise<Session> {
  const { rows } = await client.query<Session>(STATE);
  return rows[0] ?? { isStandby: true, isReadOnly: true };
}

function describe({ isStandby, isReadOnly }: Session): string {
  if (isStandby) return "is a standby";
  return isReadOnly ? "is read-only" : "takes writes";
}

function noneFits({ servers, target }: DatabaseHosts, reasons: readonly string[]): Error {
  return new Error(`none of ${servers.map(({ name }) => name).join(", ")} ${TARGETS[target].words}: ${reasons.join("; ")}`);
}
