import type { Logger } from "pino";
import type { Db } from "#app/platform/db/database.server.ts";
import type { Jobs } from "#app/platform/jobs/jobs.server.ts";
import type { SecretBox } from "#app/platform/secret-box.server.ts";
import type { PaymentsSource } from "#app/payments/workflows/payments-source.server.ts";

/** Services that workflows need; a subset of http/context.server.ts. */
export interface WorkflowServices {
  readonly db: Db;
  readonly log: Logger;
  readonly jobs: Pick<Jobs, "enqueue" | "enqueueMany">;
  readonly payments: PaymentsSource;
  /** Base of absolute links in email, without trailing slash. */
  readonly env: { readonly publicUrl: string };
  readonly now: () => Date;
}

/** The services for calls to devices and other programs. */
export interface OutgoingServices {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue" | "enqueueMany">;
  /** Decrypts the secrets that messages are signed with. */
  readonly secrets: SecretBox;
  readonly env: { readonly publicUrl: string };
  readonly log: Pick<Logger, "warn">;
  readonly now: () => Date;
}
