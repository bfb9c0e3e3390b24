import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { couponSets, promotions } from "#app/promotions/data/tables.ts";
import { auditLog, users } from "#app/staff/data/tables.ts";
import type { ApiScope } from "#app/staff/domain/api-token.ts";
import { insertCoupon } from "#test/checkouts.ts";
import { openTestShop } from "#test/shop.ts";
import { callWithToken, tokenWith, type TokenCall } from "#test/token-calls.ts";

const { services } = await openTestShop();
const { db } = services;
const [owner] = await db
  .insert(users)
  .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
  .returning();
const ANA = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };

/** Calls as a program with these scopes. */
async function program(...scopes: readonly ApiScope[]) {
  const { token } = await tokenWith(services, ANA, ...scopes);
  return (path: string, options: TokenCall = {}) => callWithToken(services, token, path, options);
}

const TARGET = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
const NEW = { name: "Lunch", title: "10% off", action: { kind: "item-percent", params: { rate: 100_000, target: TARGET } } };
const key = (text: string) => ({ "Idempotency-Key": text });
const storedOf = async (id: number) => (await db.select().from(promotions).where(eq(promotions.id, id)))[0];

test("an empty condition group counts as none", async () => {
  const call = await program("promotions:write");
  for (const [index, group] of ["", "  ", null].entries()) {
    const body = { ...NEW, stacking_group: group };
    const { status, data } = await call("/admin/api/promotions", { method: "POST", body, headers: key(`no-group-${index}`) });
    expect([status, data]).toMatchObject([201, { promotion: { stacking_group: null } }]);
  }
});

test("rejects too deeply nested conditions with their field", async () => {
  const call = await program("promotions:write");
  let condition: unknown = { type: "all", of: [] };
  for (let level = 0; level < 1000; level += 1) condition = { type: "all", of: [condition] };
  const { status, data } = await call("/admin/api/promotions", { method: "POST", body: { ...NEW, condition }, headers: key("deep-tree") });
  expect([status, data]).toMatchObject([422, { errors: [{ path: "condition", message: "Nest conditions at most 10 levels deep." }] }]);
});

const NAMED = { type: "customer-email", emails: ["bea@example.com", "cid@example.com"], domains: ["example.org"] };
const COUNTED = { type: "any", of: [{ type: "customer-email", email_count: 2, domains: ["example.org"] }] };

async function insertNamed(): Promise<number> {
  const id = await insertCoupon(db, `NAMED${await db.$count(promotions)}`);
  await db
    .update(promotions)
    .set({ condition: { type: "any", of: [NAMED] } })
    .where(eq(promotions.id, id));
  return id;
}

test("a program without customer access sees only the number of addresses", async () => {
  const id = await insertNamed();
  const call = await program("promotions:read", "promotions:write");
  expect((await call(`/admin/api/promotions/${id}`)).data).toMatchObject({ promotion: { condition: COUNTED } });
  const listed = await call("/admin/api/promotions?sort=-id&per_page=1");
  expect(listed.data).toMatchObject({ promotions: [{ id, condition: COUNTED }] });
  const patch = (body: object) => call(`/admin/api/promotions/${id}`, { method: "PATCH", body });
  expect((await patch({ version: 1, priority: 5 })).data).toMatchObject({ promotion: { version: 2, priority: 5, condition: COUNTED } });
  expect((await patch({ version: 1, priority: 6 })).data).toMatchObject({ promotion: { version: 2, condition: COUNTED } });
  for (const condition of [{ type: "all", of: [] }, NAMED])
    expect(await patch({ version: 2, condition })).toMatchObject({
      status: 422,
      data: { errors: [{ path: "condition", message: expect.stringContaining("customers:read") as unknown }] },
    });
  expect(await storedOf(id)).toMatchObject({ version: 2, condition: { of: [NAMED] } });
  const added = await call("/admin/api/promotions", { method: "POST", body: { ...NEW, condition: NAMED }, headers: key("named-one") });
  expect(added.data).toMatchObject({ promotion: { condition: COUNTED.of[0] } });
});

test("a program that may read customers reads and changes the addresses", async () => {
  const id = await insertNamed();
  const call = await program("promotions:read", "promotions:write", "customers:read");
  expect((await call(`/admin/api/promotions/${id}`)).data).toMatchObject({ promotion: { condition: { of: [NAMED] } } });
  const changed = await call(`/admin/api/promotions/${id}`, { method: "PATCH", body: { version: 1, condition: NAMED } });
  expect(changed.data).toMatchObject({ promotion: { version: 2, condition: NAMED } });
});

test("imports a code named like a header; known codes write no history entry", async () => {
  const promotionId = await insertCoupon(db, "HEADING");
  const [set] = await db.select().from(couponSets).where(eq(couponSets.promotionId, promotionId));
  const call = await program("promotions:write");
  const add = () => call(`/admin/api/coupon-sets/${set?.id}`, { method: "POST", body: { codes: ["CODE", "codes"], max_uses: 1 } });
  expect((await add()).data).toEqual({ added: 2, known: 0 });
  const [last] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect((await add()).data).toEqual({ added: 0, known: 2 });
  expect((await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0]?.id).toBe(last?.id);
});
