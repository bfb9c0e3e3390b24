import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { databaseUrl, runOnServer } from "#test/database-server.ts";
import { connectClient } from "./database.server.ts";
import { migrateDatabase, PREVIOUS_RELEASE } from "./migrate.server.ts";

const server = inject("databaseServerUrl");
const name = `shopbell_test_${randomBytes(6).toString("hex")}`;

/** A folder with the migrations of the release whose newest one is `last`. */
function migrationsUpTo(last: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-migrations-"));
  for (const migration of readdirSync("db/migrations").filter((each) => each <= last))
    cpSync(path.join("db/migrations", migration), path.join(folder, migration), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

afterAll(async () => {
  await runOnServer(server, `drop database if exists ${name}_newer with (force)`);
  await runOnServer(server, `drop database if exists ${name} with (force)`);
  await runOnServer(server, `drop database if exists ${name}_of_others with (force)`);
  await runOnServer(server, `drop role if exists ${name}`);
});

test("a database owner without superuser can migrate", async () => {
  await runOnServer(server, `create role ${name} login password 'plain'`);
  await runOnServer(server, `create database ${name} owner ${name}`);
  const url = new URL(databaseUrl(server, name));
  url.username = name;
  url.password = "plain";
  await migrateDatabase(url.href);
  const client = await connectClient(url.href);
  try {
    const { rows } = await client.query(
      "select rolsuper, to_regclass('products') is not null as made from pg_roles where rolname = current_user",
    );
    expect(rows).toEqual([{ rolsuper: false, made: true }]);
  } finally {
    await client.end();
  }
});

test("tells a role without rights which statements the owner must run", async () => {
  const theirs = `${name}_of_others`;
  await runOnServer(server, `create database ${theirs}`);
  const url = new URL(databaseUrl(server, theirs));
  url.username = name;
  url.password = "plain";
  const failed: unknown = await migrateDatabase(url.href).catch((error: unknown) => error);
  const grants = /GRANT CREATE ON DATABASE .*;/.exec(String(failed))?.[0] ?? "";
  expect(grants).toBe(`GRANT CREATE ON DATABASE ${theirs} TO ${name}; GRANT CREATE ON SCHEMA public TO ${name};`);
  const owner = await connectClient(databaseUrl(server, theirs));
  await owner.query(grants);
  await owner.end();
  await migrateDatabase(url.href);
});

test("lets the previous release use this database, and rejects earlier ones", async () => {
  await runOnServer(server, `create database ${name}_newer`);
  const url = databaseUrl(server, `${name}_newer`);
  await migrateDatabase(url);
  await migrateDatabase(url, migrationsUpTo(PREVIOUS_RELEASE));
  const earlier = readdirSync("db/migrations")
    .toSorted()
    .filter((each) => each < PREVIOUS_RELEASE)
    .at(-1);
  const refusal = "The database belongs to a newer release of the shop, and only the release before that one may still use it.";
  await expect(migrateDatabase(url, migrationsUpTo(earlier ?? ""))).rejects.toThrow(refusal);
  await migrateDatabase(url);
});
