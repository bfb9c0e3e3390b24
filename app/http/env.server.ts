import { isPublicUrl } from "#app/values/addresses/public-url.ts";
import path from "node:path";
import { canonicalAddress } from "./limits/address.server.ts";
import { inUrl, judgeEnvironment } from "./environment.mjs";

export interface Env {
  readonly port: number;
  readonly host: string;
  /** No trailing slash; the base of absolute links and the Secure flag, never the Host header. */
  readonly publicUrl: string;
  readonly isSecure: boolean;
  readonly dataDir: string;
  /** null = embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The PostgreSQL server behind the pooler of `databaseUrl`; null = there is no pooler. */
  readonly directDatabaseUrl: string | null;
  /** A replica for lists and reports of staff; null = the primary. */
  readonly readDatabaseUrl: string | null;
  /** Connections of a process for its requests. */
  readonly databasePool: number;
  /** null = generated into `dataDir`. */
  readonly appSecret: string | null;
  readonly seed: "demo" | "none";
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly stripeApiUrl: string | null;
  readonly sendgridApiUrl: string | null;
  /** Test cards may place orders without a provider key. */
  readonly demoPayments: boolean;
  readonly mediaUrl: string | null;
  /** Where browsers load pictures, without a trailing slash; null = from the shop itself. */
  readonly mediaPublicUrl: string | null;
  /** All machines have the same `dataDir`. */
  readonly isDataDirShared: boolean;
  /** Proxies whose X-Forwarded-For is trusted: none, any peer, or these addresses. */
  readonly trustProxy: "off" | "on" | readonly string[];
  /** A folder or `s3://bucket/prefix`. Backups are made here every hour and before migrations; null = none. */
  readonly backupDir: string | null;
  readonly logLevel: string;
  readonly logFormat: "json" | "pretty";
  /** The token that Prometheus sends; null = there is no /metrics. */
  readonly metricsToken: string | null;
  /** null = no traces. */
  readonly tracing: TracingEnv | null;
  readonly webProcesses: number;
  /** From SIGTERM: how long requests are still served while `/readyz` says 503. */
  readonly drainSeconds: number;
}

/** The exporter reads the collector's address itself. */
export interface TracingEnv {
  readonly sampler: string;
  /** Share of traces, for the samplers that have one. */
  readonly ratio: number;
  /** How long spans are collected before they are sent. */
  readonly sendDelayMs: number;
}

/**
 * Reads the environment once. Returns all errors instead of throwing, so that the start can print them. Empty values are unset. README lists the
 * names, environment.mjs has the rules.
 */
export function parseEnv(
  raw: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly value: Env } | { readonly ok: false; readonly error: readonly string[] } {
  const { values, errors } = judgeEnvironment(raw);
  if (errors.length > 0) return { ok: false, error: errors };
  const { HOST = "127.0.0.1", PORT = "3000", TRUST_PROXY = "off", DATA_DIR = "./data", LOG_LEVEL = "info", WEB_PROCESSES = "1" } = values;
  const given = (name: keyof typeof values) => values[name] ?? null;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://${inUrl(HOST)}:${PORT}`).origin;
  return {
    ok: true,
    value: {
      port: Number(PORT),
      host: HOST,
      publicUrl,
      isSecure: publicUrl.startsWith("https:"),
      dataDir: path.resolve(DATA_DIR),
      databaseUrl: given("DATABASE_URL"),
      directDatabaseUrl: given("DIRECT_DATABASE_URL"),
      readDatabaseUrl: given("DATABASE_READ_URL"),
      // Each is a PostgreSQL process of ten megabytes. Five serve four concurrent buyers as fast as eight; no work holds two.
      databasePool: Number(values.DATABASE_POOL ?? "5"),
      appSecret: given("APP_SECRET"),
      seed: values.SEED === "none" ? "none" : "demo",
      adminEmail: given("ADMIN_EMAIL"),
      adminPassword: given("ADMIN_PASSWORD"),
      stripeApiUrl: bareUrl(values.STRIPE_API_URL),
      demoPayments: values.DEMO_PAYMENTS === undefined ? !isPublicUrl(publicUrl) : values.DEMO_PAYMENTS === "on",
      sendgridApiUrl: bareUrl(values.SENDGRID_API_URL),
      mediaUrl: given("MEDIA_URL"),
      mediaPublicUrl: bareUrl(values.MEDIA_PUBLIC_URL),
      isDataDirShared: values.DATA_DIR_SHARED === "true",
      trustProxy: proxiesOf(TRUST_PROXY),
      backupDir: values.BACKUP_DIR?.startsWith("s3:") === false ? path.resolve(values.BACKUP_DIR) : given("BACKUP_DIR"),
      logLevel: LOG_LEVEL,
      logFormat: values.LOG_FORMAT === "pretty" ? "pretty" : "json",
      metricsToken: given("METRICS_TOKEN"),
      tracing: tracingOf(values),
      webProcesses: Number(WEB_PROCESSES),
      drainSeconds: Number(values.DRAIN_SECONDS ?? "5"),
    },
  };
}

/** By OpenTelemetry's own variables. */
function tracingOf(values: ReturnType<typeof judgeEnvironment>["values"]): TracingEnv | null {
  const collector = values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (collector === undefined || values.OTEL_SDK_DISABLED?.toLowerCase() === "true") return null;
  return {
    sampler: values.OTEL_TRACES_SAMPLER ?? "parentbased_always_on",
    ratio: Number(values.OTEL_TRACES_SAMPLER_ARG ?? "1"),
    sendDelayMs: Number(values.OTEL_BSP_SCHEDULE_DELAY ?? "5000"),
  };
}

function bareUrl(url: string | undefined): string | null {
  return url === undefined ? null : url.replace(/\/+$/, "");
}

function proxiesOf(text: string): Env["trustProxy"] {
  if (text === "off" || text === "on") return text;
  // In the format of request addresses.
  return text.split(",").map((address) => canonicalAddress(address.trim()) ?? address.trim());
}
