import type { Server } from "node:http";
import type { Logger } from "pino";
import type { ServerBuild } from "react-router";
import { closeDb, openDb, START_LIMITS, type Db } from "#app/platform/db/database.server.ts";
import { warnOfUncheckedServers } from "#app/platform/db/database-hosts.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { requireOwnSession, warnWithoutLimits } from "#app/platform/db/pooler.server.ts";
import { createPageChanges, type PageChanges } from "#app/platform/db/page-changes.server.ts";
import type { Services } from "#app/http/context.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { ensureFirstAdmin, type FirstAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { requireMediaFolder } from "#app/media/workflows/shop-media.server.ts";
import { isTracing } from "#app/platform/tracing.server.ts";
import { isEmptyShop } from "#db/seed/is-empty-shop.ts";
import { appSecret } from "./app-secret.ts";
import { startBackgroundWork } from "./background-work.ts";
import { backUpBeforeMigration, watchBackups } from "./backups/backups.ts";
import { keepBuildFiles } from "./build-files.ts";
import { waitForDatabase, withNotices } from "./database-start.ts";
import { createEdge } from "./edge/edge.ts";
import { standingHeaders } from "./edge/content-security.ts";
import { startHttpServer, type HttpLimits } from "./edge/http-server.ts";
import { createLog } from "./log.ts";
import { findNextChange } from "./page-cache/next-change.ts";
import { createPageCache, type PageCache } from "./page-cache/page-cache.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { traceCachedPage } from "./tracing/trace-requests.ts";
import { watchReadiness, type Readiness } from "./readiness.ts";
import { createServices } from "./services.ts";
import { simulatorSecrets } from "./simulator-secrets.ts";
import { createSimulatorReach, mountSimulator } from "./simulator.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";

/** Without a load balancer: long enough for requests on open connections. */
const DRAIN_MS = 400;

export interface StopOptions {
  readonly drainMs: number;
  /** True: another process serves the same address, so `/readyz` stays ready. */
  readonly isReplaced?: boolean;
}

export interface Shop {
  readonly url: string;
  /** Set only if this start created the first super-admin. */
  readonly firstAdmin: FirstAdmin | null;
  readonly metrics: Metrics | null;
  /**
   * Keeps serving requests for `drainMs` (default 400), finishes running ones, stops jobs, closes the database. Idempotent: the first call
   * counts.
   */
  stop(options?: StopOptions): Promise<void>;
}

export interface BootOptions {
  readonly env: Env;
  readonly loadBuild: () => Promise<ServerBuild> | ServerBuild;
  readonly isDev: boolean;
  /** In development the Vite module server handles requests first. */
  readonly wrapServer?: (server: Server) => void;
  readonly httpLimits?: HttpLimits;
  /** The release's scripts and styles, stored for pages that outlive the release. */
  readonly keepsBuildFiles?: boolean;
  /** Other processes listen on the same address. */
  readonly sharesPort?: boolean;
  /** Minimum free disk space for readiness. */
  readonly minFreeBytes?: number;
  readonly log?: Logger;
  /** The embedded database, if another process runs it. */
  readonly embeddedUrl?: string | null;
  /** False: another process runs the background jobs. */
  readonly runsJobs?: boolean;
  readonly onProgress: (step: string) => void;
}

type Closer = (options: StopOptions) => Promise<void>;

