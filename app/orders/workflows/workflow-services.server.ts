import type { Logger } from "pino";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import type { PaymentsSource } from "#app/payments/workflows/payments-source.server.ts";

/** What workflows need of the process's services; the whole of them (http/context.server.ts) fits. */
export interface WorkflowServices {
  readonly db: Db;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, "enqueue" | "enqueueMany">;
  readonly payments: PaymentsSource;
  /** Absolute links in mail begin with it; without a trailing slash. */
  readonly env: { readonly publicUrl: string };
  readonly now: () => Date;
}
