import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import { clusterLayout, DATABASE_NAME } from "#server/postgres/cluster.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded-postgres.ts";
import { isProcessRunning } from "#server/postgres/process-table.ts";
import { QUEUES } from "#server/queues.ts";
import { databaseUrl, runOnServer } from "./database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Any database of the server, with its superuser, to create others. */
    databaseServerUrl: string;
    /** The empty template with migrations and job queues that `createTestDatabase` copies. */
    templateDatabase: string;
  }
}

/** A race test opens dozens of connections, and two files run at the same time. */
const MAX_CONNECTIONS = 300;
const FOLDER_PREFIX = "shopbell-test-";

/**
 * Before the first test file: a PostgreSQL for this run (a new one without durability, or that of TEST_DATABASE_URL) and a migrated
 * template in it. Afterwards everything is removed.
 */
export default async function prepareDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `shopbell_template_${randomBytes(4).toString("hex")}`;
  try {
    await runOnServer(server.url, `CREATE DATABASE ${template}`);
    await migrateDatabase(databaseUrl(server.url, template));
    await makeQueues(databaseUrl(server.url, template));
    // Tests start with an empty history; the shop's own stays unchanged (app/staff/data/history.db.test.ts).
    await runOnServer(databaseUrl(server.url, template), "ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only");
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide("databaseServerUrl", server.url);
  project.provide("templateDatabase", template);
  return async () => {
    await runOnServer(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.close();
  };
}

/** The tables and queues of background jobs, which each shop would otherwise create at its first start. */
async function makeQueues(url: string): Promise<void> {
  const jobs = createJobs({ databaseUrl: url, log: pino({ level: "silent" }), queues: QUEUES, runsWork: false });
  await jobs.start();
  await jobs.stop();
}

async function openServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const externalUrl = process.env.TEST_DATABASE_URL;
  if (externalUrl) return { url: externalUrl, close: async () => undefined };
  removeFoldersOfKilledRuns();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
  fs.chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: MAX_CONNECTIONS });
  return {
    // Tests create databases and roles, and read rows that triggers do not see; the shop's own role may not.
    url: superuserUrl(server.url, dataDir),
    async close() {
      await server.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The connection string of the superuser of an embedded database. */
function superuserUrl(programUrl: string, dataDir: string): string {
  const url = new URL(programUrl);
  url.username = DATABASE_NAME;
  url.password = fs.readFileSync(clusterLayout(dataDir).passwordFile, "utf8").trim();
  return url.href;
}

function removeFoldersOfKilledRuns(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const pid = /^shopbell-test-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isProcessRunning(Number(pid))) continue;
    fs.rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
}
