import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import * as undo from "#app/routes/admin/undo.ts";
import * as accountForm from "#app/routes/admin/users/form.tsx";
import * as deletePage from "#app/routes/admin/delete-record.tsx";
import { findSessionUser } from "#app/staff/data/sessions.server.ts";
import { roleRecords } from "#app/staff/data/role-records.server.ts";
import { auditLog, sessions, staffRoles, users } from "#app/staff/data/tables.ts";
import { userRecords } from "#app/staff/data/user-records.server.ts";
import { COMBINED_KIND, combinedId } from "#app/staff/domain/combined-ids.ts";
import { canOpen } from "#app/staff/domain/permissions.ts";
import { ownRoleName } from "#app/staff/domain/user.ts";
import { saveRecord } from "#app/staff/workflows/change-records.server.ts";
import { openSession } from "#app/staff/workflows/sign-in.server.ts";
import { hashToken } from "#app/staff/workflows/tokens.server.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openOwnersPages, openStaffPages } from "#test/staff-pages.ts";
import * as form from "./form.tsx";
import * as list from "./index.tsx";

const { services } = await openTestShop();
const { db } = services;
const owner = await openOwnersPages(services);

beforeEach(async () => {
  await db.delete(users).where(eq(users.email, "bo@example.com"));
  await db.delete(staffRoles);
  await db.delete(auditLog);
});

async function addRole(name = "Weekend shift", permissions = "orders,refunds"): Promise<number> {
  const { location } = await owner.post(form, "/admin/roles/add", { name, permissions });
  return Number(/edit\/(\d+)/.exec(location ?? "")?.[1]);
}

/** An account with this role, by the form. */
async function addAccount(roleId: number): Promise<number> {
  const fields = { name: "Bo", email: "bo@example.com", roles: ownRoleName(roleId), isDisabled: "active" };
  const { location } = await owner.post(accountForm, "/admin/users/add", fields);
  return Number(/edit\/(\d+)/.exec(location ?? "")?.[1]);
}

const edit = (id: number, over: Record<string, string>) => owner.edit(form, `/admin/roles/edit/${id}`, over, { id: String(id) });
const remove = (id: number) => owner.post(deletePage, `/admin/roles/delete/${id}`, {}, { id: String(id) });
const storedRole = async (id: number) => (await db.select().from(staffRoles).where(eq(staffRoles.id, id)))[0];
const undoLast = async () => {
  const [entry] = (await db.select().from(auditLog).orderBy(auditLog.id)).toReversed();
  return owner.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/roles" });
};

test("undoing an import of roles needs a confirmation", async () => {
  const id = await addRole();
  const [entry] = await db
    .insert(auditLog)
    .values({
      userName: "Ana",
      action: "import-configuration",
      subject: "roles",
      subjectKind: COMBINED_KIND,
      subjectIds: [],
      before: { [combinedId("role", id) ?? 0]: { permissions: ["orders", "refunds", "customers"] } },
      after: { [combinedId("role", id) ?? 0]: { permissions: ["orders", "refunds"] } },
    })
    .returning({ id: auditLog.id });
  const fields = { entry: String(entry?.id), to: "/admin/roles" };
  await openStaffPages(services, "Stranger").post(undo, "/admin/undo", fields);
  expect((await storedRole(id))?.permissions).toEqual(["orders", "refunds"]);
  await owner.post(undo, "/admin/undo", fields);
  expect((await storedRole(id))?.permissions).toEqual(["orders", "refunds", "customers"]);
});

test("adds a role with permissions in the order of the table, listed with its accounts", async () => {
  const id = await addRole("Weekend shift", "refunds,orders,orders");
  expect(await storedRole(id)).toMatchObject({ name: "Weekend shift", permissions: ["orders", "refunds"] });
  await addAccount(id);
  expect((await owner.get(list, "/admin/roles")).data).toMatchObject({ rows: [{ id, name: "Weekend shift", accounts: 1 }] });
});

test.each([
  ["", "orders", "name", "Enter a name."],
  ["Manager", "orders", "name", "Every shop has a role of this name. Choose another one."],
  ["WEEKEND SHIFT", "orders", "name", "Another role has this name."],
  ["Late shift", "", "permissions", "Choose at least one permission."],
  ["Late shift", "users", "permissions", "Choose among the permissions of the list."],
  ["Late shift", "refunds", "permissions", "“Refunds” also takes “Orders”."],
])("refuses the name %j with the permissions %j", async (name, permissions, field, message) => {
  await addRole();
  const answer = await owner.post(form, "/admin/roles/add", { name, permissions });
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)[field]).toEqual([message]);
  expect(await db.$count(staffRoles)).toBe(1);
});

