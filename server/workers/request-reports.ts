import { randomUUID } from "node:crypto";
import type { MetricsReport } from "#server/metrics/metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Longer than the primary waits for a worker that does not respond. */
const LIMIT_MS = 3_000;

/** In a web worker: collects the metrics of all workers. */
export function requestReports(): Promise<readonly MetricsReport[]> {
  return new Promise((resolve, reject) => {
    const id = randomUUID();
    const end = (): void => {
      clearTimeout(limit);
      process.off("message", onMessage);
    };
    const limit = setTimeout(() => {
      end();
      reject(new Error("the primary process did not answer"));
    }, LIMIT_MS);
    function onMessage(message: ToWorker): void {
      if (message.kind !== "reports" || message.id !== id) return;
      end();
      resolve(message.reports);
    }
    process.on("message", onMessage);
    const request: FromWorker = { kind: "collect", id };
    process.send?.(request);
  });
}
