import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { limitBodyTime, type BodyLimits } from "./body-time.ts";
import { problem } from "#app/http/answers/problem.server.ts";
import { standingHeaders } from "./content-security.ts";
import { listen, urlOf, type Address } from "./listen.ts";
import { answerMalformedRequests } from "./malformed-requests.ts";

/** Timeouts in milliseconds. */
export interface HttpLimits extends BodyLimits {
  /** For request headers. Checked at intervals of `check`. */
  readonly headers: number;
  /** Keep-alive. Longer than proxies' minute, so that they close first. */
  readonly keepAlive: number;
  /** From the stop signal: how long running requests may take, and at least how long after the listening socket is closed. */
  readonly finish: number;
  readonly finishAfterClose: number;
  /** How long a connection that was accepted before the listening socket closed may take to send its first request. */
  readonly firstRequest: number;
  /** A request that arrives during startup waits for it to finish. */
  readonly opening: number;
}

/**
 * Connections that arrive while the listening socket closes are reset, so it closes after a pause of this length, at the latest after
 * QUIET_WAIT_MS.
 */
const QUIET_MS = 50;
const QUIET_WAIT_MS = 500;
/** How long the peer may take to close and to receive a last response. */
const CLOSE_MS = 200;
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
  firstRequest: 500,
  opening: 5_000,
};

type HandleRequest = (request: Request, bindings?: Partial<HttpBindings>) => Response | Promise<Response>;

type AnswerAtOnce = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface HttpServer {
  /** e.g. `http://127.0.0.1:3000`: where this process reaches itself. */
  readonly url: string;
  /**
   * Passes requests to `handle`, unless `answerAtOnce` handled them. Earlier requests wait for this, at most five seconds, then get 503.
   */
  open(handle: HandleRequest, answerAtOnce?: AnswerAtOnce): Promise<void>;
  /**
   * Every response now closes its connection, and requests are served for `milliseconds` more, so that a load balancer notices. Then new
   * connections are refused, which a proxy retries elsewhere. Resolves when no request is running or expected, or the time is up.
   */
  drain(milliseconds: number): Promise<void>;
  /** Closes the listening socket and all connections. */
  close(): Promise<void>;
}

/** The current handler, connections and shutdown progress of a server. */
interface ServingState {
  handle: HandleRequest;
  answerAtOnce: AnswerAtOnce;
  isDraining: boolean;
  isClosing: boolean;
  /** Resolves when new connections are refused. */
  readonly refusing: PromiseWithResolvers<void>;
  /** Resolves when the last connection has ended. */
  ended: Promise<void> | undefined;
  finishUntil: number;
  requestsInFlight: number;
  lastArrivalAt: number;
  /** Sockets with the response that each waits for. */
  readonly sockets: Map<Socket, ServerResponse | "no request yet" | "idle">;
}

interface ServerPlace extends Address {
  readonly isSecure: boolean;
  /**
   * Other processes listen on the same address and serve requests during startup, so this one starts to listen when it is opened. Linux
   * only; needs a port.
   */
  readonly sharesPort?: boolean;
}

/**
 * Listens immediately, because the simulator's address must be known, unless it shares the port. A request before the server is opened
 * waits: while other machines serve the same address, a failed request would surprise clients.
 */
