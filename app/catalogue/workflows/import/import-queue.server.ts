import { longQueue } from "#app/platform/jobs/queue.server.ts";

/** Looking at product files, bringing them in, taking them back. */
export const IMPORT_QUEUE = longQueue("import-products");
