import type { IncomingMessage, Server } from "node:http";

/** How long a body may take, in milliseconds. */
export interface BodyLimits {
  /** Anybody's, from its first byte to its last. */
  readonly request: number;
  /** For allowed slow bodies: without a byte, and in all. */
  readonly idle: number;
  readonly upload: number;
  /** How often slow ones are looked at. */
  readonly check: number;
}

const clocks = new WeakMap<IncomingMessage, { readonly stop: () => void; readonly startSlow: () => void }>();

/** Ends requests whose body is late. The timeout is short, because slow bodies hold connections; only routes that know the sender extend it. */
export function limitBodyTime(server: Server, limits: BodyLimits): void {
  server.prependListener("request", (request: IncomingMessage) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] === undefined && (headers["content-length"] ?? "0") === "0") return;
    const stop = () => clearInterval(timer);
    const end = () => {
      stop();
      if (!request.complete && !socket.destroyed) server.emit("clientError", new BodyTooSlow(), socket);
    };
    let timer = setTimeout(end, limits.request);
    request.once("close", stop);
    const startSlow = () => {
      stop();
      const startedAt = Date.now();
      let seen = { bytes: socket.bytesRead, at: startedAt };
      timer = setInterval(() => {
        const now = Date.now();
        // Waiting here is not the sender's fault.
        if (socket.bytesRead !== seen.bytes || request.readableLength > 0) seen = { bytes: socket.bytesRead, at: now };
        if (request.complete) stop();
        else if (now - seen.at >= limits.idle || now - startedAt >= limits.upload) end();
      }, limits.check);
    };
    clocks.set(request, { stop, startSlow });
  });
}

/** From now the body may take minutes while it keeps arriving. */
export function allowSlowBody(request: IncomingMessage | undefined): void {
  if (request !== undefined && !request.complete && !request.destroyed) clocks.get(request)?.startSlow();
}

/** Until `allowSlowBody` the body is unread, with the server's timeout only. */
export function holdBody(request: IncomingMessage | undefined): void {
  if (request !== undefined) clocks.get(request)?.stop();
}

class BodyTooSlow extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}
