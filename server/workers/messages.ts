import type { FirstAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import type { MetricsReport } from "#server/metrics/metrics.ts";

/** What the primary process of `WEB_PROCESSES` tells a web worker. */
export type ToWorker =
  | {
      readonly kind: "start";
      /** The port of all workers. */
      readonly port: number;
      /** Of the embedded database, which the primary runs; null = DATABASE_URL. */
      readonly embeddedUrl: string | null;
      /** One worker runs the background jobs. */
      readonly runsJobs: boolean;
      /** The first one shows its steps. */
      readonly isFirst: boolean;
    }
  | {
      readonly kind: "stop";
      readonly drainMs: number;
      /** Another worker serves on: the machine stays ready. */
      readonly isReplaced: boolean;
    }
  /** Asks what it has counted. */
  | { readonly kind: "report"; readonly id: string }
  /** What all have counted, for the worker that asked. */
  | { readonly kind: "reports"; readonly id: string; readonly reports: readonly MetricsReport[] };

/** A worker's answer to "start". */
export interface Ready {
  readonly kind: "ready";
  readonly url: string;
  readonly firstAdmin: FirstAdmin | null;
}

export type FromWorker =
  | Ready
  /** Prometheus asked this worker: what have all counted? */
  | { readonly kind: "collect"; readonly id: string }
  | { readonly kind: "report"; readonly id: string; readonly report: MetricsReport };
