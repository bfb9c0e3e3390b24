import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { MediaUnavailable } from "./media-store.server.ts";
import { createS3MediaStore } from "./s3-media-store.server.ts";
import { openMediaStore } from "./open-media-store.server.ts";

/** As much of the S3 protocol as one bucket of small objects needs, two keys to a page of a list. */
const objects = new Map<string, { readonly body: Buffer; readonly headers: Record<string, string | string[] | undefined> }>();
const requests: string[] = [];
let isSilent = false;
const server: Server = createServer((request, response) => {
  if (isSilent) return void requests.push("silence");
  const url = new URL(request.url ?? "/", "http://localhost");
  requests.push(`${request.method} ${url.pathname}`);
  const key = decodeURIComponent(url.pathname.replace(/^\/pictures\/?/, ""));
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const stored = objects.get(key);
    if (request.method === "PUT") {
      objects.set(key, { body: Buffer.concat(chunks), headers: request.headers });
      response.writeHead(200, { ETag: '"x"' }).end();
    } else if (request.method === "DELETE") {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (key === "") {
      const keys = [...objects.keys()].toSorted();
      const from = Number(url.searchParams.get("continuation-token") ?? 0);
      const isLast = from + 2 >= keys.length;
      const entries = keys
        .slice(from, from + 2)
        .map(
          (each) =>
            `<Contents><Key>${each}</Key><Size>1</Size><ETag>"x"</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
        );
      const next = isLast ? "" : `<NextContinuationToken>${from + 2}</NextContinuationToken>`;
      response
        .writeHead(200, { "Content-Type": "application/xml" })
        .end(`<?xml version="1.0"?><ListBucketResult><IsTruncated>${!isLast}</IsTruncated>${next}${entries.join("")}</ListBucketResult>`);
    } else if (stored === undefined) {
      const body = request.method === "HEAD" ? "" : '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>no</Message></Error>';
      response.writeHead(404, { "Content-Type": "application/xml" }).end(body);
    } else {
      response
        .writeHead(200, { "Content-Length": stored.body.length, ETag: '"x"', "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT" })
        .end(request.method === "HEAD" ? undefined : stored.body);
    }
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});

const { port } = server.address() as AddressInfo;
const store = await openMediaStore({ mediaUrl: `s3://pictures?endpoint=http://127.0.0.1:${port}`, dataDir: "/nowhere" });
const keyOf = (digit: string, rest = "") => `a${digit}/a${digit}${"0".repeat(30)}${rest}`;

test("a bucket works like a folder", async () => {
  const key = keyOf("0", "-320.webp");
  expect([await store.read(key), await store.has(key)]).toEqual([null, false]);
  await store.put(key, Buffer.from("the bytes of a picture"));
  expect(Buffer.from((await store.read(key)) ?? []).toString()).toBe("the bytes of a picture");
  expect(await store.has(key)).toBe(true);
  expect(objects.get(key)?.headers).toMatchObject({ "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" });
  expect(objects.get(key)?.headers["x-amz-acl"]).toBeUndefined();
  await store.remove(key);
  expect(await store.has(key)).toBe(false);
});

test("lists all own keys over pages", async () => {
  const keys = ["1", "2", "3", "4", "5"].map((digit) => keyOf(digit, ".webp"));
  for (const key of keys) await store.put(key, Buffer.from("x"));
  objects.set("backup/old.tar", { body: Buffer.from("x"), headers: {} });
  expect((await Array.fromAsync(store.list())).toSorted()).toEqual(keys);
});

test("never sends a foreign key to the bucket", async () => {
  const before = requests.length;
  await expect(store.read("../other-bucket/secret")).rejects.toThrow("not a media key");
  expect(requests).toHaveLength(before);
});

test("times out on a silent bucket, and fails fast for some seconds", async () => {
  let time = 1_000_000;
  const url = `s3://pictures?endpoint=http://127.0.0.1:${port}`;
  const hasty = createS3MediaStore(url, { request: 1_000, attempts: 1 }, () => time);
  const key = keyOf("7", ".webp");
  await store.put(key, Buffer.from("x"));
  isSilent = true;
  requests.length = 0;
  await expect(hasty.read(key)).rejects.toThrow(MediaUnavailable);
  await expect(hasty.has(key)).rejects.toThrow(MediaUnavailable);
  await expect(hasty.read(key)).rejects.toThrow(MediaUnavailable);
  expect(requests).toEqual(["silence"]);
  isSilent = false;
  time += 5_001;
  expect(Buffer.from((await hasty.read(key)) ?? []).toString()).toBe("x");
});
