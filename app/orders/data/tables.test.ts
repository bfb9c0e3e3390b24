import { getTableConfig } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { ORDERS_SEEN } from "#app/cart/data/orders-seen.server.ts";
import { orderItems, orders } from "./tables.ts";

test.each([
  ["orders", ORDERS_SEEN.orders, orders],
  ["order items", ORDERS_SEEN.orderItems, orderItems],
])("what carts see of the table of %s is as it really is", (_, seen, real) => {
  const columnsOf = (table: typeof seen | typeof real) =>
    new Map(getTableConfig(table).columns.map((column) => [column.name, { type: column.getSQLType(), isNeeded: column.notNull }]));
  const actual = columnsOf(real);
  expect(getTableConfig(seen).name).toBe(getTableConfig(real).name);
  for (const [name, facts] of columnsOf(seen)) expect(actual.get(name), name).toEqual(facts);
});
