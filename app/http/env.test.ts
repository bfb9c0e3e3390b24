import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseEnv } from "./env.server.ts";
import { EMAIL } from "./environment.mjs";

function valueOf(raw: Readonly<Record<string, string>>) {
  const env = parseEnv(raw);
  if (!env.ok) throw new Error(env.error.join("\n"));
  return env.value;
}

test("defaults to a local shop; empty values are unset", () => {
  const defaults = valueOf({});
  expect(defaults).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://127.0.0.1:3000",
    isSecure: false,
    seed: "demo",
    trustProxy: "off",
    logLevel: "info",
    databaseUrl: null,
  });
  expect(valueOf({ PORT: "", HOST: " ", PUBLIC_URL: "", SEED: "" })).toEqual(defaults);
});

test.each([
  ["PORT", "abc", /whole number from 0 to 65535/],
  ["PORT", "65536", /whole number from 0 to 65535/],
  ["HOST", "my shop", /an address or a name/],
  ["HOST", "10.0.0.999", /an address or a name/],
  ["DATA_DIR", "package.json/data", /must be a folder/],
  ["PUBLIC_URL", "shop.example", /begins with http:\/\/ or https:\/\//],
  ["PUBLIC_URL", "https://shop.example/sub", /without a path/],
  ["PUBLIC_URL", "https://shop.example/?a=b", /without a path/],
  ["PUBLIC_URL", "https://me:secret@shop.example", /without a path/],
  ["BACKUP_DIR", "package.json/backups", /must be a folder.*or a bucket/],
  ["BACKUP_DIR", "s3://", /must be a folder.*or a bucket/],
  ["BACKUP_DIR", "s3://shop?endpoint=127.0.0.1:9000", /must be a folder.*or a bucket/],
  ["BACKUP_DIR", "s3://shop/50%", /%25 for each % in its path/],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", /http:\/\/ or https:\/\//],
  ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector:4318", /http:\/\/ or https:\/\//],
  ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", /http\/json/],
  ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf", /http\/json/],
  ["OTEL_SDK_DISABLED", "yes", /true or false/],
  ["OTEL_BSP_SCHEDULE_DELAY", "0", /whole number from 1 to 60000/],
  ["OTEL_TRACES_SAMPLER", "some", /always_on, always_off/],
  ["OTEL_TRACES_SAMPLER_ARG", "10", /a number from 0 to 1/],
  ["LOG_FORMAT", "xml", /json or pretty/],
  ["METRICS_TOKEN", "short", /at least 16/],
  ["MEDIA_PUBLIC_URL", "https://cdn.example/media?x=1", /without a query/],
  ["DATA_DIR_SHARED", "yes", /true or false/],
  ["DATABASE_URL", "mysql://x", /postgres:\/\/ or postgresql:\/\//],
  ["DIRECT_DATABASE_URL", "mysql://x", /postgres:\/\/ or postgresql:\/\//],
  ["DATABASE_URL", "postgres://a:5432,b:x/shop", /name hosts with their ports/],
  ["DATABASE_URL", "postgres://me:secret@a/shop?sslmode=verify", /disable, allow, prefer, require, verify-ca, verify-full/],
  ["DIRECT_DATABASE_URL", "postgres://a,b/shop?target_session_attrs=writer", /read-write.*primary/],
  ["DATABASE_READ_URL", "mysql://x", /postgres:\/\/ or postgresql:\/\//],
  ["DATABASE_POOL", "0", /whole number from 1 to 100/],
  ["APP_SECRET", "short", /at least 32 characters/],
  ["SEED", "yes", /demo or none/],
  ["ADMIN_EMAIL", "ana", /email address/],
  ["ADMIN_PASSWORD", "short", /at least 12 characters/],
  ["ADMIN_PASSWORD", "Password-1234", /one of the first that anybody would try/],
  ["STRIPE_API_URL", "x", /http:\/\/ or https:\/\//],
  ["SENDGRID_API_URL", "x", /http:\/\/ or https:\/\//],
  ["MEDIA_URL", "http://bucket", /s3:\/\//],
  ["MEDIA_URL", "s3:/pictures", /a bucket such as s3:\/\/bucket/],
  ["MEDIA_URL", "s3://bucket?endpoint=minio", /a bucket such as s3:\/\/bucket/],
  ["MEDIA_URL", "s3://bucket/%zz", /%25 for each % in its path/],
  ["DEMO_PAYMENTS", "yes", /on or off/],
  ["TRUST_PROXY", "maybe", /off, on, or a list of proxy addresses/],
  ["LOG_LEVEL", "loud", /trace, debug, info/],
  ["WEB_PROCESSES", "0", /whole number from 1 to 64/],
  ["DRAIN_SECONDS", "-1", /whole number from 0 to 300/],
])("rejects %s=%s by name with the valid values", (name, value, right) => {
  const env = parseEnv({ [name]: value });
  const said = env.ok ? "" : env.error.join("\n");
  expect(said).toMatch(new RegExp(`^${name} must `, "m"));
  expect(said).toMatch(right);
  expect(said).not.toContain("secret@");
});

test("an https address makes a secure shop, with or without trailing slash", () => {
  for (const PUBLIC_URL of ["https://shop.example", "https://shop.example/", "HTTPS://shop.example"]) {
    expect(valueOf({ PUBLIC_URL }).isSecure, PUBLIC_URL).toBe(true);
  }
  expect(valueOf({ PUBLIC_URL: "https://shop.example:8443/" }).publicUrl).toBe("https://shop.example:8443");
});

test("allows test cards locally and on http, on public addresses only on request", () => {
  for (const PUBLIC_URL of [
    "http://127.0.0.1:3000",
    "http://shop.example",
    "https://localhost:8443",
    "https://127.0.0.1",
    "https://[::1]",
  ]) {
    expect(valueOf({ PUBLIC_URL }).demoPayments, PUBLIC_URL).toBe(true);
    expect(valueOf({ PUBLIC_URL, DEMO_PAYMENTS: "off" }).demoPayments, PUBLIC_URL).toBe(false);
  }
  for (const PUBLIC_URL of ["https://shop.example", "https://localhost.example", "https://127.0.0.1.example"]) {
    expect(valueOf({ PUBLIC_URL }).demoPayments, PUBLIC_URL).toBe(false);
    expect(valueOf({ PUBLIC_URL, DEMO_PAYMENTS: "on" }).demoPayments, PUBLIC_URL).toBe(true);
  }
});

test("requires APP_SECRET with DATABASE_URL", () => {
  const env = parseEnv({ DATABASE_URL: "postgres://shop@db.example/shop" });
  expect(env).toMatchObject({ ok: false, error: [expect.stringMatching(/^APP_SECRET must be set when DATABASE_URL is set/)] });
  expect(valueOf({ DATABASE_URL: "postgres://shop@db.example/shop", APP_SECRET: "x".repeat(32) }).appSecret).toBe("x".repeat(32));
});

test("requires DATABASE_URL with DIRECT_DATABASE_URL", () => {
  const env = parseEnv({ DIRECT_DATABASE_URL: "postgres://shop@db.example/shop" });
  expect(env).toMatchObject({ ok: false, error: [expect.stringMatching(/^DATABASE_URL must be set when DIRECT_DATABASE_URL is set/)] });
});

test("takes a folder or a bucket for backups", () => {
  expect(valueOf({ BACKUP_DIR: "backups" }).backupDir).toBe(path.resolve("backups"));
  expect(valueOf({ BACKUP_DIR: "s3://shop/backups?region=x" }).backupDir).toBe("s3://shop/backups?region=x");
  expect(valueOf({}).backupDir).toBeNull();
});

test("sends traces to either address of a collector, unless OpenTelemetry is disabled", () => {
  const collector = "http://collector:4318";
  expect(valueOf({}).tracing).toBeNull();
  for (const name of ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"]) {
    expect(valueOf({ [name]: collector, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }).tracing, name).toMatchObject({
      ratio: 1,
      sendDelayMs: 5000,
    });
    expect(valueOf({ [name]: collector, OTEL_SDK_DISABLED: "True" }).tracing, name).toBeNull();
  }
});

test("trusts named proxies or all peers", () => {
  expect(valueOf({ TRUST_PROXY: "on" }).trustProxy).toBe("on");
  expect(valueOf({ TRUST_PROXY: "10.0.0.1, ::1" }).trustProxy).toEqual(["10.0.0.1", "::1"]);
});

test("validates the first admin's address like any account", () => {
  expect(String(z.regexes.email).replaceAll("\\-", "-")).toBe(String(EMAIL));
});

test("checks the first admin's password for names only when the account is created", () => {
  expect(valueOf({ ADMIN_EMAIL: "ana@shop.example", ADMIN_PASSWORD: "my-shopbell-2026" }).adminPassword).toBe("my-shopbell-2026");
});

test("keeps spaces of a password, without the line break of a file", () => {
  const passwordOf = (ADMIN_PASSWORD: string) => valueOf({ ADMIN_EMAIL: "ana@shop.example", ADMIN_PASSWORD }).adminPassword;
  expect(passwordOf(" seven green pots  ")).toBe(" seven green pots  ");
  expect(passwordOf("seven green pots \r\n")).toBe("seven green pots ");
  expect(passwordOf(" \n ")).toBeNull();
});

test("reports all errors at once", () => {
  const env = parseEnv({
    PORT: "abc",
    ADMIN_PASSWORD: "changeme1234",
    TRUST_PROXY: "maybe",
    DATABASE_URL: "postgres://shop@db.example/shop",
  });
  const names = env.ok ? [] : env.error.map((line) => line.split(" ")[0]);
  expect(names.toSorted()).toEqual(["ADMIN_EMAIL", "ADMIN_PASSWORD", "APP_SECRET", "PORT", "TRUST_PROXY"]);
});
