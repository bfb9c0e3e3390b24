import type { Shop } from "#server/boot.ts";

/** What the primary process of `WEB_PROCESSES` tells a web worker. */
export type ToWorker =
  | {
      readonly kind: "start";
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
    };

/** A worker's answer to "start". */
export type FromWorker = { readonly kind: "ready" } & Pick<Shop, "url" | "firstAdmin">;
