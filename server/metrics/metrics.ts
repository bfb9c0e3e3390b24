import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from "prom-client";
import pg from "pg";
import type { Db } from "#app/platform/db/database.server.ts";
import type { ShopFacts } from "./shop-facts.ts";

/** Seconds: from a cached page to the timeout of a statement. */
const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Several scrapers in this time cost the database one look. */
const FRESH_MS = 5_000;

/** What one process has counted. */
export type MetricsReport = MetricObjectWithValues<MetricValue<string>>[];

export interface Metrics {
  /** `route` is a pattern such as "/products/:id", never a path. */
  countRequest(request: { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number }): void;
  countPage(result: "hit" | "miss"): void;
  report(): Promise<MetricsReport>;
  /** The text for Prometheus: the sum of all web workers, and the facts of the shop. */
  expose(): Promise<{ readonly contentType: string; readonly body: string }>;
}

interface MetricsOptions {
  readonly db: Db;
  readonly version: string;
  readonly readFacts: () => Promise<ShopFacts>;
  readonly isReady: () => Promise<boolean>;
  /** null = there was none. */
  readonly lastBackup: () => Date | null;
  readonly now: () => Date;
  /** Of all web workers of this machine, this one too. Without it there is this process only. */
  readonly collectReports?: () => Promise<readonly MetricsReport[]>;
}

/** What Prometheus scrapes of this process. Facts of the shop come from the database at a scrape; without it they are left out. */
export function createMetrics({ db, version, readFacts, isReady, lastBackup, now, collectReports }: MetricsOptions): Metrics {
  const own = new Registry();
  const shop = new Registry();
  const registers = [own];
  collectDefaultMetrics({ register: own });
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
  const gauge = (name: string, help: string, labelNames: readonly string[] = [], registry = shop) =>
    new Gauge({ name: `shopbell_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  gauge("info", "The version of the build.", ["version"]).set({ version }, 1);
  const ready = gauge("ready", "1 while /readyz is 200.");
  const pool = gauge("database_connections", "Connections of the pools of this machine.", ["state"], own);
  const waiting = gauge("database_waiting", "Requests that wait for a connection of the pool.", [], own);
  const facts = {
    readable: gauge("facts_readable", "1 if the last look into the database worked. Otherwise the gauges of the shop are left out."),
    jobs: gauge("jobs_waiting", "Jobs that are due or will be.", ["queue"]),
    jobAge: gauge("jobs_oldest_due_seconds", "How long the longest due job of the queue has waited.", ["queue"]),
    openOrders: gauge("orders_open", "Orders that are not finished.", ["status"]),
    dayOrders: gauge("orders_last_day", "Orders placed in the last 24 hours, by their status now.", ["status"]),
    waitingOrder: gauge("orders_oldest_waiting_seconds", "How long the oldest received order has waited for an answer."),
    authorizations: gauge("authorizations_open", "Card authorizations: of orders to be captured, and to be released.", ["wanted"]),
    problems: gauge("payment_problems_open", "Payment problems that staff have to settle."),
    mailAge: gauge("email_oldest_unsent_seconds", "Age of the oldest email of the last three days that waits to be sent."),
    failedMails: gauge("email_failed_last_day", "Emails of the last 24 hours that were given up."),
    screens: gauge("screens_listening", "Devices that would ring for a new order."),
  };
  const backup = gauge("backup_last_good_timestamp_seconds", "When the last verified backup was made; absent before the first.");

  /** Removes every value, so that nothing old is told. */
  function clearFacts(): void {
    for (const each of [facts.jobs, facts.jobAge, facts.openOrders, facts.dayOrders, facts.authorizations]) each.reset();
    for (const each of [facts.waitingOrder, facts.problems, facts.mailAge, facts.failedMails, facts.screens]) each.remove();
  }

  async function lookAtShop(): Promise<void> {
    try {
      const found = await readFacts();
      clearFacts();
      facts.readable.set(1);
      for (const { queue, waiting: n, oldestSeconds } of found.jobs) {
        facts.jobs.set({ queue }, n);
        facts.jobAge.set({ queue }, oldestSeconds);
      }
      for (const { status, n } of found.openOrders) facts.openOrders.set({ status }, n);
      for (const { status, n } of found.dayOrders) facts.dayOrders.set({ status }, n);
      facts.waitingOrder.set(found.oldestWaitingSeconds);
      facts.authorizations.set({ wanted: "pay" }, found.authorized);
      facts.authorizations.set({ wanted: "void" }, found.toRelease);
      facts.problems.set(found.paymentProblems);
      facts.mailAge.set(found.oldestMailSeconds);
      facts.failedMails.set(found.failedMails);
      facts.screens.set(found.screens);
    } catch {
      // The log tells why the database is away (readiness.ts).
      clearFacts();
      facts.readable.set(0);
    }
  }

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
      return own.getMetricsAsJSON();
    },
    async expose() {
      readPool();
      const at = now().getTime();
      if (last === undefined || at - last.at > FRESH_MS) last = { at, look: lookAtShop() };
      await last.look;
      const backupAt = lastBackup();
      if (backupAt !== null) backup.set(backupAt.getTime() / 1000);
      ready.set((await isReady()) ? 1 : 0);
      const counted = collectReports === undefined ? own : AggregatorRegistry.aggregate([...(await collectReports())]);
      return { contentType: own.contentType, body: (await counted.metrics()) + (await shop.metrics()) };
    },
  };
}
