import { createEmulator } from "emulate";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { openMediaStore } from "./open-media-store.server.ts";

/* The same store against somebody else's idea of S3, over HTTP. */

const emulator = await createEmulator({ service: "aws", port: 0, seed: { aws: { s3: { buckets: [{ name: "pictures" }] } } } });
afterAll(() => emulator.close());
beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "test");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "test");
});
const store = await openMediaStore({ mediaUrl: `s3://pictures?endpoint=${emulator.url}`, dataDir: "/nowhere" });
const keyOf = (digit: string) => `a${digit}/a${digit}${"0".repeat(30)}.webp`;

test("stores, reads, lists, replaces and removes pictures", async () => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 256));
  expect([await store.read(keyOf("0")), await store.has(keyOf("0"))]).toEqual([null, false]);
  await store.put(keyOf("0"), Buffer.from("an earlier one"));
  await store.put(keyOf("0"), bytes);
  await store.put(keyOf("1"), Buffer.from("another"));
  expect(Buffer.compare(Buffer.from((await store.read(keyOf("0"))) ?? []), bytes)).toBe(0);
  expect((await Array.fromAsync(store.list())).toSorted()).toEqual([keyOf("0"), keyOf("1")]);
  await store.remove(keyOf("0"));
  await store.remove(keyOf("0"));
  expect([await store.has(keyOf("0")), await store.has(keyOf("1"))]).toEqual([false, true]);
});
