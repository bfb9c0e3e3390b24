import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { problem } from "#app/http/answers/problem.server.ts";
import { limitBodyTime, type BodyLimits } from "./body-time.ts";
import { standingHeaders } from "./content-security.ts";
import { answerMalformedRequests } from "./malformed-requests.ts";

/** Timeouts in milliseconds. */
export interface HttpLimits extends BodyLimits {
  /** For request headers. Checked at intervals of `check`. */
  readonly headers: number;
  /** Keep-alive. Longer than proxies' minute, so that they close first. */
  readonly keepAlive: number;
  /** From the stop signal: how long running requests may take, and at least how long after the door is closed. */
  readonly finish: number;
  readonly finishAfterClose: number;
}

/** Connections that arrive while the door is being closed are reset by the system, so it closes when none has come for this long; at most for so long. */
const QUIET_MS = 50;
const QUIET_WAIT_MS = 500;
/** How long the peer may take to close and to receive a last response. */
const GOODBYE_MS = 200;
const LAST_BYTES_MS = 500;

export const HTTP_LIMITS: HttpLimits = {
  headers: 10_000,
  request: 30_000,
  idle: 30_000,
  upload: 300_000,
  check: 1_000,
  keepAlive: 65_000,
  finish: 7_000,
  finishAfterClose: 2_000,
};

export type HandleRequest = (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;

export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpServer {
  /** e.g. `http://127.0.0.1:3000`: where this process reaches itself. */
  readonly url: string;
  /** From now on requests go to `handle`, unless `answerAtOnce` handled them; before, they get 503. */
  open(handle: HandleRequest, answerAtOnce?: AnswerAtOnce): void;
  /**
   * From now on every response closes its connection, and requests are served for `milliseconds` more, so that a load balancer notices. Then new
   * connections are refused, which a proxy tries elsewhere. Resolves when no request is running or their time is up.
   */
  drain(milliseconds: number): Promise<void>;
  /** Closes the door and all connections. */
  close(): Promise<void>;
}

/** Where this machine reaches a server that listens on every address. */
const THIS_MACHINE: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "[::1]"],
]);

/** Listens immediately (the simulator's address must be known) and responds 503 until opened. */
export async function startHttpServer(
  at: { readonly port: number; readonly host: string; readonly isSecure: boolean },
  limits: HttpLimits = HTTP_LIMITS,
  wrapServer: (server: Server) => void = () => undefined,
): Promise<HttpServer> {
  const standing = standingHeaders(at.isSecure);
  const comeBack = (detail: string) => problem(503, { detail, headers: { ...standing, "Retry-After": "1" } });
  let handle: HandleRequest = () => comeBack("The shop is starting. Please try again in a moment.");
  let answerAtOnce: AnswerAtOnce = () => false;
  let isDraining = false;
  /** Resolves when new connections are refused. */
  const refusing = Promise.withResolvers<void>();
  let isClosing = false;
  let ended: Promise<void> | undefined;
  let finishUntil = 0;
  const inFlight = { requests: 0 };
  let lastArrivalAt = 0;
  const sockets = new Map<Socket, ServerResponse | null>();

  const server = createAdaptorServer({
    async fetch(request: Request, bindings: unknown) {
      inFlight.requests += 1;
      try {
        // Clients connect anew after a response, and a connection on its way to a door that closes is reset: they are answered when it is closed.
        if (isClosing) await refusing.promise;
        // HTTP/1 bindings, the only protocol.
        return await handle(request, bindings as HttpBindings);
      } finally {
        inFlight.requests -= 1;
      }
    },
    overrideGlobalObjects: false,
    serverOptions: {
      requireHostHeader: false,
      connectionsCheckingInterval: limits.check,
      headersTimeout: limits.headers,
      // Bodies have their own timeout (body-time.ts); uploads may also wait for a slot.
      requestTimeout: limits.headers + Math.max(limits.request, 2 * limits.upload),
      keepAliveTimeout: limits.keepAlive,
    },
  }) as Server;
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (!isClosing && answerAtOnce(request, response)) return;
    for (const listener of listeners) listener(request, response);
  });
  answerMalformedRequests(server, standing);
  limitBodyTime(server, limits);
  wrapServer(server);
  server.on("connection", (socket) => {
    lastArrivalAt = Date.now();
    sockets.set(socket, null);
    socket.on("close", () => sockets.delete(socket));
  });
  server.prependListener("request", ({ socket }, response: ServerResponse) => {
    sockets.set(socket, response);
    response.on("close", () => {
      if (sockets.get(socket) === response) sockets.set(socket, null);
    });
    if (isDraining) response.setHeader("Connection", "close");
  });

  /** Refuses new connections and ends idle ones. Resolves when the last connection has ended. */
  async function closeDoor(): Promise<void> {
    isDraining = true;
    isClosing = true;
    const closeAt = Date.now() + QUIET_WAIT_MS;
    lastArrivalAt = Date.now();
    while (Date.now() < Math.min(lastArrivalAt + QUIET_MS, closeAt)) await delay(10);
    ended = new Promise((resolve) => server.close(() => resolve()));
    refusing.resolve();
    for (const [socket, response] of sockets) {
      if (response !== null) continue;
      socket.end();
      setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
    }
  }

  const { address, family, port } = await listen(server, at);
  const plain = family === "IPv6" ? `[${address}]` : address;
  const host = THIS_MACHINE.get(address) ?? plain;
  return {
    url: `http://${host}:${port}`,
    open: (next, first = () => false) => {
      handle = next;
      answerAtOnce = first;
    },
    async drain(milliseconds) {
      isDraining = true;
      const until = Date.now() + limits.finish;
      for (const response of sockets.values()) if (response?.headersSent === false) response.setHeader("Connection", "close");
      await delay(milliseconds);
      await closeDoor();
      finishUntil = Math.max(until, Date.now() + limits.finishAfterClose);
      while (inFlight.requests > 0 && Date.now() < finishUntil) await delay(10);
    },
    async close() {
      if (ended === undefined) await closeDoor();
      const force = setTimeout(() => server.closeAllConnections(), Math.max(LAST_BYTES_MS, finishUntil - Date.now()));
      await ended;
      clearTimeout(force);
    },
  };
}

function listen(server: Server, { port, host }: { readonly port: number; readonly host: string }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new Error(`port ${port} is taken by another program: end it, or set PORT to a free one`) : error);
    });
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
}
