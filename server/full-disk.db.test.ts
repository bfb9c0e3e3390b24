import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Writable } from "node:stream";
import type { LoaderFunctionArgs } from "react-router";
import { afterAll, expect, test } from "vitest";
import { servicesContext } from "#app/http/context.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { bootSmallShop } from "#test/small-shop.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { createLog } from "./log.ts";

const { url } = await createTestDatabase();
const disk = fs.mkdtempSync(path.join(os.tmpdir(), "shopbell-disk-"));
const hasDisk =
  process.platform === "linux" &&
  process.getuid?.() === 0 &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m,mode=0755", "tmpfs", disk]).status === 0;

afterAll(() => {
  if (hasDisk) spawnSync("umount", ["-l", disk]);
  fs.rmSync(disk, { recursive: true, force: true });
});

const keepPicture = async ({ context }: LoaderFunctionArgs) => {
  await context.get(servicesContext).media.put(`ab/ab${"0".repeat(30)}-640.jpg`, Buffer.alloc(1_000_000));
  return new Response("kept");
};

test.runIf(hasDisk)("a full disk is 503 with Retry-After and a shop that is not ready, until there is room again", async () => {
  let logged = "";
  const log = createLog("info", new Writable({ write: (chunk: Buffer, _encoding, next) => next(void (logged += chunk.toString())) }));
  const shop = await bootSmallShop(
    url,
    { call: apiRoute({ POST: keepPicture }), page: { action: keepPicture, default: () => "kept" } },
    { environment: { DATA_DIR: disk }, minFreeBytes: 1_500_000, log },
  );
  const readiness = async () => (await fetch(`${shop.url}/readyz`)).status;
  expect(await readiness()).toBe(200);
  const { bavail, bsize } = fs.statfsSync(disk);
  fs.writeFileSync(path.join(disk, "filler"), Buffer.alloc(bavail * bsize));
  for (const at of ["call", "page"]) {
    const answer = await fetch(`${shop.url}/${at}`, { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } });
    expect([at, answer.status, Number(answer.headers.get("Retry-After"))]).toEqual([at, 503, 60]);
    expect(await answer.text()).toContain("The shop cannot save anything right now.");
  }
  await expect.poll(readiness).toBe(503);
  expect(logged).toMatch(/"reason":"The disk of the shop's data .* is almost full: 0 MB are free, at least 2 MB are needed/);
  fs.rmSync(path.join(disk, "filler"));
  await expect.poll(readiness).toBe(200);
  expect(logged).toContain("the shop is ready again");
  expect(logged).not.toContain("a call failed");
});