/** Starts the shop: database, schema, demo, services, HTTP, jobs. A failed step undoes earlier ones. */
export async function boot(options: BootOptions): Promise<Shop> {
  const closers: Closer[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (how: StopOptions = { drainMs: DRAIN_MS }) =>
    (stopping ??= (async () => {
      for (const close of closers.toReversed()) await close(how);
    })());
  try {
    return { ...(await start(options, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Adds the undo function of each step to `closers`. */
async function start(options: BootOptions, closers: Closer[]): Promise<Omit<Shop, "stop">> {
  const { env, loadBuild, isDev, minFreeBytes, runsJobs = true, onProgress } = options;
  const log = options.log ?? createLog(env.logLevel, undefined, env.logFormat);
  closers.push(logForgottenErrors(log));
  const { tracing } = env;
  // Before the database is opened.
  if (tracing !== null)
    closers.push((await import("./tracing/opentelemetry.ts")).startOpenTelemetry({ tracing, log, now: () => new Date() }));
  const secret = await appSecret(env);
  warnOfUncheckedServers(
    { DATABASE_URL: env.databaseUrl, DIRECT_DATABASE_URL: env.directDatabaseUrl, DATABASE_READ_URL: env.readDatabaseUrl },
    log,
  );
  const database = await startDatabase(options, log, closers);
  for (const url of new Set(Object.values(database))) await waitForDatabase(url, onProgress);
  await migrate(database, env, onProgress);

  const changes = createPageChanges();
  closers.push(() => changes.stop());
  const server = await startHttpServer({ ...env, sharesPort: options.sharesPort }, options.httpLimits, options.wrapServer);
  closers.push(() => server.close());

  let readiness: Readiness | undefined;
  const backups = env.backupDir === null ? null : watchBackups(env.backupDir, () => new Date());
  closers.push(async () => backups?.stop());
  const problemForStaff = () => readiness?.problem() ?? backups?.problem() ?? null;
  const reach = createSimulatorReach();
  const services = await createServices({
    env,
    ...database,
    appSecret: secret,
    log,
    selfUrl: server.url,
    problemForStaff,
    changes,
    simulator: reach,
    runsJobs,
  });
  closers.splice(-1, 0, async () => {
    await services.replica?.close();
    await closeDb(services.db);
  });
  const { keepsBuildFiles = false } = options;
  const firstAdmin = await withStartPool(database, log, (db) => fillShop({ ...services, db }, keepsBuildFiles, onProgress));

  const simulator = mountSimulator({ services, secrets: simulatorSecrets(secret), reach });
  const watch = watchReadiness({ db: services.db, dataDir: env.dataDir, log, ...(minFreeBytes === undefined ? {} : { minFreeBytes }) });
  readiness = watch;
  let isStaying = true;
  const isReady = async () => isStaying && (await watch.isReady());
  const metrics = await openMetrics({ services, isReady, lastBackup: () => backups?.last() ?? null });
  const pages = openPageCache(services, changes, metrics, loadBuild);
  const edge = createEdge({ services, loadBuild, simulator, isDev, pages, metrics, isReady });
  // Orders enqueue jobs, so jobs start before requests.
  if (runsJobs) await startBackgroundWork(services, keepsBuildFiles);
  else await services.jobs.start();
  changes.listen(database, log);
  await server.open(edge.fetch, (request, response) => pages.answer(request, response));
  // Requests and jobs may still call the simulator on this server, and use the database.
  closers.push(async ({ drainMs, isReplaced = false }) => {
    isStaying = isReplaced;
    watch.stop();
    // Orders that are paid during the drain need jobs and the simulator.
    await server.drain(drainMs);
    await Promise.all([services.jobs.stop(), simulator.stop()]);
  });
  return { url: env.publicUrl === `http://${env.host}:0` ? server.url : env.publicUrl, firstAdmin, metrics };
}

/** Otherwise one such error in a request would end the process. */
function logForgottenErrors(log: Logger): Closer {
  const onForgotten = (error: unknown) => log.error({ err: error }, "a promise failed that nobody waited for");
  process.on("unhandledRejection", onForgotten);
  return async () => void process.off("unhandledRejection", onForgotten);
}

interface DatabaseUrls {
  readonly databaseUrl: string;
  /** The same, unless `databaseUrl` is a pooler's. */
  readonly directUrl: string;
}

/** Starts the embedded database, unless there is another. */
async function startDatabase({ env, embeddedUrl, onProgress }: BootOptions, log: Logger, closers: Closer[]): Promise<DatabaseUrls> {
  const databaseUrl = env.databaseUrl ?? embeddedUrl ?? null;
  if (databaseUrl !== null) return { databaseUrl, directUrl: env.directDatabaseUrl ?? databaseUrl };
  onProgress("Starting the database");
  const postgres = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    onProgress,
    onRestart: (message) => log.error(message),
    // Without its database the shop fails; its supervisor restarts it, and startup recovers the data.
    onUnexpectedEnd: (message) => {
      log.fatal(message);
      process.exit(1);
    },
  });
  closers.push(() => postgres.stop());
  return { databaseUrl: postgres.url, directUrl: env.directDatabaseUrl ?? postgres.url };
}

async function migrate({ databaseUrl, directUrl }: DatabaseUrls, env: Env, onProgress: BootOptions["onProgress"]): Promise<void> {
  onProgress("Bringing the database up to date");
  if (env.databaseUrl !== null && env.directDatabaseUrl === null) await requireOwnSession(databaseUrl);
  if (env.backupDir !== null && (await backUpBeforeMigration(directUrl, env.backupDir, new Date())))
    onProgress(`Made a backup in ${env.backupDir} before the migration`);
  await withNotices("Bringing the database up to date", onProgress, () => migrateDatabase(directUrl));
}

/** Separate connections for startup, with their own limits. */
async function withStartPool<T>({ databaseUrl, directUrl }: DatabaseUrls, log: Logger, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDb(directUrl, { max: 2, limits: START_LIMITS });
  try {
    if (databaseUrl !== directUrl) {
      const pooled = openDb(databaseUrl, { max: 1, limits: START_LIMITS, isPooled: true });
      await warnWithoutLimits(pooled, log).finally(() => closeDb(pooled));
    }
    return await work(db);
  } finally {
    await closeDb(db);
  }
}

/** Creates what is missing: demo shop, pictures folder, first super-admin and the release's files. */
async function fillShop(
  { db, env, secrets, media, now }: Services,
  keepsBuildFiles: boolean,
  onProgress: BootOptions["onProgress"],
): Promise<FirstAdmin | null> {
  if (env.seed === "demo" && (await withNotices("Reading the shop", onProgress, () => isEmptyShop(db, false)))) {
    // The demo data and the picture composer are loaded only once in a shop's lifetime.
    const { seedDemo } = await import("#db/seed/seed-demo.ts");
    await seedDemo({ db, secrets, media, now: now(), onProgress });
  }
  return withNotices("Preparing the shop", onProgress, async () => {
    // After the demo shop, whose pictures another machine that starts at the same moment may have stored.
    await requireMediaFolder(db, env);
    const { APP_NAME: shopName } = await readSettings(db);
    const adminInput = { email: env.adminEmail, password: env.adminPassword, isOutputKept: env.databaseUrl !== null, shopName };
    const firstAdmin = await ensureFirstAdmin(db, adminInput, now());
    if (keepsBuildFiles) await keepBuildFiles(db, now());
    return firstAdmin;
  });
}

function openPageCache(
  { db, env, log, now }: Services,
  changes: PageChanges,
  metrics: Metrics | null,
  loadBuild: BootOptions["loadBuild"],
): PageCache {
  return createPageCache({
    changes,
    now,
    findNextChange: (at) => findNextChange(db, at),
    standingHeaders: standingHeaders(env.isSecure),
    onAnswer: ({ request, ...facts }) => {
      log.debug({ ...facts, isKept: true }, "request");
      metrics?.countPage("hit");
      if (isTracing()) void traceCachedPage(request, facts, env, loadBuild);
    },
  });
}
