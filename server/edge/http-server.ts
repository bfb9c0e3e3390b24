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
  /** After the stop signal: how long new requests are served, and running ones may take. */
  readonly lastOrders: number;
  readonly drain: number;
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
  lastOrders: 400,
  drain: 10_000,
};

export type HandleRequest = (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;

export type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpServer {
  /** e.g. `http://127.0.0.1:3000`: where this process reaches itself. */
  readonly url: string;
  /** From now on requests go to `handle`, unless `answerAtOnce` handled them; before, they get 503. */
  open(handle: HandleRequest, answerAtOnce?: AnswerAtOnce): void;
  /** From now on every response closes its connection. New requests are still served for a moment. */
  beginDraining(): void;
  /** After `beginDraining`: refuses new connections; resolves when no request is running. */
  finishRequests(): Promise<void>;
  /** Closes the door and all connections. */
  close(): Promise<void>;
}

/** The process's own requests: simulator and its webhooks. */
const OWN_CALLS = /^\/(?:_simulator\/stripe|api\/webhooks)\//;

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
  let state: "open" | "last orders" | "closed" | "closing the door" = "open";
  const doorClosed = Promise.withResolvers<void>();
  let drainUntil = 0;
  const inFlight = { requests: 0 };
  let lastArrivalAt = 0;
  const sockets = new Map<Socket, ServerResponse | null>();

  const server = createAdaptorServer({
    async fetch(request: Request, bindings: unknown) {
      if ((state === "closed" && !OWN_CALLS.test(new URL(request.url).pathname)) || state === "closing the door") {
        // Clients reconnect after a response: the last ones are served before closing.
        if (state === "closing the door") await doorClosed.promise;
        return comeBack("The shop is being restarted. Please try again in a moment.");
      }
      inFlight.requests += 1;
      try {
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
    if ((state === "open" || state === "last orders") && answerAtOnce(request, response)) return;
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
    if (state !== "open") response.setHeader("Connection", "close");
  });

  const { address, family, port } = await listen(server, at);
  const host = address === "0.0.0.0" ? "127.0.0.1" : address === "::" ? "[::1]" : family === "IPv6" ? `[${address}]` : address;
  return {
    url: `http://${host}:${port}`,
    open: (next, first = () => false) => {
      handle = next;
      answerAtOnce = first;
    },
    beginDraining() {
      state = "last orders";
      drainUntil = Date.now() + limits.drain;
      for (const response of sockets.values()) if (response?.headersSent === false) response.setHeader("Connection", "close");
    },
    async finishRequests() {
      await delay(limits.lastOrders);
      state = "closed";
      while (inFlight.requests > 0 && Date.now() < drainUntil) await delay(10);
    },
    async close() {
      state = "closing the door";
      const closeAt = Date.now() + QUIET_WAIT_MS;
      lastArrivalAt = Date.now();
      while (Date.now() < Math.min(lastArrivalAt + QUIET_MS, closeAt)) await delay(10);
      const closed = new Promise((resolve) => server.close(resolve));
      doorClosed.resolve();
      for (const [socket, response] of sockets) {
        if (response !== null) continue;
        socket.end();
        setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
      }
      const force = setTimeout(() => server.closeAllConnections(), Math.max(LAST_BYTES_MS, drainUntil - Date.now()));
      await closed;
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
