import sharp from "sharp";
import { expect, test } from "vitest";
import { loadCurrentProducts } from "#app/catalogue/data/import/imported-catalogue.server.ts";
import { fail, ok } from "#app/values/result.ts";
import type { FetchPicture } from "#app/media/gateway/fetch-picture.server.ts";
import { catalogueFingerprint, IMPORTED_AT, openImporter, productFile, PUBLIC_URL, refuseFetch } from "#test/imports.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { exportCatalogue } from "#app/catalogue/workflows/export-catalogue.server.ts";

const { runImport } = await openImporter();
const { db } = await createTestDatabase();

test("imports reachable pictures and retries others next time", async () => {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#963" } })
    .jpeg()
    .toBuffer();
  const asked: string[] = [];
  let isUp = false;
  const fetchPicture: FetchPicture = async (url) => {
    asked.push(url);
    if (url.includes("gone")) return fail({ message: "the server answered 404", isUnreachable: false });
    if (url.includes("down") && !isUp) return fail({ message: "the server cannot be reached", isUnreachable: true });
    return ok(bytes);
  };
  const text = productFile(
    "p1,P1,,,,true,Title,Default Title,,,5,https://up.example/a.jpg",
    "p1,,,,,,,,,,,https://up.example/gone.jpg",
    "p2,P2,,,,true,Title,Default Title,,,5,https://down.example/a.jpg",
    "p3,P3,,,,true,Title,Default Title,,,5,http://up.example/b.jpg",
  );
  const first = await runImport(db, text, { fetchPicture });
  expect(first.pictures).toEqual({ wanted: 4, stored: 2 });
  expect(first.problems.map((problem) => [problem.line, problem.message])).toEqual([
    [3, 'A picture of "P1" is left out: the server answered 404.'],
    [4, "down.example did not answer; 1 picture is left out. Import the file again later to fetch them."],
  ]);
  isUp = true;
  const second = await runImport(db, text, { fetchPicture });
  expect(second.products).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  const [p2] = await loadCurrentProducts(db, { importKeys: ["shopify:p2"] }, IMPORTED_AT);
  expect(p2?.pictures).toHaveLength(1);
  asked.length = 0;
  await runImport(db, text, { fetchPicture });
  expect(asked).toEqual(["https://up.example/a.jpg", "https://up.example/gone.jpg"]);
});

test("calls an unresponsive server once", async () => {
  let calls = 0;
  const fetchPicture: FetchPicture = async () => {
    calls += 1;
    return fail({ message: "the server cannot be reached", isUnreachable: true });
  };
  const rows = Array.from(
    { length: 30 },
    (_, index) => `q${index},Q${index},,,,true,Title,Default Title,,,5,https://silent.example/${index}.jpg`,
  );
  const report = await runImport(db, productFile(...rows), { fetchPicture });
  expect(calls).toBeLessThanOrEqual(4);
  expect(report.problems.map((problem) => problem.message)).toEqual([
    "silent.example did not answer; 30 pictures are left out. Import the file again later to fetch them.",
  ]);
});

test("reuses the shop's own pictures", async () => {
  const exported = (await Array.fromAsync(exportCatalogue(db, { publicUrl: PUBLIC_URL, now: IMPORTED_AT }))).join("");
  const before = await catalogueFingerprint(db);
  const report = await runImport(db, exported, { fetchPicture: refuseFetch });
  expect([report.products.changed, report.products.new, report.problems]).toEqual([0, 0, []]);
  expect(await catalogueFingerprint(db)).toBe(before);
});
