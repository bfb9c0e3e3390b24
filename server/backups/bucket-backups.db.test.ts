import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createEmulator } from "emulate";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { insertCategory } from "#test/catalogue.ts";
import { runShopCommand } from "#test/shop-command.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { openBackupBucket } from "./backup-bucket.ts";
import { backupName } from "./backup-files.ts";
import { backUp, watchBackups } from "./backups.ts";

const source = await createTestDatabase();
const target = await createTestDatabase();
const emulator = await createEmulator({ service: "aws", port: 0, seed: { aws: { s3: { buckets: [{ name: "shop" }] } } } });
const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-bucket-"));
const temporary = path.join(folder, "tmp");
mkdirSync(temporary);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await emulator.close();
});

const now = new Date("2026-11-26T02:07:00Z");
const place = `s3://shop/backups?endpoint=${emulator.url}`;
const fileAt = (name: string) => `s3://shop/backups/${name}?endpoint=${emulator.url}`;
const environment = {
  DATABASE_URL: source.url,
  APP_SECRET: "a secret for tests, at least 32 characters long",
  DATA_DIR: path.join(folder, "data"),
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  MEDIA_URL: `s3://shop?endpoint=${emulator.url}`,
  TMPDIR: temporary,
};
const atTarget = { ...environment, DATABASE_URL: target.url };
beforeEach(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});

async function store(name: string, bytes: string): Promise<void> {
  const file = path.join(folder, "stored");
  writeFileSync(file, bytes);
  await openBackupBucket(place).upload(name, file, new AbortController().signal);
}

test("makes a verified backup in a bucket, removes expired ones and restores it", async () => {
  await insertCategory(source.db, { name: "From the bucket" });
  const old = backupName(new Date("2025-01-01T00:00:00Z"));
  for (const name of [old, "notes.txt"]) await store(name, "");
  for (let day = 1; day <= 30; day += 1) await store(backupName(new Date(now.getTime() - day * 86_400_000)), "");
  await backUp(place, now);
  const names = await openBackupBucket(place).list();
  expect(names).toEqual(expect.arrayContaining(["notes.txt", backupName(now)]));
  expect(names.filter((name) => name.endsWith(".unchecked"))).toEqual([]);
  expect(names).not.toContain(old);
  const watch = watchBackups(place, () => now);
  await vi.waitFor(() => expect(watch.last()).toEqual(now));
  watch.stop();

  const file = fileAt(backupName(now));
  expect(await runShopCommand(["restore", file, "--check"], environment)).toMatchObject({ code: 0, stderr: "" });
  const restored = await runShopCommand(["restore", file], atTarget);
  expect(restored).toMatchObject({ code: 0, stderr: "The pictures were in a bucket (MEDIA_URL) and are not part of the backup.\n" });
  const { rows } = await target.db.$client.query<{ name: string }>("select name from categories");
  expect(rows).toEqual([{ name: "From the bucket" }]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("says that a bucket's pictures are not in the backup, and never overwrites", async () => {
  const file = fileAt("by-hand.backup");
  expect(await runShopCommand(["backup", file], environment)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(" 0 picture files") as string,
    stderr: expect.stringContaining("The pictures are in the bucket of MEDIA_URL and are not in this file.") as string,
  });
  expect(await runShopCommand(["backup", file], environment)).toMatchObject({
    code: 1,
    stderr: `${file} exists already; a backup never replaces a file.\n`,
  });
});

/** Takes every file and gives back half of it. */
async function startForgetfulBucket() {
  const objects = new Map<string, Buffer>();
  const uploads: string[] = [];
  const server = createServer(async (request, response) => {
    const key = new URL(request.url ?? "/", "http://localhost").pathname;
    const body = await buffer(request);
    const stored = objects.get(key);
    if (request.method === "PUT") {
      uploads.push(key);
      objects.set(key, body.subarray(0, body.length / 2));
    }
    if (request.method === "DELETE") objects.delete(key);
    if (request.method === "PUT" || request.method === "DELETE") response.writeHead(200, { ETag: '"e"' }).end();
    else response.writeHead(stored === undefined ? 404 : 200).end(stored);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, objects, uploads, close: () => server.close() };
}

test("removes a backup that fails verification in the bucket", async () => {
  const bucket = await startForgetfulBucket();
  const file = `s3://shop/a.backup?endpoint=${bucket.url}`;
  const made = await runShopCommand(["backup", file], environment);
  bucket.close();
  expect(made).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(`${file} cannot be used: it is cut off`) as string });
  expect([...bucket.objects.keys(), ...readdirSync(temporary)]).toEqual([]);
  // Never under its name, where another process may have put a good one meanwhile.
  expect(bucket.uploads).toEqual([expect.stringMatching(/^\/shop\/a\.backup\..+\.unchecked$/)]);
});

test("says why a bucket cannot be used, and leaves no temporary file", async () => {
  const refused = `s3://shop/backups?endpoint=http://127.0.0.1:1`;
  await expect(backUp(refused, now)).rejects.toThrow("The bucket shop cannot be reached (ECONNREFUSED).");
  const missing = await runShopCommand(["backup", `s3://none/a.backup?endpoint=${emulator.url}`], environment);
  expect(missing).toMatchObject({ code: 1, stdout: "", stderr: "The bucket none does not exist.\n" });
  const unknown = await runShopCommand(["restore", fileAt("none.backup"), "--check"], environment);
  expect(unknown).toMatchObject({ code: 1, stdout: "", stderr: "The bucket shop has no such file.\n" });
  const nameless = await runShopCommand(["restore", "s3://shop"], environment);
  expect(nameless).toMatchObject({ code: 1, stderr: expect.stringContaining("must be an address such as s3://") as string });
  expect(readdirSync(temporary)).toEqual([]);
});
