import { randomUUID } from "node:crypto";
import type { MetricsReport } from "#server/metrics/metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Longer than the primary waits for a worker that does not answer. */
const LIMIT_MS = 3_000;

/** In a web worker: what all of them have counted. */
export function askWorkers(): Promise<readonly MetricsReport[]> {
  return new Promise((resolve, reject) => {
    const id = randomUUID();
    const end = (): void => {
      clearTimeout(limit);
      process.off("message", hear);
    };
    const limit = setTimeout(() => {
      end();
      reject(new Error("the primary process did not answer"));
    }, LIMIT_MS);
    function hear(message: ToWorker): void {
      if (message.kind !== "reports" || message.id !== id) return;
      end();
      resolve(message.reports);
    }
    process.on("message", hear);
    const question: FromWorker = { kind: "collect", id };
    process.send?.(question);
  });
}
