import { isNotNull } from "drizzle-orm";
import { paymentProblems } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { customers } from "./customers/tables.ts";
import { orders } from "./tables.ts";

/** Removes every order with all that belongs to it, and the customers. Numbers of the day go on. */
export async function clearOrders(tx: Db): Promise<void> {
  await tx.delete(paymentProblems).where(isNotNull(paymentProblems.orderId));
  await tx.delete(orders);
  await tx.delete(customers);
}
