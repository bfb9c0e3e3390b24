import net from "node:net";

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  /** Responses with another status than 2xx. */
  readonly failures: number;
  readonly bytesPerAnswer: number;
}

interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Loads one address over keep-alive raw sockets; each sends the next request when the response is complete. Raw, because a full HTTP client
 * would cost more than the measured servers. Loopback only, ends by itself.
 */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const url = new URL(options.url);
  if (!/^(?:127\.|localhost$)/.test(url.hostname)) throw new Error("benchmarks talk to loopback only");
  const extra = Object.entries(options.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\n${extra.join("")}\r\n`;
  const end = performance.now() + options.seconds * 1000;
  const started = performance.now();
  const counted = await Promise.all(Array.from({ length: options.connections }, () => runConnection(url, request, end)));
  const seconds = (performance.now() - started) / 1000;
  const times = counted.flatMap((each) => each.times).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    requestsPerSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    requests: times.length,
    failures: counted.reduce((sum, each) => sum + each.failures, 0),
    bytesPerAnswer: counted[0]?.bytes ?? 0,
  };
}

interface Counted {
  readonly times: number[];
  failures: number;
  bytes: number;
}

function runConnection(url: URL, request: string, end: number): Promise<Counted> {
  return new Promise((resolve, reject) => {
    const counted: Counted = { times: [], failures: 0, bytes: 0 };
    const socket = net.connect(Number(url.port), url.hostname);
    let pending = "";
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => resolve(counted));
    socket.on("data", (chunk) => {
      pending += chunk.toString("latin1");
      const size = answerSize(pending);
      if (size === null || pending.length < size) return;
      const now = performance.now();
      counted.times.push(now - sentAt);
      counted.bytes = size;
      if (!pending.startsWith("HTTP/1.1 2")) counted.failures += 1;
      pending = pending.slice(size);
      if (now < end) send();
      else socket.end();
    });
  });
}

/** Length of the complete response at the beginning of `text`; null while it is unknown. */
function answerSize(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return null;
  const headers = text.slice(0, head);
  const length = /\r\ncontent-length: (\d+)/i.exec(headers)?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  if (!/\r\ntransfer-encoding: chunked/i.test(headers)) return head + 4;
  let at = head + 4;
  for (;;) {
    const lineEnd = text.indexOf("\r\n", at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (size === 0) return at;
    if (at > text.length) return null;
  }
}
