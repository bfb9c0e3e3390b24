import { beforeEach, expect, test } from "vitest";
import { apiTokens, sessions } from "#app/staff/data/tables.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { openTestShop } from "#test/shop.ts";
import { openOwnersPages } from "#test/staff-pages.ts";
import * as add from "./add.tsx";
import * as detail from "./detail.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const ana = await openOwnersPages(services);
const NEW = { name: "Stock list", scopes: ["products:read", "products:write"], days: "90" };

beforeEach(() => db.delete(apiTokens));

const create = async (over: Readonly<Record<string, string | readonly string[]>> = {}) => {
  const { status, data } = await ana.post(add, "/admin/api-tokens/add", { ...NEW, ...over });
  return { status, ...(data as { token: string | null; errors: Record<string, readonly string[]>; typed: unknown }) };
};
const listed = async (search = "") => {
  const { data } = await ana.get(list, `/admin/api-tokens${search}`);
  return (data as { rows: readonly { readonly id: number; readonly name: string; readonly status: string }[] }).rows;
};

test("shows a new token only once, and not in the list", async () => {
  const { token } = await create();
  expect(token).toMatch(/^shopbell_[\w-]{43}$/);
  const rows = await listed();
  expect(rows).toMatchObject([{ name: "Stock list", scopes: NEW.scopes, userName: "Ana", status: "active", used: null }]);
  const id = String(rows[0]?.id);
  const page = await ana.get(detail, `/admin/api-tokens/${id}`, { id });
  expect(page.data).toMatchObject({ name: "Stock list", status: "active" });
  expect(JSON.stringify([rows, page.data])).not.toContain(token);
});

test.each([
  [{ name: " " }, "name"],
  [{ name: "x".repeat(200) }, "name"],
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["everything"] }, "scopes"],
  [{ days: "" }, "days"],
  [{ days: "3650" }, "days"],
])("refuses %o beside its field and keeps what was typed", async (over, field) => {
  const refused = await create(over);
  expect([refused.status, Object.keys(refused.errors), refused.token]).toEqual([422, [field], null]);
  expect(refused.typed).toEqual({ ...NEW, ...over });
  expect(await listed()).toEqual([]);
});

test("asks for the password when the sign-in is over ten minutes old", async () => {
  await db.update(sessions).set({ confirmedAt: new Date(services.now().getTime() - 3_600_000) });
  expect(await create()).toMatchObject({ status: 422, errors: { "": [CONFIRM_FIRST] } });
  expect(await listed()).toEqual([]);
  await db.update(sessions).set({ confirmedAt: services.now() });
});

test("filters by status and search, and revokes one on its page or several from the list", async () => {
  for (const name of ["Stock list", "Till", "Courier"]) await create({ name });
  await db.update(apiTokens).set({ expiresAt: new Date(services.now().getTime() - 1) });
  await create({ name: "Website" });
  await create({ name: "Bookkeeper" });
  const names = async (search: string) => (await listed(search)).map(({ name }) => name);
  expect(await names("?status=expired")).toEqual(["Courier", "Stock list", "Till"]);
  expect(await names("?status=active&sort=-name")).toEqual(["Website", "Bookkeeper"]);
  expect(await names("?q=till+ana")).toEqual(["Till"]);
  const [website] = await listed("?q=website");
  const id = String(website?.id);
  expect((await ana.post(detail, `/admin/api-tokens/${id}`, { intent: "revoke" }, { id })).location).toBe(`/admin/api-tokens/${id}`);
  expect(await names("?status=revoked")).toEqual(["Website"]);
  expect((await ana.post(list, "/admin/api-tokens?status=active", { intent: "revoke", selected: "all" })).status).toBe(302);
  expect(await names("?status=active")).toEqual([]);
  expect(await names("?status=revoked")).toEqual(["Bookkeeper", "Website"]);
  expect((await ana.post(list, "/admin/api-tokens", { intent: "revoke", selected: [] })).status).toBe(422);
  expect((await ana.post(list, "/admin/api-tokens", { intent: "delete", selected: id })).status).toBe(422);
});

test("returns 404 for a token that does not exist", async () => {
  for (const id of ["999999", "x"]) expect((await ana.get(detail, `/admin/api-tokens/${id}`, { id })).status).toBe(404);
});
