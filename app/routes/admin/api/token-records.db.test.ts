import { desc, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { customerContacts, customers } from "#app/orders/data/customers/tables.ts";
import { couponCodes, couponSets, promotions } from "#app/promotions/data/tables.ts";
import { apiTokens, auditLog, users } from "#app/staff/data/tables.ts";
import { API_SCOPES, type ApiScope } from "#app/staff/domain/api-token.ts";
import { MAX_LONG_TEXT_LENGTH } from "#app/values/limits.ts";
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

beforeEach(() => db.delete(apiTokens));

/** Calls as a program with these scopes. */
async function program(...scopes: readonly ApiScope[]) {
  const { token } = await tokenWith(services, ANA, ...scopes);
  return (path: string, options: TokenCall = {}) => callWithToken(services, token, path, options);
}

async function insertCustomer(name: string): Promise<number> {
  const email = `${name.toLowerCase()}@example.com`;
  const [row] = await db.insert(customers).values({ name, email, phone: "" }).returning({ id: customers.id });
  const id = row?.id ?? 0;
  await db.insert(customerContacts).values({ key: email, customerId: id });
  return id;
}

async function lastEntry() {
  const [entry] = await db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

const TARGET = { everything: true, productIds: [], categoryIds: [], tags: [], excludedProductIds: [], excludedCategoryIds: [] };
const TEN_PERCENT = { kind: "item-percent", params: { rate: 100_000, target: TARGET } };
const NEW = { name: "Lunch", title: "10% off", action: TEN_PERCENT };
const key = (text: string) => ({ "Idempotency-Key": text });

const customerId = await insertCustomer("Bea");
const promotionId = await insertCoupon(db, "SPRING");
const [set] = await db.select().from(couponSets).where(eq(couponSets.promotionId, promotionId));
const setId = set?.id ?? 0;

const CALLS: readonly (readonly [scope: ApiScope, method: string, path: string, body?: unknown])[] = [
  ["customers:read", "GET", "/admin/api/customers"],
  ["customers:read", "GET", `/admin/api/customers/${customerId}`],
  ["customers:write", "PATCH", `/admin/api/customers/${customerId}`, { notes: "Rings twice" }],
  ["promotions:read", "GET", "/admin/api/promotions"],
  ["promotions:read", "GET", `/admin/api/promotions/${promotionId}`],
  ["promotions:read", "GET", `/admin/api/coupon-sets/${setId}`],
  ["promotions:write", "POST", "/admin/api/promotions", NEW],
  ["promotions:write", "PATCH", `/admin/api/promotions/${promotionId}`, { version: 1, priority: 0 }],
  ["promotions:write", "POST", `/admin/api/coupon-sets/${setId}`, { codes: ["MATRIX"], max_uses: 1 }],
];

test.each(API_SCOPES)("a token with only %s opens its calls and names the missing scope for others", async (scope) => {
  const call = await program(scope);
  for (const [needed, method, path, body] of CALLS) {
    const { status, data } = await call(path, { method, body, headers: key(`matrix-${scope}`) });
    const expected = method === "POST" && path.endsWith("promotions") ? 201 : 200;
    if (needed === scope) expect([path, status]).toEqual([path, expected]);
    else expect([path, status, data?.["detail"]]).toEqual([path, 403, `This token lacks the permission ${needed}.`]);
  }
});

test("a token of an administrator who lost the role reads no customers", async () => {
  const call = await program("customers:read", "promotions:write");
  await db.update(users).set({ roles: ["order-admin"] });
  expect((await call("/admin/api/customers")).status).toBe(401);
  expect((await call("/admin/api/promotions", { method: "POST", body: NEW, headers: key("lost") })).status).toBe(401);
  await db.update(users).set({ roles: ["super-admin"] });
});

test("finds, pages and returns customers as on their page", async () => {
  const call = await program("customers:read");
  const id = await insertCustomer("Zoë");
  expect((await call("/admin/api/customers?q=ZO%C3%8B%40example")).data).toMatchObject({
    total: 1,
    customers: [{ id, name: "Zoë", spent: 0 }],
  });
  expect((await call("/admin/api/customers?sort=name&per_page=1&page=2")).data).toMatchObject({
    page: 2,
    per_page: 1,
    customers: [{ id }],
  });
  expect((await call(`/admin/api/customers/${id}`)).data).toEqual({
    customer: {
      id,
      version: 1,
      name: "Zoë",
      email: "zoë@example.com",
      phone: "",
      contacts: ["zoë@example.com"],
      tags: [],
      notes: "",
      allergies: "",
      is_blocked: false,
      blocked_reason: "",
      marketing_consent: "none",
      consent_source: "",
      consent_at: null,
      orders: 0,
      spent: 0,
      first_order_at: null,
      last_order_at: null,
      addresses: [],
    },
  });
  expect((await call("/admin/api/customers/999999")).status).toBe(404);
  for (const query of ["q=a&q=b", "page=0", "per_page=1000", "sort=email", "blocked=maybe", "other=1"])
    expect([query, (await call(`/admin/api/customers?${query}`)).status]).toEqual([query, 422]);
});

test("a customer edit is one entry under the token's name, with the consent's time", async () => {
  const call = await program("customers:write");
  const id = await insertCustomer("Cy");
  const change = {
    version: 1,
    notes: "By the window",
    tags: ["regular", "Regular"],
    marketing_consent: "given",
    consent_source: "newsletter form",
  };
  const { status, data } = await call(`/admin/api/customers/${id}`, { method: "PATCH", body: change });
  expect([status, data]).toMatchObject([200, { customer: { version: 2, tags: ["regular"], consent_source: "newsletter form" } }]);
  expect(data?.["customer"]).toHaveProperty("consent_at", expect.any(String));
  expect(await lastEntry()).toMatchObject({
    userId: ANA.id,
    userName: "Stock list (API)",
    action: "edit",
    subject: "Cy",
    subjectKind: "customer",
  });
  const again = await call(`/admin/api/customers/${id}`, { method: "PATCH", body: { ...change, version: 2 } });
  expect(again.data).toMatchObject({ customer: { version: 2 } });
  const blocked = await call(`/admin/api/customers/${id}`, { method: "PATCH", body: { is_blocked: true, blocked_reason: "No-shows" } });
  expect(blocked.data).toMatchObject({ customer: { version: 3, is_blocked: true, blocked_reason: "No-shows", notes: "By the window" } });
});

test("rejects a customer change with its field or current state, storing nothing", async () => {
  const call = await program("customers:write");
  const id = await insertCustomer("Dan");
  const patch = (body: unknown) => call(`/admin/api/customers/${id}`, { method: "PATCH", body });
  const wrong: readonly (readonly [unknown, string])[] = [
    [{}, ""],
    [{ version: 1 }, ""],
    [{ notes: 5 }, "notes"],
    [{ notes: "\u0000" }, "notes"],
    [{ notes: "x".repeat(MAX_LONG_TEXT_LENGTH + 1) }, "notes"],
    [{ tags: "regular" }, "tags"],
    [{ tags: ["a\nb"] }, "tags.0"],
    [{ tags: ["a,b"] }, "tags.0"],
    [{ tags: Array.from({ length: 500 }, (_, index) => `t${index}`) }, "tags"],
    [{ marketing_consent: "yes", consent_source: "x" }, "marketing_consent"],
    [{ marketing_consent: "given" }, "consent_source"],
    [{ marketing_consent: "withdrawn", consent_source: "" }, "consent_source"],
    [{ is_blocked: "true" }, "is_blocked"],
    [{ blocked_reason: "a\nb" }, "blocked_reason"],
    [{ name: "Eve" }, "name"],
    [{ email: "eve@example.com" }, "email"],
    [{ contacts: [] }, "contacts"],
    [{ __proto__: { notes: "x" } }, ""],
  ];
  for (const [body, path] of wrong) {
    const { status, data } = await patch(body);
    expect([body, status, data]).toMatchObject([
      body,
      422,
      { errors: expect.arrayContaining([expect.objectContaining({ path })]) as unknown },
    ]);
  }
  expect(await patch({ version: 7, notes: "late" })).toMatchObject({ status: 409, data: { customer: { id, version: 1, notes: "" } } });
  expect((await db.select().from(customers).where(eq(customers.id, id)))[0]).toMatchObject({ version: 1, notes: "", tags: [] });
  expect((await call("/admin/api/customers/999999", { method: "PATCH", body: { notes: "x" } })).status).toBe(404);
});

test("finds, pages and returns promotions with discounts and coupon sets", async () => {
  const call = await program("promotions:read");
  expect((await call("/admin/api/promotions?q=spring")).data).toMatchObject({
    total: 1,
    promotions: [{ id: promotionId, state: "active", uses: 0 }],
  });
  expect((await call("/admin/api/promotions?state=ended")).data).toMatchObject({ total: 0, promotions: [] });
  expect((await call(`/admin/api/promotions/${promotionId}`)).data).toMatchObject({
    promotion: { id: promotionId, trigger: "coupon", cap: null, coupon_sets: [{ id: setId, name: "SPRING" }] },
  });
  expect((await call("/admin/api/promotions/999999")).status).toBe(404);
  for (const query of ["state=on", "sort=title", "per_page=0", "x=1"])
    expect([query, (await call(`/admin/api/promotions?${query}`)).status]).toEqual([query, 422]);
});

test("adds a promotion once per Idempotency-Key, also by concurrent calls", async () => {
  const call = await program("promotions:write");
  const add = (name: string, body: unknown = { ...NEW, name: "Once" }) =>
    call("/admin/api/promotions", { method: "POST", body, headers: key(name) });
  const both = await Promise.all([add("twice"), add("twice"), add("twice")]);
  expect(both.map(({ status }) => status)).toEqual([201, 201, 201]);
  const ids = both.map(({ data }) => (data as { promotion: { id: number } }).promotion.id);
  expect(new Set(ids).size).toBe(1);
  expect(await db.$count(promotions, eq(promotions.name, "Once"))).toBe(1);
  expect((await add("twice", { ...NEW, name: "Another" })).data?.["detail"]).toBe(
    "This Idempotency-Key was used for another promotion. Use a new one.",
  );
  expect((await call("/admin/api/promotions", { method: "POST", body: NEW })).status).toBe(400);
  expect(await lastEntry()).toMatchObject({ userName: "Stock list (API)", action: "add", subject: "Once", subjectKind: "promotion" });
});

test("amounts outside the rule are in major units, and all fields can be sent", async () => {
  const call = await program("promotions:write");
  const body = {
    ...NEW,
    description: "At noon",
    trigger: "coupon",
    starts_at: "2026-12-01T11:00",
    ends_at: "2026-12-31T14:00",
    schedule: [{ weekdays: [1, 2], from: "11:00", to: "14:00" }],
    condition: { type: "all", of: [{ type: "subtotal", target: TARGET, min: 2000, max: null }] },
    cap: 7.5,
    stacking_group: "lunch",
    is_exclusive: true,
    priority: 3,
    total_uses: 100,
    per_customer_uses: 1,
    budget: 500,
  };
  const { status, data } = await call("/admin/api/promotions", { method: "POST", body, headers: key("all fields") });
  expect([status, data]).toMatchObject([400, {}]);
  const added = await call("/admin/api/promotions", { method: "POST", body, headers: key("all-fields") });
  expect(added.data).toMatchObject({ promotion: { ...body, status: "draft", state: "draft", version: 1 } });
  const [row] = await db.select().from(promotions).orderBy(desc(promotions.id)).limit(1);
  expect(row).toMatchObject({ capCents: 750, budgetCents: 50_000, stackingGroup: "lunch" });
});

test("pauses, resumes and ends a promotion in the read version; ended ones stay", async () => {
  const call = await program("promotions:write");
  const id = await insertCoupon(db, "SUMMER");
  const patch = (body: unknown) => call(`/admin/api/promotions/${id}`, { method: "PATCH", body });
  expect((await patch({ version: 1, status: "paused" })).data).toMatchObject({ promotion: { version: 2, state: "paused" } });
  expect(await patch({ version: 1, status: "active" })).toMatchObject({
    status: 409,
    data: { promotion: { version: 2, state: "paused" } },
  });
  expect((await patch({ version: 2, status: "active", cap: 4 })).data).toMatchObject({
    promotion: { version: 3, state: "active", cap: 4 },
  });
  expect((await patch({ version: 3, status: "archived" })).data).toMatchObject({ promotion: { version: 4, state: "ended" } });
  expect(await patch({ version: 4, status: "active" })).toMatchObject({
    status: 422,
    data: { errors: [{ path: "status", message: "It has ended. Copy it to run it again: what it gave then stays as it was." }] },
  });
  expect((await call("/admin/api/promotions/999999", { method: "PATCH", body: { version: 1, priority: 1 } })).status).toBe(404);
});

test("rejects hostile promotions with their field and stores none", async () => {
  const call = await program("promotions:write");
  const before = await db.$count(promotions);
  const wrong: readonly (readonly [object, string])[] = [
    [{ name: "" }, "name"],
    [{ name: "a\nb" }, "name"],
    [{ title: 5 }, "title"],
    [{ status: "on" }, "status"],
    [{ starts_at: "tomorrow" }, "starts_at"],
    [{ starts_at: "2026-02-30T10:00" }, "starts_at"],
    [{ starts_at: "2026-12-02T10:00", ends_at: "2026-12-01T10:00" }, "ends_at"],
    [{ action: { kind: "steal", params: {} } }, "action"],
    [{ action: { kind: "item-percent", params: { rate: 2_000_000, target: TARGET } } }, "action"],
    [{ action: { ...TEN_PERCENT, more: 1 } }, "action"],
    [{ cap: 1.005 }, "cap"],
    [{ cap: -1 }, "cap"],
    [{ cap: "5" }, "cap"],
    [{ priority: 1e9 }, "priority"],
    [{ total_uses: 0 }, "total_uses"],
    [{ is_exclusive: 1 }, "is_exclusive"],
    [{ id: 1 }, "id"],
    [{ version: 1 }, "version"],
  ];
  for (const [fields, path] of wrong) {
    const { status, data } = await call("/admin/api/promotions", { method: "POST", body: { ...NEW, ...fields }, headers: key("hostile") });
    expect([fields, status, data]).toMatchObject([
      fields,
      422,
      { errors: expect.arrayContaining([expect.objectContaining({ path: expect.stringMatching(`^${path}`) as unknown })]) as unknown },
    ]);
  }
  for (const condition of [
    5,
    "x",
    { type: "constructor" },
    { type: "all", of: Array.from({ length: 50 }, () => ({ type: "all", of: [] })) },
  ])
    expect((await call("/admin/api/promotions", { method: "POST", body: { ...NEW, condition }, headers: key("hostile") })).status).toBe(
      422,
    );
  expect(await db.$count(promotions)).toBe(before);
});

test("adds codes to a set once, with limits, and pages them", async () => {
  const call = await program("promotions:read", "promotions:write");
  const add = (body: unknown, id: number = setId) => call(`/admin/api/coupon-sets/${id}`, { method: "POST", body });
  const codes = { codes: ["API-1", "api 1", "API-2"], max_uses: 1, expires_at: "2027-01-01T00:00:00Z" };
  expect((await add(codes)).data).toEqual({ added: 2, known: 0 });
  expect((await add(codes)).data).toEqual({ added: 0, known: 2 });
  expect((await call(`/admin/api/coupon-sets/${setId}?q=api&per_page=1&page=2`)).data).toMatchObject({
    coupon_set: { id: setId, promotion_id: promotionId },
    codes: [{ code: "API-2", status: "active", max_uses: 1, per_customer_uses: null, expires_at: "2027-01-01T00:00:00.000Z", uses: 0 }],
    total: 2,
  });
  for (const body of [
    {},
    { codes: [] },
    { codes: ["A"] },
    { codes: ["A,B"], max_uses: 1 },
    { codes: ["A"], max_uses: 0 },
    { codes: [7], max_uses: 1 },
  ])
    expect([body, (await add(body)).status]).toEqual([body, 422]);
  expect((await add(codes, 999_999)).status).toBe(404);
  expect(await db.$count(couponCodes, eq(couponCodes.couponSetId, setId))).toBe(4);
});
