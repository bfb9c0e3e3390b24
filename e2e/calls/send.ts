import http from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: unknown;
}

export interface Sent {
  readonly method: string;
  /** Sent unchanged: nothing is normalised. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sent in chunks, without a length. */
  readonly isChunked?: boolean;
}

const TIMEOUT_MS = 60_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });

/** One request, byte for byte as given: browsers and fetch would normalise paths, methods and headers. */
export function send(origin: string, { method, path, headers = {}, body, isChunked = false }: Sent): Promise<Answer> {
  const { port } = new URL(origin);
  const bytes = body === undefined ? null : Buffer.from(body);
  // Explicit: by default a client announces the length of a body it has, but sends the body of a DELETE without any header.
  const length = bytes === null ? {} : isChunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": String(bytes.byteLength) };
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: "127.0.0.1", port, method, path, agent, headers: { Host: `localhost:${port}`, ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: parse(text),
          });
        });
      },
    );
    request.setTimeout(TIMEOUT_MS, () =>
      request.destroy(new Error(`${method} ${path.slice(0, 100)} was not answered in ${TIMEOUT_MS / 1000} s`)),
    );
    request.on("error", reject);
    request.end(bytes ?? undefined);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The Cookie header that results from a response's Set-Cookie headers. */
export function cookieOf(answer: Answer): string {
  return (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "").join("; ");
}
