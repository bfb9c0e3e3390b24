import { errorCode } from "#app/values/narrow.ts";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import type { Logger } from "pino";
import { openDb } from "#app/platform/db/database.server.ts";
import { openReplica } from "#app/platform/db/replica/replica.server.ts";
import type { PageChanges } from "#app/platform/db/page-changes.server.ts";
import { openSettings } from "#app/store/data/site-settings.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { createDemoTools } from "./demo-tools.ts";
import { erasureTools } from "./erasure-tools.ts";
import { QUEUES } from "./queues.ts";
import { createJobs } from "#app/platform/jobs/jobs.server.ts";
import { openShopMedia } from "#app/media/workflows/shop-media.server.ts";
import { createEmailSource } from "#app/mail/workflows/email-source.server.ts";
import { watchConnection } from "#app/store/workflows/watch-connection.server.ts";
import { createPaymentsSource } from "#app/payments/workflows/payments-source.server.ts";
import { createSecretBox, deriveKey } from "#app/platform/secret-box.server.ts";
import type { SimulatorReach } from "./simulator.ts";
import { simulatorSecrets } from "./simulator-secrets.ts";

/** Changes with each build, because file names contain hashes. Constant in development. */
async function buildVersion(): Promise<string> {
  try {
    const names = (await readdir("build/client/assets")).filter((name) => /\.(?:js|css)$/.test(name));
    return createHash("sha256").update(names.toSorted().join("\n")).digest("hex").slice(0, 12);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "development";
    throw error;
  }
}

export interface ServicesInput {
  readonly env: Env;
  readonly databaseUrl: string;
  /** The same, unless `databaseUrl` is a pooler's. */
  readonly directUrl: string;
  readonly appSecret: string;
  readonly log: Logger;
  /** The URL of this process, which serves the simulator. */
  readonly selfUrl: string;
  readonly problemForStaff: () => string | null;
  readonly changes: PageChanges;
  readonly simulator: SimulatorReach;
  readonly runsJobs: boolean;
}

/** Per-process services, not started. The caller starts jobs and closes them. */
export async function createServices(input: ServicesInput): Promise<Services> {
  const { env, databaseUrl, directUrl, log } = input;
  const db = openDb(databaseUrl, { max: env.databasePool, changes: input.changes, isPooled: databaseUrl !== directUrl });
  const secrets = createSecretBox(input.appSecret);
  const settings = () => openSettings(db, secrets);
  const now = () => new Date();
  return {
    env,
    db,
    log,
    secrets,
    cookieSecret: deriveKey(input.appSecret, "cookies").toString("hex"),
    appVersion: await buildVersion(),
    jobs: createJobs({ databaseUrl: directUrl, log, queues: QUEUES, runsWork: input.runsJobs }),
    media: await openShopMedia(db, env),
    replica:
      env.readDatabaseUrl === null ? null : openReplica({ url: env.readDatabaseUrl, primaryUrl: directUrl, max: env.databasePool, log }),
    payments: createPaymentsSource({
      settings,
      env,
      selfUrl: input.selfUrl,
      simulator: { ...simulatorSecrets(input.appSecret), reach: (url, init) => input.simulator.current(url, init) },
      watch: watchConnection({ db, now, log }, "stripe"),
    }),
    email: createEmailSource({
      settings,
      apiUrl: env.sendgridApiUrl,
      watch: watchConnection({ db, now, log }, "sendgrid"),
      smtpWatch: watchConnection({ db, now, log }, "smtp"),
    }),
    problemForStaff: input.problemForStaff,
    demoTools: createDemoTools(env, now),
    erasure: erasureTools,
    now,
  };
}
