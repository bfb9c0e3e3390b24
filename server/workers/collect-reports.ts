import type { MetricsReport } from "#server/metrics/metrics.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** A worker that is busy for longer is left out of a scrape. */
const LIMIT_MS = 2_000;

interface Reporter {
  send(message: ToWorker): void;
}

export type ReportCollector = ReturnType<typeof createReportCollector>;

/** In the primary: collects the metrics of every serving worker, for the worker that Prometheus scrapes. */
export function createReportCollector(workers: () => readonly Reporter[], limitMs = LIMIT_MS) {
  const open = new Map<string, { readonly reports: MetricsReport[]; readonly all: number; finish(): void }>();
  return {
    handle(from: Reporter, message: FromWorker): void {
      if (message.kind === "collect") {
        const { id } = message;
        const reporters = workers();
        const reports: MetricsReport[] = [];
        const limit = setTimeout(() => finish(), limitMs);
        const finish = (): void => {
          clearTimeout(limit);
          if (open.delete(id)) from.send({ kind: "reports", id, reports });
        };
        open.set(id, { reports, all: reporters.length, finish });
        for (const reporter of reporters) reporter.send({ kind: "report", id });
      } else if (message.kind === "report") {
        const collecting = open.get(message.id);
        if (collecting === undefined) return;
        collecting.reports.push(message.report);
        if (collecting.reports.length === collecting.all) collecting.finish();
      }
    },
  };
}
