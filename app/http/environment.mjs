// The rules of every environment value, in one place. Plain JavaScript without packages: `npm start` validates the environment on any
// installed Node, before it installs packages (docs/decisions/0015-scripts.md). env.server.ts parses validated values.
import fs from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { readDatabaseUrl } from "#app/platform/db/database-url.mjs";
import { checkNewPassword } from "#app/staff/domain/passwords/new-password.mjs";

/** Returns the expected format if the value is invalid, otherwise undefined. @typedef {(text: string) => string | undefined} Rule */

/** @param {boolean} isRight @param {string} wanted */
const unless = (isRight, wanted) => (isRight ? undefined : wanted);

/** @param {string} text */
const urlOf = (text) => (URL.canParse(text) ? new URL(text) : undefined);

/** A host as an address has it. @param {string} host */
export const inUrl = (host) => (host.includes(":") ? `[${host}]` : host);

/** @param {...string} protocols @returns {Rule} */
const url =
  (...protocols) =>
  (text) =>
    unless(
      protocols.includes(urlOf(text)?.protocol ?? ""),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );

const web = url("http:", "https:");

/** @type {Rule} */
const database = (text) => {
  const address = readDatabaseUrl(text);
  return typeof address === "string" ? address : undefined;
};

/** @param {number} min @param {number} max @returns {Rule} */
const wholeNumber = (min, max) => (text) =>
  unless(/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, `must be a whole number from ${min} to ${max}`);

/** @param {...string} words @returns {Rule} */
const oneOf =
  (...words) =>
  (text) =>
    unless(words.includes(text), `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);

/** @type {Rule} */
const otlpProtocol = (text) => unless(text === "http/json", "must be http/json, the only protocol in which the shop sends traces");

/** The rule of every other account: a test compares it with zod's. @internal */
export const EMAIL = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a folder exists or can be created. @param {string} folder @returns {boolean} */
function canBeFolder(folder) {
  return fs.existsSync(folder) ? fs.statSync(folder).isDirectory() : folder !== path.dirname(folder) && canBeFolder(path.dirname(folder));
}

/** @param {string} text */
const isBucket = (text) => {
  const address = urlOf(text);
  const endpoint = address?.searchParams.get("endpoint");
  return address?.protocol === "s3:" && address.hostname !== "" && (!endpoint || web(endpoint) === undefined);
};

/** @type {Rule} */
const folderInBucket = (text) => {
  try {
    decodeURIComponent(urlOf(text)?.pathname ?? "");
  } catch {
    return "must have %25 for each % in its path that begins no code such as %20";
  }
};

/** @satisfies {Record<string, Rule>} */
const RULES = {
  PORT: wholeNumber(0, 65_535),
  HOST: (text) => unless(/^[\w.:-]+$/.test(text) && URL.canParse(`http://${inUrl(text)}`), "must be an address or a name of this machine"),
  /** The address customers type, without a path: the shop's paths begin at the root, and cookies and origins have no path. */
  PUBLIC_URL: (text) =>
    web(text) ??
    unless(
      `${urlOf(text)?.origin}/` === urlOf(text)?.href,
      "must be an address without a path or anything else behind it, such as https://shop.example",
    ),
  DATA_DIR: (text) => unless(canBeFolder(path.resolve(text)), "must be a folder, there already or one that can be made"),
  DATABASE_URL: database,
  DIRECT_DATABASE_URL: database,
  DATABASE_READ_URL: database,
  DATABASE_POOL: wholeNumber(1, 100),
  APP_SECRET: (text) => unless(text.length >= 32, "must be at least 32 characters of random text"),
  SEED: oneOf("demo", "none"),
  ADMIN_EMAIL: (text) => unless(EMAIL.test(text), "must be an email address"),
  /** Validated at every start without names; the start that creates the account also checks against names. */
  ADMIN_PASSWORD: (text) => {
    const checked = checkNewPassword(text);
    return checked.ok ? undefined : `must be another one. ${checked.error}`;
  },
  STRIPE_API_URL: web,
  SENDGRID_API_URL: web,
  DEMO_PAYMENTS: oneOf("on", "off"),
  MEDIA_URL: (text) =>
    unless(isBucket(text), "must be a bucket such as s3://bucket/folder?endpoint=https://s3.example") ?? folderInBucket(text),
  MEDIA_PUBLIC_URL: (text) =>
    web(text) ??
    unless(
      urlOf(text)?.search === "" && urlOf(text)?.hash === "" && urlOf(text)?.username === "",
      "must be an address without a query, such as https://cdn.example/media",
    ),
  DATA_DIR_SHARED: oneOf("true", "false"),
  TRUST_PROXY: (text) =>
    unless(
      text === "off" || text === "on" || text.split(",").every((part) => isIP(part.trim()) > 0),
      "must be off, on, or a list of proxy addresses separated by commas",
    ),
  LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
  BACKUP_DIR: (text) =>
    unless(
      text.startsWith("s3:") ? isBucket(text) : canBeFolder(path.resolve(text)),
      "must be a folder, there already or one that can be made, or a bucket such as s3://bucket/folder?region=eu-central-1",
    ) ?? (text.startsWith("s3:") ? folderInBucket(text) : undefined),
  LOG_FORMAT: oneOf("json", "pretty"),
  OTEL_EXPORTER_OTLP_ENDPOINT: web,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: web,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 60_000),
  OTEL_SDK_DISABLED: (text) => unless(/^(?:true|false)$/i.test(text), "must be true or false"),
  OTEL_TRACES_SAMPLER: oneOf(
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
  ),
  OTEL_TRACES_SAMPLER_ARG: (text) => unless(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text), "must be a number from 0 to 1, such as 0.1"),
  METRICS_TOKEN: (text) => unless(/^[\w.~+/=-]{16,}$/.test(text), "must be at least 16 letters, digits and -._~+/="),
  WEB_PROCESSES: wholeNumber(1, 64),
  DRAIN_SECONDS: wholeNumber(0, 300),
};

