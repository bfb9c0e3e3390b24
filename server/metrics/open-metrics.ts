import cluster from "node:cluster";
import type { Services } from "#app/http/context.server.ts";
import { requestReports } from "#server/workers/request-reports.ts";
import type { Metrics } from "./metrics.ts";

/** Null without METRICS_TOKEN: nothing is counted, and prom-client is not loaded. */
export async function openMetrics({
  services,
  isReady,
  lastBackup,
}: {
  readonly services: Services;
  readonly isReady: () => Promise<boolean>;
  readonly lastBackup: () => Date | null;
}): Promise<Metrics | null> {
  const { env, db, appVersion, now } = services;
  if (env.metricsToken === null) return null;
  // Not in tests, whose processes also have a channel to their parent.
  const workers = cluster.isWorker ? { collectReports: requestReports } : {};
  const [{ createMetrics }, { readShopFacts }] = await Promise.all([import("./metrics.ts"), import("./shop-facts.ts")]);
  return createMetrics({ db, version: appVersion, readFacts: () => readShopFacts(db, now()), lastBackup, isReady, now, ...workers });
}
