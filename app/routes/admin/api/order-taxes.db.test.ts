import { expect, test } from "vitest";
import { users } from "#app/staff/data/tables.ts";
import { openTestShop } from "#test/shop.ts";
import { storeOrder } from "#test/stored-orders.ts";
import { callWithToken, tokenWith } from "#test/token-calls.ts";

const { services } = await openTestShop();
const { db } = services;

test("the API returns an order's tax by rate", async () => {
  const [owner] = await db
    .insert(users)
    .values({ name: "Ana", email: "ana@example.com", passwordHash: "x", roles: ["super-admin"] })
    .returning();
  const ana = { id: owner?.id ?? 0, name: "Ana", email: "ana@example.com", roles: ["super-admin"], isConfirmed: true };
  const { token } = await tokenWith(services, ana, "orders:read");
  const { order } = await storeOrder(db, { placedAt: services.now() });
  const taxes = { tax: 3.95, tax_included: false, tax_lines: [{ label: "HST", rate: 13, base: 30.37, amount: 3.95 }] };
  const list = await callWithToken(services, token, "/admin/api/orders");
  expect(list).toMatchObject({ status: 200, data: { orders: [taxes] } });
  expect(await callWithToken(services, token, `/admin/api/orders/${order.id}`)).toMatchObject({ status: 200, data: taxes });
});