/**
 * A value without the spaces around it; a password keeps them, because the sign-in form does. Line breaks at an end come from files of secrets.
 * @param {string} name @param {string} text
 */
const trimmed = (name, text) => (name === "ADMIN_PASSWORD" && text.trim() ? text.replace(/^[\r\n]+|[\r\n]+$/g, "") : text.trim());

/**
 * The values the shop reads, trimmed (an empty one counts as unset), and all that is wrong with them, each with its name and what would be right.
 * @param {Readonly<Record<string, string | undefined>>} raw
 * @returns {{ values: Partial<Record<keyof typeof RULES, string>>, errors: string[] }}
 */
export function judgeEnvironment(raw) {
  /** @type {Partial<Record<keyof typeof RULES, string>>} */
  const values = {};
  const errors = [];
  for (const [name, rule] of /** @type {[keyof typeof RULES, Rule][]} */ (Object.entries(RULES))) {
    const text = trimmed(name, raw[name] ?? "");
    if (!text) continue;
    values[name] = text;
    const wanted = rule(text);
    if (wanted) errors.push(`${name} ${wanted}`);
  }
  if (values.DATABASE_URL && !values.APP_SECRET) {
    errors.push("APP_SECRET must be set when DATABASE_URL is set (at least 32 characters of random text, the same on every machine)");
  }
  for (const name of /** @type {const} */ (["DIRECT_DATABASE_URL", "DATABASE_READ_URL"]))
    if (values[name] && !values.DATABASE_URL) errors.push(`DATABASE_URL must be set when ${name} is set`);
  if (values.ADMIN_PASSWORD && !values.ADMIN_EMAIL) errors.push("ADMIN_EMAIL must be set when ADMIN_PASSWORD is set");
  return { values, errors };
}
