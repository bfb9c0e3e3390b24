import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { printers } from "#app/orders/data/counter/tables.ts";
import * as undo from "#app/routes/admin/undo.ts";
import { CONFIRM_FIRST } from "#app/staff/domain/account-changes.ts";
import { auditLog } from "#app/staff/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { errorsOf, openOwnersPages, openStaffPages } from "#test/staff-pages.ts";
import * as form from "./form.tsx";

const { services } = await openTestShop();
const { db } = services;
const owner = await openOwnersPages(services, "Ana");
const withoutConfirmation = openStaffPages(services, "Ana");

test("setting a printer's address needs a recent confirmation", async () => {
  const kitchen = { name: "Kitchen", host: "192.168.1.50", port: "9100", station: "", columns: "48", isOn: "on" };
  const refused = await withoutConfirmation.edit(form, "/admin/printers/add", kitchen);
  expect([refused.status, errorsOf(refused.data)["host"]]).toEqual([422, [CONFIRM_FIRST]]);
  expect(await db.$count(printers)).toBe(0);

  const added = await owner.edit(form, "/admin/printers/add", kitchen);
  const params = { id: /\d+$/.exec(added.location ?? "")?.[0] ?? "" };
  const edit = (pages: typeof owner, over: Readonly<Record<string, string>>) =>
    pages.edit(form, `/admin/printers/edit/${params.id}`, over, params);
  expect(await edit(withoutConfirmation, { host: "203.0.113.9" })).toMatchObject({ status: 422 });
  expect(await edit(withoutConfirmation, { port: "9101" })).toMatchObject({ status: 422 });
  expect(await edit(withoutConfirmation, { name: "Bar" })).toMatchObject({ status: 302 });
  expect(await edit(owner, { host: "192.168.1.51" })).toMatchObject({ status: 302 });
  expect(await db.select().from(printers)).toMatchObject([{ name: "Bar", host: "192.168.1.51", port: 9100 }]);

  const entry = String((await db.select().from(auditLog).orderBy(asc(auditLog.id))).at(-1)?.id);
  await withoutConfirmation.post(undo, "/admin/undo", { entry, to: "/admin/printers" });
  expect(await db.select().from(printers)).toMatchObject([{ host: "192.168.1.51" }]);
  await owner.post(undo, "/admin/undo", { entry, to: "/admin/printers" });
  expect(await db.select().from(printers)).toMatchObject([{ host: "192.168.1.50" }]);
});
