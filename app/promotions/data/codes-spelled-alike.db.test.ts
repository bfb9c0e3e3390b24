import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "#app/promotions/domain/coupons.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { createTestDatabase } from "#test/test-db.ts";
import { findCouponCodes } from "./promotions.server.ts";
import { couponCodes } from "./tables.ts";

const { db } = await createTestDatabase();
const folder = readdirSync("db/migrations").find((name) => name.endsWith("_codes-spelled-alike")) ?? "";
const migration = readFileSync(`db/migrations/${folder}/migration.sql`, "utf8");

test("finds old codes in any spelling", async () => {
  for (const code of ["SUMMER\u221210", "A\u221210", "A10", "B\u200E1", "B\u22121", "\u2212", "PLAIN"]) await insertCoupon(db, code);
  await db.execute(sql.raw(migration));
  const stored = await db.select({ code: couponCodes.code, normalized: couponCodes.normalizedCode }).from(couponCodes);
  expect(Object.fromEntries(stored.map(({ code, normalized }) => [code, normalized]))).toEqual({
    "SUMMER\u221210": "SUMMER10",
    // Another code has that spelling: whoever types it means that one.
    "A\u221210": "A\u221210",
    A10: "A10",
    "B\u200E1": "B1",
    "B\u22121": "B\u22121",
    "\u2212": "\u2212",
    PLAIN: "PLAIN",
  });
  expect((await findCouponCodes(db, [normalizeCode("summer\u221210")])).size).toBe(1);
});

test("database and code normalize alike", async () => {
  await db.delete(couponCodes);
  const marks = Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => /[\p{Format}\u2212]/u.test(character) && normalizeCode(character) === "");
  expect(marks.length).toBeGreaterThan(100);
  await insertCoupon(db, `X${marks.join("")}Y`);
  await db.execute(sql.raw(migration));
  expect(await db.select({ normalized: couponCodes.normalizedCode }).from(couponCodes)).toEqual([{ normalized: "XY" }]);
});
