import { Socket } from "node:net";
import pg from "pg";
import { errorCode } from "#app/values/narrow.ts";
import { describeDatabaseError } from "./database-errors.server.ts";
import { readDatabaseUrl, type DatabaseAddress } from "./database-url.mjs";

/*
 * The driver connects to one host. For a connection string with several, short connections find the host that fits. All connections of this process
 * to that connection string share what was found.
 */

/** Limit of one attempt, to connect and to answer each. */
const CHECK_MS = 2_000;

interface Hosts extends DatabaseAddress {
  /** Connection string of the host that was found last; the first one's before. */
  chosen: string;
  searching: Promise<string> | undefined;
  /** Of pooled connections, with the connection string that each was opened with. */
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

const known = new Map<string, Hosts>();

function hostsOf(url: string): Hosts {
  let hosts = known.get(url);
  if (hosts === undefined) {
    const address = readDatabaseUrl(url);
    if (typeof address === "string") throw new Error(`the connection string ${address}`);
    hosts = { ...address, chosen: address.servers[0]?.urls[0] ?? url, searching: undefined, sockets: new Map() };
    known.set(url, hosts);
  }
  return hosts;
}

/** False: there is one server and one way to it. */
function hasChoice({ servers, target }: Hosts): boolean {
  return target !== "any" || servers.flatMap(({ urls }) => urls).length > 1;
}

/** How to connect to the host that fits now. Throws a sentence with each host's reason if none does. */
export async function findServer(url: string): Promise<{ readonly connectionString: string }> {
  const hosts = hostsOf(url);
  return { connectionString: hasChoice(hosts) ? await search(hosts) : hosts.chosen };
}

/**
 * Options for a pool. Each new connection goes to the host found last and is refused unless it fits. A lost or refused connection starts a search.
 * After a move, connections to the former host are closed, because a silent one would hold up each of them.
 */
export function poolOptions(url: string): pg.PoolConfig {
  const hosts = hostsOf(url);
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
    // The pool makes its connections with this class: the only one of its options that is asked for each connection.
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

/** Closes pooled connections, so that what they run fails now. */
export function closeConnections(url: string): void {
  for (const socket of hostsOf(url).sockets.keys()) socket.destroy();
}

function search(hosts: Hosts): Promise<string> {
  hosts.searching ??= find(hosts)
    .then((found) => {
      hosts.chosen = found;
      for (const [socket, url] of hosts.sockets) if (url !== found) socket.destroy();
      return found;
    })
    .finally(() => (hosts.searching = undefined));
  return hosts.searching;
}

/** The first that fits, in the order given, but the one found last before all others. */
async function find(hosts: Hosts): Promise<string> {
  const isChosen = ({ urls }: Hosts["servers"][number]) => urls.includes(hosts.chosen);
  const reasons: string[] = [];
  let second: string | undefined;
  for (const { name, urls } of hosts.servers.toSorted((a, b) => Number(isChosen(b)) - Number(isChosen(a)))) {
    for (const url of urls) {
      try {
        const session = await check(url);
        if (TARGETS[hosts.target].fits(session)) return url;
        second ??= url;
        reasons.push(`${name} ${describe(session)}`);
        break;
      } catch (error) {
        reasons.push(`${name}: ${describeDatabaseError(error) || errorCode(error)}`);
      }
    }
  }
  if (hosts.target === "prefer-standby" && second !== undefined) return second;
  throw noneFits(hosts, reasons);
}

async function check(url: string): Promise<Session> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CHECK_MS, query_timeout: CHECK_MS });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await stateOf(client);
  } finally {
    // A silent server would not answer the farewell either.
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

function noneFits({ servers, target }: Hosts, reasons: readonly string[]): Error {
  return new Error(`none of ${servers.map(({ name }) => name).join(", ")} ${TARGETS[target].words}: ${reasons.join("; ")}`);
}
