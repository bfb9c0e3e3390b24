import { longQueue } from "#app/platform/jobs/queue.server.ts";

/** The queue for checking, importing and undoing product files. */
export const IMPORT_QUEUE = longQueue("import-products");
