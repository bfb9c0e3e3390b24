import type { Server } from "node:http";
import type { Logger } from "pino";
import type { ServerBuild } from "react-router";
import { closeDb } from "#app/platform/db/database.server.ts";
import { migrateDatabase } from "#app/platform/db/migrate.server.ts";
import { requireOwnSession, warnWithoutLimits } from "#app/platform/db/pooler.server.ts";
import { createPageChanges } from "#app/platform/db/page-changes.server.ts";
import type { Env } from "#app/http/env.server.ts";
import { ensureFirstAdmin, type FirstAdmin } from "#app/staff/workflows/ensure-admin.server.ts";
import { requireMediaFolder } from "#app/media/workflows/shop-media.server.ts";
import { isEmptyShop } from "#db/seed/is-empty-shop.ts";
import { appSecret } from "./app-secret.ts";
import { startBackgroundWork } from "./background-work.ts";
import { backUpBeforeMigration, watchBackups } from "./backups/backups.ts";
import { createEdge } from "./edge/edge.ts";
import { standingHeaders } from "./edge/content-security.ts";
import { startHttpServer, type HttpLimits } from "./edge/http-server.ts";
import { createLog } from "./log.ts";
import { findNextChange } from "./page-cache/next-change.ts";
import { createPageCache } from "./page-cache/page-cache.ts";
import type { Metrics } from "./metrics/metrics.ts";
import { openMetrics } from "./metrics/open-metrics.ts";
import { watchReadiness, type Readiness } from "./readiness.ts";
import { createServices } from "./services.ts";
import { simulatorSecrets } from "./simulator-secrets.ts";
import { createSimulatorReach, mountSimulator } from "./simulator.ts";
import { startEmbeddedPostgres } from "./postgres/embedded-postgres.ts";

/** Without a load balancer: long enough for what is under way on open connections. */
const DRAIN_MS = 400;

export interface StopOptions {
  readonly drainMs: number;
  /** True: another process serves the same address, so `/readyz` stays ready. */
  readonly isReplaced?: boolean;
}

export interface Shop {
  readonly url: string;
  /** Set only when this start made the first super-admin. */
  readonly firstAdmin: FirstAdmin | null;
  readonly metrics: Metrics | null;
  /**
   * Serves requests for `drainMs` more (default 400), finishes those that run, stops jobs, closes the database. Idempotent: the first call counts.
   */
  stop(options?: StopOptions): Promise<void>;
}

export interface BootOptions {
  readonly env: Env;
  readonly loadBuild: () => Promise<ServerBuild> | ServerBuild;
  readonly isDev: boolean;
  /** In development the module server answers first. */
  readonly wrapServer?: (server: Server) => void;
  readonly httpLimits?: HttpLimits;
  /** Minimum free disk space for readiness. */
  readonly minFreeBytes?: number;
  readonly log?: Logger;
  /** The embedded database, if another process runs it. */
  readonly embeddedUrl?: string | null;
  /** False: another process runs the background jobs. */
  readonly runsJobs?: boolean;
  readonly onProgress: (step: string) => void;
}

