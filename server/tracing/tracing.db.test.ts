import { sql } from "drizzle-orm";
import { once } from "node:events";
import { createServer } from "node:http";
import net from "node:net";
import { json } from "node:stream/consumers";
import { Writable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { servicesContext } from "#app/http/context.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import { createLog } from "#server/log.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { url } = await createTestDatabase();

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
              events: z.array(z.object({ name: z.string(), attributes: z.array(attribute) })),
              status: z.object({ code: z.number(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Exported = z.infer<typeof exported>["resourceSpans"][number];
type SpanRow = Exported["scopeSpans"][number]["spans"][number];

/** What a collector receives: OTLP over HTTP, as JSON. */
async function startCollector() {
  const received: Exported[] = [];
  const server = createServer(async (request, response) => {
    received.push(...exported.parse(await json(request)).resourceSpans);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const spans = () => received.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    received,
    spans,
    /** Waits for a span whose name begins with `name`. */
    async until(name: string) {
      await expect.poll(() => spans().some((span) => span.name.startsWith(name))).toBe(true);
    },
  };
}

const valueOf = (attributes: SpanRow["attributes"], name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

function openLog() {
  const lines: string[] = [];
  const log = createLog("info", new Writable({ write: (chunk: Buffer, _encoding, next) => next(void lines.push(chunk.toString())) }));
  return { log, lines };
}

async function work({ context, params }: LoaderFunctionArgs): Promise<Response> {
  const { db, log, payments } = context.get(servicesContext);
  log.warn("at work");
  await inTransaction(db, (tx) => tx.execute(sql`select ${params.id}::text`));
  await (await payments.current()).gateway.retrieveIntent("pi_unknown");
  return new Response("done");
}

const broken = (): Response => {
  throw new Response("no", { status: 500 });
};

/** The shop, with its traces sent to `collector`. */
async function bootTraced(collector: string, environment: Readonly<Record<string, string>> = {}) {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector);
  vi.stubEnv("OTEL_SERVICE_NAME", "my-shop");
  const { log, lines } = openLog();
  // Sent while the shop runs: a busy machine may not send the rest within the time that its end allows.
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_BSP_SCHEDULE_DELAY: "1" };
  const routes = { "jobs/:id": { loader: work }, broken: { loader: broken } };
  const shop = await bootSmallShop(url, routes, { log, environment: { ...tracing, ...environment } });
  return { shop, lines };
}

test("sends a request's spans: route, transaction with its statements, and the call to the payment provider", async () => {
  const collector = await startCollector();
  const { shop, lines } = await bootTraced(collector.url);
  const response = await fetch(`${shop.url}/jobs/secret-key`);
  expect(response.status).toBe(200);
  await fetch(`${shop.url}/healthz`);
  await fetch(`${shop.url}/broken`);
  await collector.until("GET /jobs/:id");
  await collector.until("GET /broken");
  // One job is added by each start.
  await collector.until("job ");

  const spans = collector.spans();
  const request = spans.find(({ name }) => name === "GET /jobs/:id");
  expect(request?.parentSpanId ?? "").toBe("");
  expect(valueOf(request?.attributes ?? [], "http.response.status_code")).toBe(200);
  expect(valueOf(request?.attributes ?? [], "shopbell.request_id")).toBe(response.headers.get("X-Request-Id"));
  const children = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(children.map(({ name }) => name).toSorted()).toEqual(["stripe.retrieveIntent", "transaction"]);
  const transaction = children.find(({ name }) => name === "transaction");
  expect(transaction?.events.map(({ attributes }) => valueOf(attributes, "db.query.text"))).toEqual(["select $1::text"]);
  expect(children.find(({ name }) => name === "stripe.retrieveIntent")?.status).toMatchObject({ code: 2 });
  expect(spans.find(({ name }) => name === "GET /broken")?.status).toMatchObject({ code: 2, message: "500" });
  expect(spans.filter(({ name }) => name.includes("healthz"))).toEqual([]);
  expect(JSON.stringify(spans)).not.toContain("secret-key");
  expect(valueOf(collector.received[0]?.resource.attributes ?? [], "service.name")).toBe("my-shop");
  expect(JSON.parse(lines.find((line) => line.includes("at work")) ?? "{}")).toMatchObject({
    trace_id: request?.traceId,
    span_id: request?.spanId,
    requestId: response.headers.get("X-Request-Id"),
  });
});

const TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

test.each([
  ["continues the trace of a trusted proxy", "127.0.0.1", "0af7651916cd43dd8448eb211c80319c"],
  ["begins a trace of its own for an unknown client", "10.0.0.1", undefined],
])("%s", async (_title, TRUST_PROXY, traceId) => {
  const collector = await startCollector();
  const { shop } = await bootTraced(collector.url, { TRUST_PROXY });
  await fetch(`${shop.url}/jobs/1`, { headers: { traceparent: TRACEPARENT } });
  await collector.until("GET /jobs/:id");
  const request = collector.spans().find(({ name }) => name === "GET /jobs/:id");
  expect(request?.traceId === "0af7651916cd43dd8448eb211c80319c" ? request.traceId : undefined).toBe(traceId);
});

test("samples as configured", async () => {
  const collector = await startCollector();
  const { shop } = await bootTraced(collector.url, { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
  await fetch(`${shop.url}/jobs/1`);
  await shop.stop();
  expect(collector.spans()).toEqual([]);
});

test.each(["refuses", "is silent"])("serves and stops while its collector %s", async (how) => {
  const silent = net.createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = how === "refuses" || address === null || typeof address === "string" ? 1 : address.port;
  const { shop } = await bootTraced(`http://127.0.0.1:${port}`);
  expect((await fetch(`${shop.url}/broken`)).status).toBe(500);
  await shop.stop();
});
