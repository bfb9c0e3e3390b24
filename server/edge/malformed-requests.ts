import { STATUS_CODES, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { problem } from "#app/http/answers/problem.server.ts";

const GOODBYE_MS = 1000;
const NOT_HTTP = "This is not a request that can be understood.";
const NO_EXPECTATION = "Send no Expect header, or 100-continue.";
const UNCLEAR_HOST = "Name the host once, in one Host header.";

/**
 * Rejects malformed HTTP with a problem: missing, repeated or invalid Host, invalid target, bytes that are not HTTP. A proxy could
 * interpret two Host headers differently. The server uses `requireHostHeader: false`, because its own response has no body.
 */
export function answerMalformedRequests(server: Server, standing: Readonly<Record<string, string>>): void {
  const listeners = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => {
    answers.set(request.socket, response);
    const detail = findFault(request);
    if (detail === null) for (const listener of listeners) listener(request, response);
    else void refuse(response, 400, detail, standing);
  });
  server.on(
    "checkExpectation",
    (_request: IncomingMessage, response: ServerResponse) => void refuse(response, 417, NO_EXPECTATION, standing),
  );
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    const current = answers.get(socket);
    const isAnswering = current !== undefined && current.headersSent && !current.writableFinished;
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering) socket.destroy(error);
    else void refuseRaw(socket, error.code, standing);
  });
}

/** The error of a request; null for a valid one. */
function findFault({ rawHeaders, url = "" }: Pick<IncomingMessage, "rawHeaders" | "url">): string | null {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") hosts.push(rawHeaders[index + 1] ?? "");
  }
  const [host = ""] = hosts;
  if (hosts.length !== 1 || !isHost(host)) return UNCLEAR_HOST;
  const isTarget = url.startsWith("/") ? !url.split("?", 1)[0]?.includes("\\") : /^https?:\/\//.test(url) && URL.canParse(url);
  return isTarget ? null : NOT_HTTP;
}

/** A host with optional port, as in a URL. */
function isHost(host: string): boolean {
  return /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`);
}

async function refuse(
  response: ServerResponse,
  status: 400 | 417,
  detail: string,
  standing: Readonly<Record<string, string>>,
): Promise<void> {
  const answer = problem(status, { detail });
  response.writeHead(status, { ...standing, ...Object.fromEntries(answer.headers), Connection: "close" }).end(await answer.text());
}

async function refuseRaw(socket: Duplex, code: string | undefined, standing: Readonly<Record<string, string>>): Promise<void> {
  const answer = rawRefusal(code);
  const body = await answer.text();
  const headers = [...Object.entries(standing), ...answer.headers, ["Connection", "close"]];
  const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (!socket.writable) return;
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  // A peer that keeps sending has received the response.
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}

function rawRefusal(code: string | undefined): Response {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return problem(431, { detail: "The headers of this request are too large." });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return problem(408, { detail: "The request took too long to arrive." });
    default:
      return problem(400, { detail: NOT_HTTP });
  }
}
