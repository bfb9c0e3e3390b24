import { sql } from "drizzle-orm";
import http from "node:http";
import net from "node:net";
import type { LoaderFunctionArgs } from "react-router";
import { expect, test } from "vitest";
import { servicesContext } from "#app/http/context.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import * as products from "#app/routes/api/products.ts";
import { standingHeaders } from "#server/edge/content-security.ts";
import { HTTP_LIMITS } from "#server/edge/http-server.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db, url } = await createTestDatabase();

interface Answer {
  readonly status: number | null;
  readonly connection: string | undefined;
  /** The error's code when there was no answer. */
  readonly failure: string | null;
}

function ask(address: string, agent: http.Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const request = http.get(address, { agent }, (response) => {
      response.on("error", (error: NodeJS.ErrnoException) =>
        resolve({ status: null, connection: undefined, failure: error.code ?? error.message }),
      );
      response.on("end", () => resolve({ status: response.statusCode ?? null, connection: response.headers.connection, failure: null }));
      response.resume();
    });
    request.on("error", (error: NodeJS.ErrnoException) =>
      resolve({ status: null, connection: undefined, failure: error.code ?? error.message }),
    );
  });
}

/** Sends requests until new connections are refused. */
async function readOn(address: string, agent: http.Agent, answers: Answer[]): Promise<void> {
  for (;;) {
    const answer = await ask(address, agent);
    if (answer.failure === "ECONNREFUSED") return;
    answers.push(answer);
  }
}

/** A request with a two-second transaction and statements around it. */
async function workOn({ context }: LoaderFunctionArgs): Promise<Response> {
  await inTransaction(context.get(servicesContext).db, async (tx) => {
    await tx.execute(sql`select pg_sleep(1), 'at work'`);
    await tx.execute(sql`select pg_sleep(1)`);
  });
  return new Response("done");
}

test("a stop under load serves all requests until new connections are refused", async () => {
  const shop = await bootSmallShop(url, { "api/products": products, work: { loader: workOn } });
  const keepAlive = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const answers: Answer[] = [];
  const readers = [
    ...Array.from({ length: 8 }, () => readOn(`${shop.url}/api/products`, keepAlive, answers)),
    ...Array.from({ length: 2 }, () => readOn(`${shop.url}/api/products`, new http.Agent(), answers)),
  ];
  const work = ask(`${shop.url}/work`, new http.Agent());
  const isAtWork = sql`select 1 from pg_stat_activity where datname = current_database() and query like '%at work%' and pid <> pg_backend_pid()`;
  await expect.poll(async () => (await db.execute(isAtWork, "objects")).length).toBe(1);
  await expect.poll(() => answers.length).toBeGreaterThan(50);
  const before = answers.length;
  const stopped = shop.stop({ drainMs: 3_000 });
  expect((await ask(`${shop.url}/readyz`, new http.Agent())).status).toBe(503);
  expect(await ask(`${shop.url}/api/products`, new http.Agent())).toEqual({ status: 200, connection: "close", failure: null });
  await stopped;
  await Promise.all(readers);
  expect((await work).status).toBe(200);
  expect(answers.filter(({ failure }) => failure !== null)).toEqual([]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Responses started before the stop may keep their connection.
  const last = answers.slice(before + 10);
  expect(last.filter(({ connection }) => connection !== "close")).toEqual([]);
});

test("an idle shop closes its open connections when it stops", async () => {
  // Waiting for all connections would exceed the test.
  const httpLimits = { ...HTTP_LIMITS, keepAlive: 600_000, finish: 600_000 };
  const shop = await bootSmallShop(url, { "api/products": products }, { httpLimits });
  const agent = new http.Agent({ keepAlive: true });
  await Promise.all(Array.from({ length: 10 }, () => ask(`${shop.url}/api/products`, agent)));
  const silent = net.connect(Number(new URL(shop.url).port), "127.0.0.1");
  await new Promise((resolve) => silent.once("connect", resolve));
  const closed = new Promise((resolve) => silent.once("close", resolve));
  await shop.stop();
  await closed;
  expect(silent.destroyed).toBe(true);
});

test("disconnects a client that never finishes its headers after the limit", async () => {
  expect(HTTP_LIMITS).toMatchObject({ headers: 10_000, check: 1_000 });
  const httpLimits = { ...HTTP_LIMITS, headers: 500, check: 100 };
  const shop = await bootSmallShop(url, { "api/products": products }, { httpLimits });
  const slow = net.connect(Number(new URL(shop.url).port), "127.0.0.1");
  let said = "";
  slow.on("data", (chunk: Buffer) => (said += chunk.toString()));
  slow.write("GET /api/products HTTP/1.1\r\nHost: x\r\n");
  await new Promise((resolve) => slow.once("close", resolve));
  expect(said).toMatch(/^HTTP\/1\.1 408 .*application\/problem\+json/s);
  for (const [name, value] of Object.entries(standingHeaders(false))) expect(said).toContain(`\r\n${name}: ${value}\r\n`);
});
