import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as products from "#app/routes/api/products.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";

const { db, url } = await createTestDatabase();
const TOKEN = "a-token-for-prometheus";
const shop = await bootSmallShop(
  url,
  { "api/products": { id: "routes/api/products", ...products } },
  { environment: { METRICS_TOKEN: TOKEN } },
);

async function scrape(): Promise<string> {
  const answer = await fetch(`${shop.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("text/plain");
  return answer.text();
}

test("requires the token, and returns 404 without one", async () => {
  expect((await fetch(`${shop.url}/metrics`)).status).toBe(401);
  expect((await fetch(`${shop.url}/metrics`, { headers: { Authorization: "Bearer another-token-entirely" } })).status).toBe(401);
  const without = await bootSmallShop(url, { "api/products": products });
  expect((await fetch(`${without.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })).status).toBe(404);
  await without.stop();
});

test("counts requests by route pattern and never by path", async () => {
  await fetch(`${shop.url}/api/products?q=somebody%40example.com`);
  await fetch(`${shop.url}/wp-login.php`);
  const text = await scrape();
  expect(text).toContain('shopbell_http_requests_total{method="GET",route="/api/products",status="200"} 1');
  expect(text).toContain('shopbell_http_requests_total{method="GET",route="(none)",status="404"} 1');
  expect(text).not.toContain("example.com");
  expect(text).not.toContain("wp-login");
});

test("counts pages from the cache separately", async () => {
  await fetch(`${shop.url}/api/products?sort=name`);
  await expect
    .poll(async () => {
      await fetch(`${shop.url}/api/products?sort=name`);
      return scrape();
    })
    .toMatch(/shopbell_page_cache_requests_total\{result="hit"\} [1-9]/);
});

/** Names of our metrics in an expression. A histogram has three series. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/\b(?:shopbell|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ""));
}

const PROMETHEUS = "deploy/prometheus/alerts.yml";
const DASHBOARD = "deploy/grafana/shopbell.json";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly action: string };
}

test("exports every metric that an alert or a panel uses", async () => {
  const { groups } = parse(readFileSync(PROMETHEUS, "utf8")) as { groups: readonly { rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThanOrEqual(10);
  const { panels } = JSON.parse(readFileSync(DASHBOARD, "utf8")) as { panels: readonly { targets: readonly { expr: string }[] }[] };
  const named = new Set(
    [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].flatMap(namesIn),
  );
  const exported = new Set([...(await scrape()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  expect([...named].filter((name) => !exported.has(name))).toEqual([]);
});

test("alerts when no backup has ever succeeded, later than for an old one", () => {
  const { groups } = parse(readFileSync(PROMETHEUS, "utf8")) as { groups: readonly { rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules).filter(({ expr }) => expr.includes("shopbell_backup_last_good_timestamp_seconds"));
  expect(rules).toMatchObject([
    { alert: "BackupOld", expr: expect.stringMatching(/ and max\(shopbell_backup_last_good_timestamp_seconds\) > 0$/) as string },
    { alert: "BackupMissing", expr: "max(shopbell_backup_last_good_timestamp_seconds) == 0", for: "3h" },
  ]);
});

test("reports an unreadable database, without old values", async () => {
  expect(await scrape()).toContain("shopbell_facts_readable 1");
  const { createMetrics } = await import("./metrics.ts");
  let time = 0;
  const answers = [
    async () => ({ ...FACTS, paymentProblems: 3, openOrders: [{ status: "received", n: 2 }] }),
    () => Promise.reject(new Error("the database is away")),
  ];
  const metrics = createMetrics({
    db,
    version: "1",
    readFacts: () => (answers.shift() ?? (() => Promise.reject(new Error("asked too often"))))(),
    isReady: async () => false,
    lastBackup: () => null,
    now: () => new Date((time += 4_000)),
  });
  const first = (await metrics.expose()).body;
  expect(first).toContain("shopbell_payment_problems_open 3");
  expect(first).toContain('shopbell_orders_open{status="received"} 2');
  // Within five seconds the database is not asked again.
  expect((await metrics.expose()).body).toContain("shopbell_facts_readable 1");
  const away = (await metrics.expose()).body;
  expect(away).toContain("shopbell_facts_readable 0");
  expect(away).not.toMatch(/^shopbell_payment_problems_open|^shopbell_orders_open\{/m);
  expect(away).toContain("shopbell_ready 0");
});

test("sums the workers of one machine", async () => {
  const { createMetrics } = await import("./metrics.ts");
  const common = {
    db,
    version: "1",
    readFacts: async () => ({ ...FACTS, paymentProblems: 3 }),
    isReady: async () => true,
    lastBackup: () => new Date(1_000_000),
    now: () => new Date(),
  };
  const other = createMetrics(common);
  const asked = createMetrics({ ...common, collectReports: async () => [await asked.report(), await other.report()] });
  for (const metrics of [asked, other, other]) metrics.countRequest({ method: "GET", route: "/cart", status: 200, seconds: 0.02 });
  const { body } = await asked.expose();
  expect(body).toContain('shopbell_http_requests_total{method="GET",route="/cart",status="200"} 3');
  expect(body).toContain('shopbell_http_request_duration_seconds_bucket{le="0.025",method="GET",route="/cart"} 3');
  expect(body).toContain("shopbell_payment_problems_open 3");
  expect(body).toContain("shopbell_backup_last_good_timestamp_seconds 1000");
  const { body: without } = await createMetrics({ ...common, lastBackup: () => new Date(0) }).expose();
  expect(without).toContain("shopbell_backup_last_good_timestamp_seconds 0");
});

const FACTS = {
  jobs: [],
  openOrders: [],
  dayOrders: [],
  oldestWaitingSeconds: 0,
  authorized: 0,
  toRelease: 0,
  paymentProblems: 0,
  oldestMailSeconds: 0,
  failedMails: 0,
  screens: 0,
};