export async function startHttpServer(
  at: ServerPlace,
  limits: HttpLimits = HTTP_LIMITS,
  wrapServer: (server: Server) => void = () => undefined,
): Promise<HttpServer> {
  const standing = standingHeaders(at.isSecure);
  const opened = Promise.withResolvers<boolean>();
  const waitForOpening: HandleRequest = async (request, bindings) => {
    const isOpen = await Promise.race([opened.promise, delay(limits.opening, false, { ref: false })]);
    if (isOpen) return serving.handle(request, bindings);
    return problem(503, { detail: "The shop is starting. Please try again in a moment.", headers: { ...standing, "Retry-After": "1" } });
  };
  const serving: ServingState = {
    handle: waitForOpening,
    answerAtOnce: () => false,
    isDraining: false,
    isClosing: false,
    refusing: Promise.withResolvers<void>(),
    ended: undefined,
    finishUntil: 0,
    requestsInFlight: 0,
    lastArrivalAt: 0,
    sockets: new Map(),
  };
  const server = createServer(serving, limits);
  answerMalformedRequests(server, standing);
  limitBodyTime(server, limits);
  wrapServer(server);
  trackConnections(server, serving);

  const isEarly = at.sharesPort !== true;
  return {
    url: urlOf({ host: at.host, port: isEarly ? (await listen(server, at)).port : at.port }),
    async open(next, first = () => false) {
      serving.handle = next;
      serving.answerAtOnce = first;
      opened.resolve(true);
      if (!isEarly) await listen(server, at, { sharesPort: true });
    },
    drain: (milliseconds) => drainServer(server, serving, limits, milliseconds),
    async close() {
      if (serving.ended === undefined) await stopListening(server, serving);
      endConnections(serving, "no request yet");
      const force = setTimeout(() => server.closeAllConnections(), Math.max(LAST_BYTES_MS, serving.finishUntil - Date.now()));
      await serving.ended;
      clearTimeout(force);
    },
  };
}

function createServer(serving: ServingState, limits: HttpLimits): Server {
  const server = createAdaptorServer({
    async fetch(request: Request, bindings: unknown) {
      serving.requestsInFlight += 1;
      try {
        // Clients reconnect after a response, and connections to a closing socket are reset, so the response is sent once the socket is
        // closed.
        if (serving.isClosing) await serving.refusing.promise;
        // HTTP/1 bindings, the only protocol.
        return await serving.handle(request, bindings as HttpBindings);
      } finally {
        serving.requestsInFlight -= 1;
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
    if (!serving.isClosing && serving.answerAtOnce(request, response)) return;
    for (const listener of listeners) listener(request, response);
  });
  return server;
}

function trackConnections(server: Server, serving: ServingState): void {
  const { sockets } = serving;
  server.on("connection", (socket) => {
    serving.lastArrivalAt = Date.now();
    sockets.set(socket, "no request yet");
    socket.on("close", () => sockets.delete(socket));
  });
  server.prependListener("request", ({ socket }, response: ServerResponse) => {
    sockets.set(socket, response);
    response.on("close", () => {
      if (sockets.get(socket) === response) sockets.set(socket, "idle");
    });
    if (serving.isDraining) response.setHeader("Connection", "close");
  });
}

async function drainServer(server: Server, serving: ServingState, limits: HttpLimits, milliseconds: number): Promise<void> {
  serving.isDraining = true;
  const until = Date.now() + limits.finish;
  for (const response of serving.sockets.values())
    if (typeof response === "object" && !response.headersSent) response.setHeader("Connection", "close");
  await delay(milliseconds);
  await stopListening(server, serving);
  serving.finishUntil = Math.max(until, Date.now() + limits.finishAfterClose);
  const firstUntil = Date.now() + limits.firstRequest;
  const isExpected = () => Date.now() < firstUntil && [...serving.sockets.values()].includes("no request yet");
  while ((serving.requestsInFlight > 0 || isExpected()) && Date.now() < serving.finishUntil) await delay(10);
  endConnections(serving, "no request yet");
}

/** Refuses new connections and ends idle ones; then `serving.ended` resolves when the last connection has ended. */
async function stopListening(server: Server, serving: ServingState): Promise<void> {
  serving.isDraining = true;
  serving.isClosing = true;
  const closeAt = Date.now() + QUIET_WAIT_MS;
  serving.lastArrivalAt = Date.now();
  while (Date.now() < Math.min(serving.lastArrivalAt + QUIET_MS, closeAt)) {
    await delay(10);
    // Under load, timers run before waiting connections are accepted; an immediate runs right after them.
    await nextTurn();
  }
  serving.ended = new Promise((resolve) => server.close(() => resolve()));
  serving.refusing.resolve();
  endConnections(serving, "idle");
}

function endConnections({ sockets }: ServingState, which: "no request yet" | "idle"): void {
  for (const [socket, state] of sockets) {
    if (state !== which) continue;
    socket.end();
    setTimeout(() => socket.destroy(), CLOSE_MS).unref();
  }
}
