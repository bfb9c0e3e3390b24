import type { Services } from "#app/http/context.server.ts";
import { addRefusals, type RefusalKind } from "#app/staff/data/refusals.server.ts";
import type { Db } from "#app/platform/db/database.server.ts";

interface Refusal {
  readonly kind: RefusalKind;
  /** The refusal's name in the log: "login-refused". */
  readonly security: string;
  /** The readable log message. */
  readonly message: string;
  readonly clientAddress: string;
  readonly requestId?: string;
  /** As typed, or a known account's id. */
  readonly account?: string | number;
}

const HOUR_MS = 3_600_000;
/** Maximum frequency of writing counts. */
const WRITE_EVERY_MS = 1_000;
const waiting = new WeakMap<Db, Map<RefusalKind, number>>();

/** Logs a refusal and counts it. Never waits for the database; a crash loses a second of counts. */
export function noteRefusal(services: Pick<Services, "db" | "log" | "now">, { kind, message, ...facts }: Refusal): void {
  services.log.warn(facts, message);
  countRefusal(services, kind);
}

/** Counts a refusal for the owner without a log line. */
export function countRefusal(services: Pick<Services, "db" | "log" | "now">, kind: RefusalKind): void {
  let counts = waiting.get(services.db);
  if (counts === undefined) {
    waiting.set(services.db, (counts = new Map()));
    setTimeout(() => void writeRefusals(services), WRITE_EVERY_MS).unref();
  }
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** Writes the counts collected since the last write. */
export async function writeRefusals({ db, log, now }: Pick<Services, "db" | "log" | "now">): Promise<void> {
  const counts = waiting.get(db);
  waiting.delete(db);
  if (counts === undefined) return;
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS);
  await addRefusals(db, hour, counts).catch((error: unknown) => log.debug({ err: error }, "refusals could not be counted"));
}