test("a change of a role takes effect with the next request of a signed-in user", async () => {
  const id = await addRole();
  const userId = await addAccount(id);
  const account = { id: userId, email: "bo@example.com", name: "Bo", roles: [] };
  const { token } = await openSession(db, account, { replaces: null, userAgent: "", now: services.now() });
  const visitor = async () => {
    const found = await findSessionUser(db, hashToken(token), services.now());
    if (found === undefined) throw new Error("the session has ended");
    return found.user;
  };
  expect(canOpen("/admin/orders", await visitor())).toBe(true);
  expect(canOpen("/admin/product", await visitor())).toBe(false);
  expect(await edit(id, { permissions: "product" })).toMatchObject({ status: 302 });
  expect(canOpen("/admin/orders", await visitor())).toBe(false);
  expect(canOpen("/admin/product", await visitor())).toBe(true);
  expect(await db.$count(sessions, eq(sessions.userId, userId))).toBe(1);
  await undoLast();
  expect(canOpen("/admin/orders", await visitor())).toBe(true);
});

test("refuses to delete a role with accounts, and names them", async () => {
  const id = await addRole();
  const userId = await addAccount(id);
  expect(await remove(id)).toMatchObject({ status: 422, data: { message: "Accounts have this role: Bo. Give them another one first." } });
  await db.delete(users).where(eq(users.id, userId));
  expect(await remove(id)).toMatchObject({ status: 302 });
  expect(await storedRole(id)).toBeUndefined();
  await undoLast();
  expect(await storedRole(id)).toMatchObject({ permissions: ["orders", "refunds"] });
});

test("undo keeps a new role that accounts have", async () => {
  const id = await addRole();
  const [entry] = await db.select().from(auditLog);
  await addAccount(id);
  await owner.post(undo, "/admin/undo", { entry: String(entry?.id), to: "/admin/roles" });
  expect(await storedRole(id)).toBeDefined();
});

test("refuses a deleted role for an account", async () => {
  const answer = await owner.post(accountForm, "/admin/users/add", {
    name: "Bo",
    email: "bo@example.com",
    roles: "own-4711",
    isDisabled: "active",
  });
  expect(answer.status).toBe(422);
  expect(errorsOf(answer.data)["roles"]).toEqual(["One of these roles has been deleted. Reload the page and choose again."]);
});

test("no user can grant permissions that they lack", async () => {
  const manager = { id: 7, name: "Mo", roles: ["manager"], isConfirmed: true };
  const orders = { id: 8, name: "Olly", roles: ["order-admin"], isConfirmed: true };
  const saveRole = (actor: typeof manager, permissions: readonly string[]) =>
    saveRecord(db, roleRecords(actor), actor, { id: null, value: { name: "New", permissions }, version: null, seen: {} });
  const saveAccount = (actor: typeof manager, roles: readonly string[]) =>
    saveRecord(db, userRecords({ actor }), actor, {
      id: null,
      value: { name: "Bo", email: "bo@example.com", roles, isDisabled: false },
      version: null,
      seen: {},
    });
  const refused = (field: string, right: string) => ({
    kind: "refused",
    problems: { [field]: `You do not have “${right}” yourself, so you cannot give it.` },
  });
  const id = await addRole();
  expect(await saveRole(orders, ["orders", "refunds"])).toEqual(refused("permissions", "Refunds"));
  expect(await saveAccount(orders, [ownRoleName(id)])).toEqual(refused("roles", "Refunds"));
  expect(await saveAccount(orders, ["manager"])).toEqual(refused("roles", "Dashboard"));
  expect(await saveAccount(manager, ["super-admin"])).toEqual(refused("roles", "Administrator"));
  expect(await saveRole(orders, ["orders", "kitchen"])).toEqual(refused("permissions", "Kitchen"));
  expect(await saveAccount(manager, [ownRoleName(id), "order-admin"])).toMatchObject({ kind: "done" });
});

test("changing permissions needs a recent confirmation, a name does not", async () => {
  const id = await addRole();
  const stale = { id: 1, name: "Ana", roles: ["super-admin"], isConfirmed: false };
  const save = (value: { readonly name: string; readonly permissions: readonly string[] }) =>
    saveRecord(db, roleRecords(stale), stale, { id, value, version: 1, seen: {} });
  expect(await save({ name: "Weekend shift", permissions: ["orders"] })).toMatchObject({ kind: "refused" });
  expect(await save({ name: "Sunday shift", permissions: ["orders", "refunds"] })).toMatchObject({ kind: "done" });
});

test("the last administrator keeps that role when given a custom one", async () => {
  const id = await addRole();
  const [admin] = await db.select().from(users).where(eq(users.email, "ana@example.com"));
  const value = { name: "Ana", email: "ana@example.com", roles: [ownRoleName(id)], isDisabled: false };
  const answer = await saveRecord(db, userRecords(), { id: 99, name: "Shop" }, { id: admin?.id ?? 0, value, version: 1, seen: {} });
  expect(answer).toMatchObject({ kind: "refused", problems: { roles: expect.stringContaining("last administrator") as string } });
});
