import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findCouponCodes } from "#app/promotions/data/promotions.server.ts";
import { isMistypedCode } from "#app/promotions/domain/coupons.ts";
import { couponCodes, promotions } from "#app/promotions/data/tables.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { openStaffPages } from "#test/staff-pages.ts";
import * as csv from "./codes-csv.ts";
import * as detail from "./detail.tsx";
import * as index from "./index.tsx";
import * as print from "./print.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = openStaffPages(services, "Ana");

async function addSet(name: string): Promise<number> {
  const [promotion] = await db
    .insert(promotions)
    .values({
      name,
      title: name,
      trigger: "coupon",
      status: "active",
      condition: { type: "all", of: [] },
      actionKind: "order-fixed",
      actionParams: { amount: 500 },
    })
    .returning({ id: promotions.id });
  const added = await ana.post(index, "/admin/coupon-sets", { name, promotionId: String(promotion?.id) });
  expect(added).toMatchObject({ status: 302 });
  return Number(added.location?.split("/").at(-1));
}
const path = (id: number) => [`/admin/coupon-sets/${id}`, { id: String(id) }] as const;
const act = (id: number, fields: Record<string, string>) => ana.post(detail, path(id)[0], fields, path(id)[1]);
const generate = { intent: "generate", count: "10", prefix: "sum", length: "8", maxUses: "1", perCustomerUses: "", expiresOn: "" };
const codesOf = (id: number) => db.select().from(couponCodes).where(eq(couponCodes.couponSetId, id)).orderBy(couponCodes.id);

test("codes are made with their terms, one row of history, and revoked and restored", async () => {
  const id = await addSet("Flyer");
  expect((await act(id, { ...generate, expiresOn: "2026-12-31" })).status).toBe(302);
  const codes = await codesOf(id);
  expect(codes).toHaveLength(10);
  // To the end of the day in Toronto.
  expect(codes[0]).toMatchObject({
    maxUses: 1,
    status: "active",
    expiresAt: new Date("2027-01-01T05:00:00Z"),
    code: expect.stringMatching(/^SUM-/),
  });
  const history = await db.select().from(auditLog).where(eq(auditLog.action, "generate"));
  expect(history).toMatchObject([{ userName: "Ana", subject: "Flyer", after: { [id]: { codes: 10 } } }]);
  await act(id, { intent: "revoke", selected: String(codes[0]?.id) });
  expect((await codesOf(id)).filter(({ status }) => status === "revoked")).toHaveLength(1);
  await act(id, { intent: "revoke", selected: "all" });
  expect((await codesOf(id)).filter(({ status }) => status === "revoked")).toHaveLength(10);
  await act(id, { intent: "restore", selected: "all" });
  expect((await codesOf(id)).filter(({ status }) => status === "active")).toHaveLength(10);
});

test.each([
  ["count", "0"],
  ["count", "100001"],
  ["length", "3"],
  ["maxUses", "many"],
  ["expiresOn", "soon"],
  ["prefix", "*".repeat(21)],
])("%s “%s” is refused beside the field", async (name, text) => {
  const id = await addSet(`Bad ${name} ${text}`);
  expect(await act(id, { ...generate, [name]: text })).toMatchObject({
    status: 422,
    data: { form: "generate", errors: { [name]: expect.any(String) } },
  });
  expect(await codesOf(id)).toEqual([]);
});

test("codes are imported once each, whatever their spelling, and shown as a file and on a sheet", async () => {
  const id = await addSet("Imported");
  const imported = await act(id, {
    intent: "import",
    codes: 'code,note\nWINTER-1,x\nwinter1\n"SNOW 2"\n',
    maxUses: "",
    perCustomerUses: "",
    expiresOn: "",
  });
  expect(imported.status).toBe(302);
  expect((await codesOf(id)).map(({ code }) => code)).toEqual(["WINTER-1", "SNOW 2"]);
  const again = await act(id, { intent: "import", codes: "WINTER 1\nNEW3", maxUses: "", perCustomerUses: "", expiresOn: "" });
  expect(again.status).toBe(302);
  expect(await codesOf(id)).toHaveLength(3);
  const sheet = (await ana.get(print, ...path(id))).data as { codes: { code: string; qr: string }[] };
  expect(sheet.codes.map(({ code }) => code)).toEqual(["WINTER-1", "SNOW 2", "NEW3"]);
  expect(sheet.codes[0]?.qr).toMatch(/^data:image\//);
  expect((await ana.get(csv, `/admin/coupon-sets/${id}/codes.csv`, { id: String(id) })).status).toBe(200);
});

test(
  "a hundred thousand codes are made in seconds and found at once; a mistyped one is told from an unknown one",
  { timeout: 60_000 },
  async () => {
    const id = await addSet("Many");
    const began = performance.now();
    expect((await act(id, { ...generate, count: "100000", prefix: "" })).status).toBe(302);
    const tookMs = performance.now() - began;
    expect(await db.$count(couponCodes, eq(couponCodes.couponSetId, id))).toBe(100_000);
    expect(tookMs).toBeLessThan(30_000);
    const [code] = await db.select().from(couponCodes).where(eq(couponCodes.couponSetId, id)).limit(1);
    const key = code?.normalizedCode ?? "";
    expect((await findCouponCodes(db, [key])).size).toBe(1);
    expect(isMistypedCode(`${key.slice(0, -1)}${key.endsWith("C") ? "D" : "C"}`)).toBe(true);
    expect(isMistypedCode("WELCOME20")).toBe(false);
  },
);
