import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { load, type LoadResult } from "./load.ts";
import { freePort, pinned } from "./shop-process.ts";

export interface PageFigures {
  readonly page: string;
  readonly shop: LoadResult;
  readonly reference: LoadResult;
  /** shop ÷ reference */
  readonly rate: number;
  readonly p99Ratio: number;
}

const CONNECTIONS = 16;

/**
 * One page of the shop against a bare `node:http` server that sends the same bytes, on the same core, measured right after each other. The
 * load comes from this process, which runs on the other core.
 */
export async function benchPage(page: string, url: string, seconds: number): Promise<PageFigures> {
  const response = await fetch(url, { headers: { "Accept-Encoding": "identity" } });
  const body = await response.text();
  const reference = await startReference(body);
  try {
    await load({ url, connections: CONNECTIONS, seconds: Math.min(2, seconds) });
    const shop = await load({ url, connections: CONNECTIONS, seconds });
    await load({ url: reference.url, connections: CONNECTIONS, seconds: Math.min(2, seconds) });
    const bare = await load({ url: reference.url, connections: CONNECTIONS, seconds });
    return { page, shop, reference: bare, rate: shop.requestsPerSecond / bare.requestsPerSecond, p99Ratio: shop.p99Ms / bare.p99Ms };
  } finally {
    await reference.stop();
  }
}

async function startReference(body: string): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const [command, args] = pinned(process.execPath, [fileURLToPath(new URL("bare-server.ts", import.meta.url)), String(port)], 0);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(body);
  await once(child.stdout, "data");
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
