import { pino } from "pino";
import { closeDb, openDb, type Db } from "#app/platform/db/database.server.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import type { ProviderLedger } from "#server/audit/audit-ledger.ts";
import { auditFiles, type FetchFile } from "#server/audit/audit-files.ts";
import { inShopUnits, readSimulatorLedger } from "#server/audit/provider-ledger.ts";
import { auditBooks } from "#server/audit/audit.ts";
import { readBooks } from "#server/audit/books.ts";
import { signedIn } from "#e2e/calls/scene.ts";
import { QUEUES } from "#server/queues.ts";
import { reconcilePayments } from "#app/checkout/workflows/settle/reconcile-payments.server.ts";
import { createStripeGateway } from "#app/payments/gateway/stripe-gateway.server.ts";
import { SIMULATOR_PUBLISHABLE_KEY, SIMULATOR_SECRET_KEY } from "#stripe-simulator/keys.ts";
import type { RecordKind, RecordOf } from "#stripe-simulator/payment/records.ts";
import type { ServedSimulator } from "#stripe-simulator/test/serve-simulator.ts";
import type { Ledger } from "#test/fault-matrix/world.ts";
import { audit } from "./audit.ts";
import { TEST_LIMITS } from "#test/database-server.ts";

/** Opens the database of a running server to read it. */
export async function withDatabase<T>(url: string, look: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(url, { max: 2, limits: TEST_LIMITS });
  try {
    return await look(db);
  } finally {
    await closeDb(db);
  }
}

/** Runs the shop's minute job at `minutes` from now each: an hour of background work, done immediately. */
export async function letTimePass(databaseUrl: string, provider: ServedSimulator, minutes: readonly number[]): Promise<void> {
  const log = pino({ level: "silent" });
  const jobs = createJobs({ databaseUrl, log, queues: QUEUES, runsWork: false });
  await jobs.start();
  const gateway = createStripeGateway({ secretKey: SIMULATOR_SECRET_KEY, apiUrl: provider.apiUrl });
  const active = {
    gateway,
    kind: "simulator",
    takesCards: true,
    publishableKey: SIMULATOR_PUBLISHABLE_KEY,
    webhookSecrets: [],
    connection: async () => undefined,
  } as const;
  await withDatabase(databaseUrl, async (db) => {
    for (const ahead of minutes) {
      const now = () => new Date(Date.now() + ahead * 60_000);
      await reconcilePayments({ db, log, jobs, now, payments: { current: async () => active }, env: { publicUrl: "http://127.0.0.1" } });
    }
  });
  await jobs.stop();
}

/** The ledger in the auditor's format. */
export async function simulatorLedger(provider: ServedSimulator): Promise<ProviderLedger> {
  const { intents, refunds } = await readLedger(provider);
  return inShopUnits({
    payments: intents.map(({ id, status, currency, amount, amountReceived: received, metadata }) => ({
      id,
      orderId: metadata.order_id ?? null,
      status,
      currency,
      amount,
      received,
    })),
    refunds: refunds.map(({ intentId: paymentId, amount, currency, status }) => ({ paymentId, amount, currency, status })),
  });
}

/** The auditor's findings about the whole shop; it uses none of the shop's code. */
export async function auditTables(db: Db, ledger: ProviderLedger): Promise<readonly string[]> {
  const { findings, known } = auditBooks(await readBooks(queryOf(db), new Date(0)), ledger);
  return [...findings, ...known];
}

/** As {@link auditTables}, and about the files that the owner downloads. */
async function auditTablesAndFiles(db: Db, ledger: ProviderLedger, fetchFile: FetchFile): Promise<readonly string[]> {
  const files = await auditFiles(queryOf(db), fetchFile, new Date(0), () => new Date());
  return [...(await auditTables(db, ledger)), ...files.findings];
}

export async function auditWhole(db: Db, provider: ServedSimulator, fetchFile: FetchFile): Promise<readonly string[]> {
  return auditTablesAndFiles(db, await simulatorLedger(provider), fetchFile);
}

/** A shop with demo orders uses its own simulator as provider, whose records are in the shop's database. */
export async function auditExampleShop(db: Db, fetchFile: FetchFile): Promise<readonly string[]> {
  return auditTablesAndFiles(db, await readSimulatorLedger(queryOf(db), new Date(0)), fetchFile);
}

function queryOf(db: Db) {
  return (text: string, values: readonly unknown[]) => db.$client.query(text, [...values]);
}

/** Lets the provider finish and an hour pass, then audits the orders of a product and the whole shop; returns the findings. */
export async function auditShop(
  { url, databaseUrl }: { readonly url: string; readonly databaseUrl: string },
  provider: ServedSimulator,
  sold: Parameters<typeof audit>[2],
): Promise<readonly string[]> {
  await provider.settled();
  await letTimePass(databaseUrl, provider, [2, 22, 65, 90]);
  const ledger = await readLedger(provider);
  return withDatabase(databaseUrl, async (db) => [
    ...(await audit(db, ledger, sold)),
    ...(await auditWhole(db, provider, await ownersFiles(db, url))),
  ]);
}

/** Downloads files of a running shop as a new owner of it. */
export async function ownersFiles(db: Db, shopUrl: string): Promise<FetchFile> {
  const Cookie = await signedIn(db, ["super-admin"]);
  return async (address) => {
    const answer = await fetch(shopUrl + address, { headers: { Cookie }, redirect: "manual" });
    return { status: answer.status, text: await answer.text() };
  };
}

export async function readLedger({ store }: ServedSimulator): Promise<Ledger> {
  const listAll = async <K extends RecordKind>(kind: K): Promise<readonly RecordOf<K>[]> =>
    store.unit((unit) => unit.list({ kind, limit: 100_000 }));
  return { intents: await listAll("intent"), charges: await listAll("charge"), refunds: await listAll("refund") };
}
