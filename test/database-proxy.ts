import { once } from "node:events";
import net from "node:net";
import pg from "pg";

/** A TCP proxy that can fall silent without closing connections, like a frozen server or a broken cable. */
export interface SilentProxy {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Blocks traffic in both directions; new connections are accepted but get no response. */
  stall(): void;
  /** Forwards new traffic, on old and new connections. */
  resume(): void;
  close(): Promise<void>;
}

/** The same for a database. */
export interface DatabaseProxy extends SilentProxy {
  /** The same database, through this proxy. */
  readonly url: string;
}

/** @param connect opens a connection to the server behind the proxy */
export async function openSilentProxy(connect: () => net.Socket): Promise<SilentProxy> {
  const sockets = new Set<net.Socket>();
  let isStalled = false;
  const server = net.createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect();
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => to.write(bytes));
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on("error", () => to.destroy());
      if (isStalled) from.pause();
      else from.resume();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as net.AddressInfo).port,
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  // Not connected: it only parses the connection string.
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const proxy = await openSilentProxy(() => (host.startsWith("/") ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)));
  const url = new URL(`postgresql://127.0.0.1:${proxy.port}/${database ?? ""}`);
  url.username = user ?? "";
  url.password = password ?? "";
  return { ...proxy, url: url.href };
}
