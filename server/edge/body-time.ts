import type { IncomingMessage, Server } from "node:http";

/** How long a body may take, in milliseconds. */
export interface BodyLimits {
  /** Default limit, from the first byte to the last. */
  readonly request: number;
  /** For allowed slow bodies: without a byte, and in total. */
  readonly idle: number;
  readonly upload: number;
  /** Interval for checking slow bodies. */
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
        // The sender is not responsible for this delay.
        if (socket.bytesRead !== seen.bytes || request.readableLength > 0) seen = { bytes: socket.bytesRead, at: now };
        if (request.complete) stop();
        else if (now - seen.at >= limits.idle || now - startedAt >= limits.upload) end();
      }, limits.check);
    };
    clocks.set(request, { stop, startSlow });
  });
}

/** Allows minutes for the body, as long as data keeps arriving. */
export function allowSlowBody(request: IncomingMessage | undefined): void {
  if (request !== undefined && !request.complete && !request.destroyed) clocks.get(request)?.startSlow();
}

/** Until `allowSlowBody` the body is not read; only the server's timeout applies. */
export function holdBody(request: IncomingMessage | undefined): void {
  if (request !== undefined) clocks.get(request)?.stop();
}

class BodyTooSlow extends Error {
  readonly code = "ERR_HTTP_REQUEST_TIMEOUT";
}
