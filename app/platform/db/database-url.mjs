// Plain JavaScript without packages: `npm start` validates the environment on any Node (docs/decisions/0015-scripts.md).
import fs from "node:fs";

/** Valid values of libpq's `target_session_attrs`. */
const TARGETS = /** @type {const} */ (["any", "read-write", "read-only", "primary", "standby", "prefer-standby"]);
/** Those of libpq, plus one of the driver. */
const SSL_MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
const SSL_FILES = ["sslrootcert", "sslcert", "sslkey"];
const SSL_OPTIONS = new Set(["ssl", "sslmode", "sslnegotiation", ...SSL_FILES]);

/**
 * `urls`: connection strings of one host each, for the driver; more than one when the mode of TLS allows another attempt.
 * @typedef {{ readonly name: string, readonly urls: readonly string[] }} Server
 * @typedef {{ readonly servers: readonly Server[], readonly target: typeof TARGETS[number] }} DatabaseAddress
 */

/** User, hosts, and the rest. */
const FORM = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#@]*)(?<rest>.*)$/is;
const SEVERAL = "such as postgres://user:password@a.example:5432,b.example:5432/shop";

/**
 * Parses a libpq connection string, which may name several hosts:
 * `postgres://user:password@a:5432,b:5432/shop?target_session_attrs=read-write`.
 * @param {string} text @returns {DatabaseAddress | string} the expected format if it is invalid
 */
export function readDatabaseUrl(text) {
  const { start = "", hosts = "", rest = "" } = FORM.exec(text)?.groups ?? {};
  if (start === "") return "must be an address that begins with postgres:// or postgresql://";
  const urls = hosts.split(",").map((host) => start + host + rest);
  if (!urls.every((url) => URL.canParse(url)) || (urls.length > 1 && hosts.split(",").includes("")))
    return `must name hosts with their ports, ${SEVERAL}`;
  const query = new URL(urls[0] ?? "").searchParams;
  const named = ["host", "port"].flatMap((name) => query.get(name) ?? []);
  if ((urls.length > 1 && named.length > 0) || /%2c/i.test(hosts) || named.some((value) => value.includes(",")))
    return `must name several hosts before the name of the database, ${SEVERAL}`;
  const targetName = query.get("target_session_attrs") ?? (urls.length > 1 ? "read-write" : "any");
  const target = TARGETS.find((word) => word === targetName);
  if (target === undefined) return `must have one of these as target_session_attrs: ${TARGETS.join(", ")}`;
  return judgeTls(query) ?? { servers: urls.map((url) => ({ name: nameOf(new URL(url)), urls: variants(url, modeOf(query)) })), target };
}

/** True if the connection may be encrypted without verifying the server. @param {string} text a valid connection string */
export function trustsAnyServer(text) {
  const query = new URL(text.replace(FORM, "postgres://host$<rest>")).searchParams;
  const mode = query.get("sslmode") ?? query.get("ssl") ?? "";
  return mode === "no-verify" || (["require", "prefer", "allow"].includes(mode) && !query.has("sslrootcert"));
}

/**
 * As up to 0.5.0, certificate files alone turn verification on, and so does `verify-ca` without an authority. @param {URLSearchParams}
 * query
 */
function modeOf(query) {
  const mode = query.get("sslmode");
  const isStrict = mode === null ? SSL_FILES.some((name) => query.has(name)) : mode === "verify-ca" && !query.has("sslrootcert");
  return isStrict ? "verify-full" : mode;
}

/** @param {URLSearchParams} query */
function judgeTls(query) {
  const unknown = [...query.keys()].find((name) => name.startsWith("ssl") && !SSL_OPTIONS.has(name));
  if (unknown !== undefined) return `must not have ${unknown}, which the shop cannot honour`;
  const mode = query.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode)) return `must have one of these as sslmode: ${SSL_MODES.join(", ")}`;
  const missing = SSL_FILES.find((name) => query.has(name) && !canRead(query.get(name) ?? ""));
  return missing === undefined ? undefined : `must name a file that can be read as ${missing}`;
}

/** @param {string} file */
function canRead(file) {
  try {
    fs.accessSync(file, fs.constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {URL} url */
function nameOf(url) {
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  return `${host || "localhost"}:${url.searchParams.get("port") ?? (url.port || "5432")}`;
}

/** The driver attempts only one way, and follows libpq only if told to. @param {string} url @param {string | null} mode */
function variants(url, mode) {
  if (mode === null || mode === "no-verify") return [url];
  const modes = { prefer: ["prefer", "disable"], allow: ["disable", "prefer"] }[mode] ?? [mode];
  return modes.map((each) => {
    const variant = new URL(url);
    variant.searchParams.set("sslmode", each);
    variant.searchParams.set("uselibpqcompat", "true");
    return variant.href;
  });
}
