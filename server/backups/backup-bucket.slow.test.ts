import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { createEmulator } from "emulate";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openSilentProxy } from "#test/database-proxy.ts";
import { openBackupBucket } from "./backup-bucket.ts";
import { addressIn, BucketFailure, splitBucketAddress } from "./backup-place.ts";

const emulator = await createEmulator({ service: "aws", port: 0, seed: { aws: { s3: { buckets: [{ name: "backups" }] } } } });
const folder = mkdtempSync(path.join(os.tmpdir(), "shopbell-bucket-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await emulator.close();
});
beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});

/** For a bucket that is silent from the start. */
const HASTY = { idleMs: 500, attempts: 1 };
/** The first bytes must arrive within it, also on a busy machine. */
const PATIENT = { idleMs: 5_000, attempts: 3 };
const { signal } = new AbortController();

function fileOf(bytes: Buffer): string {
  const file = path.join(folder, randomBytes(8).toString("hex"));
  writeFileSync(file, bytes);
  return file;
}

test("stores, lists, reads and removes files of its prefix only", async () => {
  const bucket = openBackupBucket(`s3://backups/shop?endpoint=${emulator.url}`);
  const root = openBackupBucket(`s3://backups?endpoint=${emulator.url}`);
  const bytes = randomBytes(300_000);
  expect([await bucket.list(), await bucket.has("a")]).toEqual([[], false]);
  await bucket.upload("a", fileOf(bytes), signal);
  await root.upload("b", fileOf(bytes), signal);
  expect([await bucket.list(), await root.list(), await bucket.has("a"), await bucket.has("b")]).toEqual([["a"], ["b"], true, false]);
  expect((await buffer(await bucket.read("a"))).equals(bytes)).toBe(true);
  await bucket.remove("a");
  await bucket.remove("a");
  expect([await bucket.list(), await root.list()]).toEqual([[], ["b"]]);
});

test("explains bucket errors in a sentence", async () => {
  const missing = openBackupBucket(`s3://elsewhere?endpoint=${emulator.url}`);
  await expect(missing.list()).rejects.toThrow(new BucketFailure("The bucket elsewhere does not exist."));
  await expect(openBackupBucket(`s3://backups?endpoint=${emulator.url}`).read("none")).rejects.toThrow(
    "The bucket backups has no such file.",
  );
  const refused = openBackupBucket("s3://backups?endpoint=http://127.0.0.1:1");
  await expect(refused.list()).rejects.toThrow("The bucket backups cannot be reached (ECONNREFUSED). Is its endpoint right?");
  await expect(refused.upload("a", fileOf(randomBytes(10)), signal)).rejects.toThrow(BucketFailure);
});

test("gives up on a silent bucket, also in the middle of a file", async () => {
  const { port } = new URL(emulator.url);
  const proxy = await openSilentProxy(() => net.connect(Number(port), new URL(emulator.url).hostname));
  const proxied = `s3://backups?endpoint=http://127.0.0.1:${proxy.port}`;
  await openBackupBucket(`s3://backups?endpoint=${emulator.url}`).upload("large", fileOf(randomBytes(9_000_000)), signal);
  const stream = await openBackupBucket(proxied, PATIENT).read("large");
  let received = 0;
  const reading = (async () => {
    for await (const chunk of stream) {
      received += Buffer.from(chunk as Buffer).length;
      proxy.stall();
    }
  })();
  await expect(reading).rejects.toThrow("The bucket backups does not answer.");
  expect(received).toBeLessThan(9_000_000);
  const silent = openBackupBucket(proxied, HASTY);
  await expect(silent.list()).rejects.toThrow("The bucket backups does not answer.");
  await expect(silent.upload("b", fileOf(randomBytes(10)), signal)).rejects.toThrow("The bucket backups does not answer.");
  await proxy.close();
});

/** The calls of an upload in parts, which the emulator has not. */
async function startPartsServer() {
  const parts = new Map<string, Buffer>();
  const calls: string[] = [];
  let failures = 0;
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://localhost");
    const body = await buffer(request);
    const part = searchParams.get("partNumber");
    calls.push(`${request.method}${part === null ? "" : ` ${part}`}`);
    if (request.method === "DELETE") return response.writeHead(204).end();
    if (part !== null) {
      if (failures > 0) {
        failures -= 1;
        return response.writeHead(500).end();
      }
      parts.set(part, body);
      return response.writeHead(200, { ETag: `"${part}"` }).end();
    }
    const kind = searchParams.has("uploads") ? "InitiateMultipartUploadResult" : "CompleteMultipartUploadResult";
    return response
      .writeHead(200, { "Content-Type": "application/xml" })
      .end(`<?xml version="1.0"?><${kind}><UploadId>u</UploadId><ETag>"e"</ETag></${kind}>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}`, parts, calls, fail: (times: number) => (failures = times), close: () => server.close() };
}

test("uploads large files in parts, retries failed ones, and cleans up after giving up", async () => {
  const server = await startPartsServer();
  const bucket = openBackupBucket(`s3://backups?endpoint=${server.url}`, PATIENT);
  const bytes = randomBytes(40_000_000);
  const file = fileOf(bytes);
  server.fail(1);
  await bucket.upload("large", file, signal);
  expect(Buffer.concat([1, 2, 3].map((part) => server.parts.get(String(part)) ?? Buffer.alloc(0))).equals(bytes)).toBe(true);
  server.calls.length = 0;
  server.fail(100);
  await expect(bucket.upload("large", file, signal)).rejects.toThrow(BucketFailure);
  expect(server.calls.at(-1)).toBe("DELETE");
  server.close();
});

test("builds and parses bucket addresses", () => {
  for (const place of ["s3://backups/shop/?endpoint=http://x:1&region=r", "s3://backups?region=r"]) {
    const parts = splitBucketAddress(addressIn(place, "a.backup"));
    expect(parts?.name).toBe("a.backup");
    expect(addressIn(parts?.place ?? "", "b")).toBe(addressIn(place, "b"));
  }
  expect(addressIn("/backups", "a")).toBe(path.join("/backups", "a"));
  for (const address of ["s3://", "s3://backups", "s3://backups/", "s3:x"]) expect(splitBucketAddress(address)).toBeNull();
});
