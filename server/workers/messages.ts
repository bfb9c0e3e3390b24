import type { FirstAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import type { MetricsReport } from "#server/metrics/metrics.ts";

/** Messages of the primary process of `WEB_PROCESSES` to a web worker. */
export type ToWorker =
  | {
      readonly kind: "start";
      /** The port of all workers. */
      readonly port: number;
      /** URL of the embedded database, which the primary runs; null = DATABASE_URL. */
      readonly embeddedUrl: string | null;
      /** Only one worker runs the background jobs. */
      readonly runsJobs: boolean;
      /** The first worker prints its startup steps. */
      readonly isFirst: boolean;
    }
  | {
      readonly kind: "stop";
      readonly drainMs: number;
      /** Another worker keeps serving: the machine stays ready. */
      readonly isReplaced: boolean;
    }
  /** Requests its metrics. */
  | { readonly kind: "report"; readonly id: string }
  /** The metrics of all workers, for the worker that requested them. */
  | { readonly kind: "reports"; readonly id: string; readonly reports: readonly MetricsReport[] };

/** A worker's response to "start". */
export interface Ready {
  readonly kind: "ready";
  readonly url: string;
  readonly firstAdmin: FirstAdmin | null;
}

export type FromWorker =
  | Ready
  /** Prometheus scrapes this worker: it requests the metrics of all. */
  | { readonly kind: "collect"; readonly id: string }
  | { readonly kind: "report"; readonly id: string; readonly report: MetricsReport };
