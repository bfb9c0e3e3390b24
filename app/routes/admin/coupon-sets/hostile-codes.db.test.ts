import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { insertCodes } from "#app/promotions/data/coupon-sets.server.ts";
import { openCouponSetPages } from "#test/coupon-set-pages.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as csv from "./codes-csv.ts";
import * as detail from "./detail.tsx";
import * as progress from "./progress.ts";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");
const { addSet, act, codesOf, generate } = openCouponSetPages(db, ana);

test("a code search in any case covers all codes of the set", async () => {
  const id = await addSet("Letters");
  const codes = "春节10\nÉté-10\nSPRING\nPER%CENT";
  expect((await act(id, { intent: "import", codes, maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" })).status).toBe(302);
  const found = async (q: string) => {
    const page = (await ana.get(detail, `/admin/coupon-sets/${id}?q=${encodeURIComponent(q)}`, { id: String(id) })).data;
    return (page as { rows: { code: string }[] }).rows.map(({ code }) => code);
  };
  expect(await found("春节")).toEqual(["春节10"]);
  expect(await found("été 1")).toEqual(["Été-10"]);
  expect(await found("%")).toEqual(["PER%CENT"]);
  expect(await found("R_C")).toEqual([]);
  const search = `/admin/coupon-sets/${id}?q=${encodeURIComponent("春节")}`;
  expect((await ana.post(detail, search, { intent: "revoke", selected: "all" }, { id: String(id) })).status).toBe(302);
  expect((await codesOf(id)).filter(({ status }) => status === "revoked").map(({ code }) => code)).toEqual(["春节10"]);
});

test.each([
  ["a NUL", "GOOD\nBAD\u0000CODE"],
  ["an angle bracket", "GOOD\n<BAD>"],
  ["an emoji", "GOOD\nBAD😀"],
  ["a plus sign", "GOOD\nBUY+GET"],
  ["a letter that stands for eighteen", `GOOD\n${"\uFDFA".repeat(40)}`],
])("%s in an import is refused beside the field, and nothing is stored", async (name, codes) => {
  const id = await addSet(`Bad import ${name}`);
  expect(await act(id, { intent: "import", codes, maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" })).toMatchObject({
    status: 422,
    data: { form: "import", errors: { codes: expect.stringContaining("is no code") } },
  });
  expect(await codesOf(id)).toEqual([]);
});

test("an import adds at most as many codes as a generation run", async () => {
  const id = await addSet("Huge");
  const codes = Array.from({ length: 100_001 }, (_, index) => `H${index}`).join("\n");
  expect(await act(id, { intent: "import", codes, maxUses: "", isUnlimited: "on", perCustomerUses: "", expiresOn: "" })).toMatchObject({
    status: 422,
    data: { errors: { codes: "Import at most 100\u00a0000 codes at once." } },
  });
  expect(await codesOf(id)).toEqual([]);
});

test("exports a code that looks like a formula as text", async () => {
  const id = await addSet("Formulas");
  const codes = ['=HYPERLINK("http://example.com")', "+1", "@SUM"].map((code) => ({ code, normalizedCode: code }));
  await insertCodes(db, id, codes, { maxUses: null, perCustomerUses: null, expiresAt: null });
  const file = await ana.get(csv, `/admin/coupon-sets/${id}/codes.csv`, { id: String(id) });
  const cells = String(file.data).split("\r\n").slice(1, -1);
  expect(cells).toHaveLength(3);
  for (const line of cells) expect(line).toMatch(/^"?'/);
});

test("reports progress while codes are generated, and null afterwards", async () => {
  const id = await addSet("Progress");
  const ask = async () => (await ana.get(progress, `/admin/coupon-sets/${id}/progress`, { id: String(id) })).data;
  expect(await ask()).toBeNull();
  const making = { isDone: false };
  const made = act(id, { ...generate, count: "30000" }).finally(() => (making.isDone = true));
  const seen: unknown[] = [];
  while (!making.isDone) {
    seen.push(await ask());
    await setImmediate();
  }
  expect((await made).status).toBe(302);
  expect(seen).toContainEqual({ made: 10_000, count: 30_000 });
  expect(await ask()).toBeNull();
});

test("runs with the same prefix count together, so that short codes stay hard to guess", async () => {
  const id = await addSet("Many small runs");
  const run = { ...generate, prefix: "vip", length: "6", count: "2000" };
  expect((await act(id, run)).status).toBe(302);
  expect(await act(id, run)).toMatchObject({
    status: 422,
    data: { form: "generate", errors: { count: "So many codes need at least 7 characters after the prefix." } },
  });
  expect((await act(id, { ...run, prefix: "v" })).status).toBe(302);
  expect((await act(id, { ...run, length: "7" })).status).toBe(302);
  expect(await codesOf(id)).toHaveLength(6000);
});