/** Starts the shop: database, schema, demo, services, HTTP, jobs. A failed step undoes earlier ones. */
export async function boot({
  env,
  loadBuild,
  isDev,
  wrapServer,
  httpLimits,
  minFreeBytes,
  embeddedUrl = null,
  runsJobs = true,
  onProgress,
  ...options
}: BootOptions): Promise<Shop> {
  const closers: ((options: StopOptions) => Promise<void>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (how: StopOptions = { drainMs: DRAIN_MS }) =>
    (stopping ??= (async () => {
      for (const close of closers.toReversed()) await close(how);
    })());
  try {
    const log = options.log ?? createLog(env.logLevel, undefined, env.logFormat);
    // Otherwise one such error in one request would end the shop.
    const onForgotten = (error: unknown) => log.error({ err: error }, "a promise failed that nobody waited for");
    process.on("unhandledRejection", onForgotten);
    closers.push(async () => void process.off("unhandledRejection", onForgotten));
    const secret = await appSecret(env);
    let databaseUrl = env.databaseUrl ?? embeddedUrl;
    if (databaseUrl === null) {
      onProgress("Starting the database");
      const postgres = await startEmbeddedPostgres({
        dataDir: env.dataDir,
        onProgress,
        onRestart: (message) => log.error(message),
        // Without its database the shop fails; its supervisor restarts it, and the start recovers.
        onUnexpectedEnd: (message) => {
          log.fatal(message);
          process.exit(1);
        },
      });
      closers.push(() => postgres.stop());
      databaseUrl = postgres.url;
    }
    onProgress("Bringing the database up to date");
    const directUrl = env.directDatabaseUrl ?? databaseUrl;
    if (env.databaseUrl !== null && env.directDatabaseUrl === null) await requireOwnSession(databaseUrl);
    if (env.backupDir !== null && (await backUpBeforeMigration(directUrl, env.backupDir, new Date())))
      onProgress(`Made a backup in ${env.backupDir} before the migration`);
    await migrateDatabase(directUrl);

    const changes = createPageChanges();
    closers.push(() => changes.stop());
    const server = await startHttpServer(env, httpLimits, wrapServer);
    closers.push(() => server.close());

    let readiness: Readiness | undefined;
    const backups = env.backupDir === null ? null : await watchBackups(env.backupDir, () => new Date());
    closers.push(async () => backups?.stop());
    const problemForStaff = () => readiness?.problem() ?? backups?.problem() ?? null;
    const reach = createSimulatorReach();
    const services = await createServices({
      env,
      databaseUrl,
      directUrl,
      appSecret: secret,
      log,
      selfUrl: server.url,
      problemForStaff,
      changes,
      simulator: reach,
      runsJobs,
    });
    closers.splice(-1, 0, () => closeDb(services.db));
    if (databaseUrl !== directUrl) await warnWithoutLimits(services.db, log);
    if (env.seed === "demo" && (await isEmptyShop(services.db, false))) {
      // Demo data and picture composer are loaded once in a shop's life.
      const { seedDemo } = await import("#db/seed/seed-demo.ts");
      await seedDemo({ db: services.db, secrets: services.secrets, media: services.media, now: services.now(), onProgress });
    }
    // After the demo shop, whose pictures a machine that starts at the same moment may have stored.
    await requireMediaFolder(services.db, env);
    const firstAdmin = await ensureFirstAdmin(
      services.db,
      { email: env.adminEmail, password: env.adminPassword, isOutputKept: env.databaseUrl !== null },
      services.now(),
    );
    const simulator = mountSimulator({ services, secrets: simulatorSecrets(secret), reach });
    const watch = watchReadiness({ db: services.db, dataDir: env.dataDir, log, ...(minFreeBytes === undefined ? {} : { minFreeBytes }) });
    readiness = watch;
    let isStaying = true;
    const isReady = async () => isStaying && (await watch.isReady());
    const metrics = await openMetrics({ services, isReady, lastBackup: () => backups?.last() ?? null });
    const pages = createPageCache({
      changes,
      now: services.now,
      findNextChange: (now) => findNextChange(services.db, now),
      standingHeaders: standingHeaders(env.isSecure),
      onAnswer: (facts) => {
        log.debug({ ...facts, isKept: true }, "request");
        metrics?.countPage("hit");
      },
    });
    const edge = createEdge({ services, loadBuild, simulator, isDev, pages, metrics, isReady });
    // Orders enqueue jobs, so jobs start before requests.
    if (runsJobs) await startBackgroundWork(services);
    else await services.jobs.start();
    changes.listen({ databaseUrl, directUrl }, log);
    server.open(edge.fetch, (request, response) => pages.answer(request, response));
    // Requests and jobs may still call the simulator on this server, and use the database.
    closers.push(async ({ drainMs, isReplaced = false }) => {
      isStaying = isReplaced;
      watch.stop();
      // Orders that are paid meanwhile need jobs and the simulator.
      await server.drain(drainMs);
      await Promise.all([services.jobs.stop(), simulator.stop()]);
    });
    return { url: env.publicUrl === `http://${env.host}:0` ? server.url : env.publicUrl, firstAdmin, metrics, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
