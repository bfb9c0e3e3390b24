import { inArray, isNotNull, sql } from "drizzle-orm";
import { mailOutbox } from "#app/mail/data/tables.ts";
import { DAY_CLOSED_MAIL, LOW_STOCK_MAIL } from "#app/mail/domain/email.ts";
import { paymentProblems } from "#app/payments/data/tables.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { dayClosingOrders, dayClosings } from "./closing/tables.ts";
import { customers } from "./customers/tables.ts";
import { orders, receiptCounter } from "./tables.ts";

/** Removes every order with all related rows, the customers and the closed days. Daily order numbers continue, receipt numbers restart at 1. */
export async function clearOrders(tx: Db): Promise<void> {
  await tx.delete(paymentProblems).where(isNotNull(paymentProblems.orderId));
  await tx.delete(orders);
  await tx.delete(customers);
  // Only in the demo: numbers of closed days restart. Row triggers, which protect closed days, do not run.
  await tx.delete(mailOutbox).where(inArray(mailOutbox.kind, [DAY_CLOSED_MAIL, LOW_STOCK_MAIL]));
  await tx.execute(sql`truncate ${dayClosingOrders}, ${dayClosings}, ${receiptCounter}`);
}
