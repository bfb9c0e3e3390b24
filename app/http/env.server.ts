import { isIP } from "node:net";
import path from "node:path";
import { z } from "zod";
import { checkNewPassword } from "#app/staff/domain/new-password.ts";

const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map((p) => `${p}//`).join(" or ")}`,
  });
/** The address customers type, without anything behind it: the shop's paths begin there, and cookies and origins know no path. */
const origin = url(["http:", "https:"]).refine((text) => URL.canParse(text) && `${new URL(text).origin}/` === new URL(text).href, {
  error: "must be an address without a path or anything else behind it, such as https://shop.example",
});
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

/** The rules of every new password. */
const password = z.string().superRefine((text, context) => {
  const checked = checkNewPassword(text);
  if (!checked.ok) context.addIssue({ code: "custom", message: `must be another one. ${checked.error}` });
});
const trustProxy = z.string().transform((text, context): Env["trustProxy"] => {
  if (text === "off" || text === "on") return text;
  const addresses = text.split(",").map((part) => part.trim());
  if (addresses.some((address) => isIP(address) === 0)) {
    context.addIssue({ code: "custom", message: "must be off, on, or a list of proxy addresses separated by commas" });
  }
  return addresses;
});

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: url(["postgres:", "postgresql:"]).optional(),
  APP_SECRET: z.string().min(32, "must be at least 32 characters of random text").optional(),
  SEED: z.enum(["demo", "none"], { error: "must be demo or none" }).default("demo"),
  ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  ADMIN_PASSWORD: password.optional(),
  STRIPE_API_URL: url(["http:", "https:"]).optional(),
  SENDGRID_API_URL: url(["http:", "https:"]).optional(),
  DEMO_PAYMENTS: z.enum(["on", "off"], { error: "must be on or off" }).optional(),
  MEDIA_URL: url(["s3:"]).optional(),
  TRUST_PROXY: trustProxy.default("off"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  WEB_PROCESSES: wholeNumber(1, 64).default(1),
});

export interface Env {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; absolute links and the cookies' Secure flag come from it, never from the Host header. */
  readonly publicUrl: string;
  readonly isSecure: boolean;
  readonly dataDir: string;
  /** null = embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  /** null = generated into `dataDir`. */
  readonly appSecret: string | null;
  readonly seed: "demo" | "none";
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly stripeApiUrl: string | null;
  readonly sendgridApiUrl: string | null;
  /** Test cards may place orders while no card provider's key is set. */
  readonly demoPayments: boolean;
  readonly mediaUrl: string | null;
  /** Whose X-Forwarded-For is believed: nobody, everybody that connects (a proxy in front is the only one that can), or these addresses. */
  readonly trustProxy: "off" | "on" | readonly string[];
  readonly logLevel: string;
  readonly webProcesses: number;
}

/** An address of https is where customers come, unless it is this very machine. */
function isPublic(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Reads the environment once. Answers the list of all that is wrong (name and what would be right) instead of throwing, so that the start can
 * print it. Empty values count as unset. The README lists the names.
 */
export function parseEnv(
  raw: Readonly<Record<string, string | undefined>>,
): { readonly ok: true; readonly value: Env } | { readonly ok: false; readonly error: readonly string[] } {
  const known = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, raw[name]?.trim() || undefined]));
  const parsed = schema.safeParse(known);
  const errors = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (known.DATABASE_URL !== undefined && known.APP_SECRET === undefined) {
    errors.push("APP_SECRET must be set when DATABASE_URL is set (at least 32 characters of random text, the same on every machine)");
  }
  if (known.ADMIN_PASSWORD !== undefined && known.ADMIN_EMAIL === undefined) {
    errors.push("ADMIN_EMAIL must be set when ADMIN_PASSWORD is set");
  }
  if (!parsed.success || errors.length > 0) return { ok: false, error: errors };
  const env = parsed.data;
  const host = env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST;
  const publicUrl = env.PUBLIC_URL === undefined ? `http://${host}:${env.PORT}` : new URL(env.PUBLIC_URL).origin;
  return {
    ok: true,
    value: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      isSecure: publicUrl.startsWith("https:"),
      dataDir: path.resolve(env.DATA_DIR),
      databaseUrl: env.DATABASE_URL ?? null,
      appSecret: env.APP_SECRET ?? null,
      seed: env.SEED,
      adminEmail: env.ADMIN_EMAIL ?? null,
      adminPassword: env.ADMIN_PASSWORD ?? null,
      stripeApiUrl: env.STRIPE_API_URL?.replace(/\/+$/, "") ?? null,
      demoPayments: env.DEMO_PAYMENTS === undefined ? !isPublic(publicUrl) : env.DEMO_PAYMENTS === "on",
      sendgridApiUrl: env.SENDGRID_API_URL?.replace(/\/+$/, "") ?? null,
      mediaUrl: env.MEDIA_URL ?? null,
      trustProxy: env.TRUST_PROXY,
      logLevel: env.LOG_LEVEL,
      webProcesses: env.WEB_PROCESSES,
    },
  };
}
