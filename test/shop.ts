import { QUEUES } from "#server/queues.ts";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { closeDb, openDb } from "#app/platform/db/database.server.ts";
import { createPageChanges } from "#app/platform/db/page-changes.server.ts";
import { openSettings } from "#app/store/data/site-settings.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { parseEnv } from "#app/http/env.server.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import type { FaultKind } from "#stripe-simulator/test/faults.ts";
import { insertBusyDay } from "#db/seed/orders/busy-day.ts";
import { serveSimulator, type Exchange, type ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import { createPostgresStore } from "#stripe-simulator/store/postgres-store.ts";
import { simulatorObjects } from "#stripe-simulator/store/tables.ts";
import { SIMULATOR_PUBLISHABLE_KEY } from "#stripe-simulator/keys.ts";
import { createEmailSource } from "#app/mail/workflows/email-source.server.ts";
import { watchConnection } from "#app/store/workflows/watch-connection.server.ts";
import { createPaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import { createSecretBox } from "#app/platform/secret-box.server.ts";
import { TEST_LIMITS } from "./database-server.ts";
import { createTestDatabase } from "./test-db.ts";
import { openMediaStore } from "#app/media/gateway/open-media-store.server.ts";
import { erasureTools } from "#server/erasure-tools.ts";
import { afterUse } from "./after-use.ts";

export interface TestShop {
  /** The services of one process; `now` is the shop's adjustable clock. */
  readonly services: Services;
  /** The payment provider's simulator, over real HTTP on loopback. */
  readonly simulator: ServedSimulator;
  /** Advances the shop's clock (not the simulator's). */
  passMinutes(minutes: number): void;
  /** Confirms a payment as the browser does, with one of the provider's test cards; returns the payment's new status. */
  confirm(clientSecret: string | null, paymentMethod?: string): Promise<string | undefined>;
  /** Injects a fault into the next `times` requests of that operation. */
  armFault(kind: FaultKind, operation: string, times?: number): void;
}

interface TestShopOptions {
  readonly connections?: number;
  /** Enables the in-memory cache, as in a shop with one process. */
  readonly cachesFacts?: boolean;
  /** The simulator stores its records in the database, like the built-in one. */
  readonly storesPayments?: boolean;
  /** Called with each exchange with the simulator. */
  readonly record?: (exchange: Exchange) => void;
}

export const TEST_WEBHOOK_SECRET = "whsec_test";

/**
 * A whole shop for tests of workflows and calls: its own database with up to `connections` connections, real job rows, the payment
 * simulator on a free port. Call it at the top level of a `*.db.test.ts` file; everything is closed after the last test.
 */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const { url } = await createTestDatabase();
  // A stopped clock: the cache must not expire between two requests that a test compares.
  const cache = options.cachesFacts === true ? { changes: { ...createPageChanges(), isListening: () => true }, now: () => 0 } : {};
  const db = openDb(url, { max: options.connections ?? 20, limits: TEST_LIMITS, ...cache });
  const log = pino({ level: "silent" });
  if (!(db.$client instanceof pg.Pool)) throw new Error("the simulator needs the connection pool");
  const simulator = await serveSimulator({
    ...(options.record === undefined ? {} : { record: options.record }),
    ...(options.storesPayments === true ? { store: createPostgresStore(db.$client) } : {}),
  });
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "shopbell-shop-"));
  const env = parseEnv({ DATA_DIR: dataDir, PUBLIC_URL: "http://localhost:3000", STRIPE_API_URL: simulator.apiUrl });
  if (!env.ok) throw new Error(env.error.join("; "));
  const secrets = createSecretBox("a secret for tests, at least 32 characters long");
  const settings = () => openSettings(db, secrets);
  const jobs = createJobs({
    databaseUrl: url,
    log,
    queues: QUEUES,
    runsWork: false,
  });
  await jobs.start();
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const services: Services = {
    env: env.value,
    db,
    replica: null,
    log,
    jobs,
    media: await openMediaStore({ mediaUrl: null, dataDir }),
    payments: createPaymentsSource({
      settings,
      env: env.value,
      selfUrl: "http://127.0.0.1:9",
      simulator: { secretKey: "sk_test_simulator_of_tests", webhookSecret: TEST_WEBHOOK_SECRET },
      watch: watchConnection({ db, now, log }, "stripe"),
    }),
    email: createEmailSource({
      settings,
      apiUrl: null,
      watch: watchConnection({ db, now, log }, "sendgrid"),
      smtpWatch: watchConnection({ db, now, log }, "smtp"),
    }),
    secrets,
    cookieSecret: "cookies are signed with this in tests",
    appVersion: "test",
    problemForStaff: () => null,
    demoTools: {
      backUp: async () => "/backups/with-demo.backup",
      clearSimulator: async (tx) => void (await tx.delete(simulatorObjects)),
      addBusyDay: insertBusyDay,
    },
    erasure: erasureTools,
    now,
  };
  afterUse(async () => {
    await jobs.stop();
    await closeDb(db);
    await simulator.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    services,
    simulator,
    passMinutes: (minutes) => {
      offsetMs += minutes * 60_000;
    },
    async confirm(clientSecret, paymentMethod = "pm_card_visa") {
      const id = clientSecret?.split("_secret")[0] ?? "";
      const body = new URLSearchParams({
        key: SIMULATOR_PUBLISHABLE_KEY,
        client_secret: clientSecret ?? "",
        payment_method: paymentMethod,
      });
      const answer = await fetch(`${simulator.apiUrl}/v1/payment_intents/${id}/confirm`, { method: "POST", body });
      return ((await answer.json()) as { status?: string }).status;
    },
    armFault: (kind, operation, times = 1) => simulator.faults.arm({ kind, operation, times }),
  };
}
