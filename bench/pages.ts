import { spawn } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { load, type LoadResult } from "./load.ts";
import { freePort, pinned, processorMs, type Pinning } from "./shop-process.ts";

export interface PageFigures {
  readonly page: string;
  readonly shop: LoadResult;
  readonly reference: LoadResult;
  /** shop ÷ reference */
  readonly rate: number;
  readonly p99Ratio: number;
  /**
   * CPU time of one response in microseconds, and the reference's ÷ the shop's: `rate` without the load of other processes. Null where the
   * system does not report it.
   */
  readonly processorUs: { readonly shop: number; readonly reference: number } | null;
  readonly processorRate: number | null;
}

export const CONNECTIONS = 16;

/** The header of every current browser. */
export const BROWSER = { "Accept-Encoding": "gzip, deflate, br" };

/**
 * One cached page of the shop, compared with a bare `node:http` server that sends the same bytes with the same headers, on the same core,
 * right after each other. The load comes from this process, on the other core.
 */
export async function benchPage(page: string, url: string, seconds: number, shopPid: number, pinning: Pinning = {}): Promise<PageFigures> {
  const { headers, body } = await readRaw(url);
  const reference = await startReference(headers, body, pinning);
  try {
    await load({ url, connections: CONNECTIONS, seconds: Math.min(2, seconds), headers: BROWSER });
    const shop = await withProcessorTime(shopPid, () => load({ url, connections: CONNECTIONS, seconds, headers: BROWSER }));
    await load({ url: reference.url, connections: CONNECTIONS, seconds: Math.min(2, seconds), headers: BROWSER });
    const bare = await withProcessorTime(reference.pid, () =>
      load({ url: reference.url, connections: CONNECTIONS, seconds, headers: BROWSER }),
    );
    const processorUs = shop.us === null || bare.us === null ? null : { shop: shop.us, reference: bare.us };
    return {
      page,
      shop: shop.result,
      reference: bare.result,
      rate: shop.result.requestsPerSecond / bare.result.requestsPerSecond,
      p99Ratio: shop.result.p99Ms / bare.result.p99Ms,
      processorUs,
      processorRate: processorUs === null ? null : processorUs.reference / processorUs.shop,
    };
  } finally {
    await reference.stop();
  }
}

/** CPU time of that process (without its database) per response during a load. */
async function withProcessorTime(
  pid: number,
  run: () => Promise<LoadResult>,
): Promise<{ readonly result: LoadResult; readonly us: number | null }> {
  const before = processorMs(pid);
  const result = await run();
  const after = processorMs(pid);
  return { result, us: before === null || after === null ? null : ((after.node - before.node) * 1000) / result.requests };
}

export interface ColdFigures {
  readonly what: string;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of one response in milliseconds, of the server and of its database; null where the system does not report it. */
  readonly nodeMs: number | null;
  readonly databaseMs: number | null;
}

/** The same address with a query parameter that bypasses the cache, one request after the other: the cost of rendering. */
export async function benchCold(what: string, addressOf: (index: number) => string, shopPid: number, count: number): Promise<ColdFigures> {
  for (let index = 0; index < 10; index += 1) await (await fetch(addressOf(-1 - index))).arrayBuffer();
  const times: number[] = [];
  const before = processorMs(shopPid);
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    const answer = await fetch(addressOf(index));
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${addressOf(index)}: ${answer.status}`);
    times.push(performance.now() - begun);
  }
  const after = processorMs(shopPid);
  times.sort((a, b) => a - b);
  return {
    what,
    p50Ms: times[Math.floor(count * 0.5)] ?? 0,
    p99Ms: times[Math.floor(count * 0.99)] ?? 0,
    nodeMs: after === null || before === null ? null : (after.node - before.node) / count,
    databaseMs: after === null || before === null ? null : (after.database - before.database) / count,
  };
}

/** Each server sets these itself. */
const OWN_HEADERS: ReadonlySet<string> = new Set(["date", "connection", "keep-alive", "content-length", "transfer-encoding"]);

/** The response as sent. */
async function readRaw(url: string): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }> {
  const [response] = (await once(get(url, { headers: BROWSER }), "response")) as [IncomingMessage];
  const responseHeaders = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name));
  return { headers: Object.fromEntries(responseHeaders.map(([name, value]) => [name, String(value)])), body: await buffer(response) };
}

async function startReference(
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  { isPinned = true }: Pinning,
): Promise<{ readonly url: string; readonly pid: number; stop(): Promise<void> }> {
  const port = await freePort();
  const file = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const [command, args] = pinned(process.execPath, [file, String(port), JSON.stringify(headers)], isPinned ? 0 : null);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(body);
  await once(child.stdout, "data");
  return {
    url: `http://127.0.0.1:${port}/`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
