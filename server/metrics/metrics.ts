import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from "prom-client";
import pg from "pg";
import type { Db } from "#app/platform/db/database.server.ts";
import { shopbellGauge } from "./gauge.ts";
import type { ShopFacts } from "./shop-facts.ts";
import { createShopGauges } from "./shop-gauges.ts";

/** Seconds: from a cached page to the statement timeout. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Scrapes within this time share one database read. */
const FRESH_MS = 5_000;

/** The counters of one process. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

export interface Metrics {
  /** `route` is a pattern such as "/products/:id", never a path. */
  countRequest(request: { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number }): void;
  countPage(result: "hit" | "miss"): void;
  report(): Promise<MetricsReport>;
  /** The Prometheus text: the sum of all web workers, and the shop's gauges. */
  expose(): Promise<{ readonly contentType: string; readonly body: string }>;
}

interface MetricsOptions {
  readonly db: Db;
  readonly version: string;
  readonly readFacts: () => Promise<ShopFacts>;
  readonly isReady: () => Promise<boolean>;
  /** null = unknown, or BACKUP_DIR is not set. */
  readonly lastBackup: () => Date | null;
  readonly now: () => Date;
  /** All web workers of this machine, including this one. Left out if there is only this process. */
  readonly collectReports?: () => Promise<readonly MetricsReport[]>;
}

/** The metrics of this process. The shop's gauges are read from the database at each scrape; if it is unavailable they are left out. */
export function createMetrics({ db, version, readFacts, isReady, lastBackup, now, collectReports }: MetricsOptions): Metrics {
  const registry = new Registry();
  const shop = new Registry();
  collectDefaultMetrics({ register: registry });
  const { requests, latency, pages } = createRequestMetrics(registry);
  shopbellGauge(shop, "info", "The version of the build.", ["version"]).set({ version }, 1);
  const ready = shopbellGauge(shop, "ready", "1 while /readyz is 200.");
  const pool = shopbellGauge(registry, "database_connections", "Connections of the pools of this machine.", ["state"]);
  const waiting = shopbellGauge(registry, "database_waiting", "Requests that wait for a connection of the pool.");
  const facts = createShopGauges(shop);
  const backup = shopbellGauge(
    shop,
    "backup_last_good_timestamp_seconds",
    "When the last verified backup was made; 0 if none was found, absent without BACKUP_DIR.",
  );

  function readPool(): void {
    if (db.$client instanceof pg.Pool) {
      const { totalCount, idleCount, waitingCount } = db.$client;
      pool.set({ state: "busy" }, totalCount - idleCount);
      pool.set({ state: "idle" }, idleCount);
      waiting.set(waitingCount);
    }
  }

  let last: { readonly at: number; readonly look: Promise<void> } | undefined;
  return {
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      latency.observe({ method, route }, seconds);
    },
    countPage(result) {
      pages.inc({ result });
      if (result === "hit") requests.inc({ method: "GET", route: "(cached)", status: 200 });
    },
    async report() {
      readPool();
      return registry.getMetricsAsJSON();
    },
    async expose() {
      readPool();
      const at = now().getTime();
      if (last === undefined || at - last.at > FRESH_MS) last = { at, look: facts.update(readFacts) };
      await last.look;
      const backupAt = lastBackup();
      if (backupAt !== null) backup.set(backupAt.getTime() / 1000);
      ready.set((await isReady()) ? 1 : 0);
      const counted = collectReports === undefined ? registry : AggregatorRegistry.aggregate([...(await collectReports())]);
      return { contentType: registry.contentType, body: (await counted.metrics()) + (await shop.metrics()) };
    },
  };
}

function createRequestMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: "shopbell_http_requests_total",
    help: "Requests by route pattern. Pages from the cache have the route (cached).",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const latency = new Histogram({
    name: "shopbell_http_request_duration_seconds",
    help: "Time to the complete response, without pages from the cache.",
    labelNames: ["method", "route"],
    buckets: LATENCY_BUCKETS,
    registers,
  });
  const pages = new Counter({
    name: "shopbell_page_cache_requests_total",
    help: "Requests for pages that are the same for all visitors.",
    labelNames: ["result"],
    registers,
  });
  return { requests, latency, pages };
}
