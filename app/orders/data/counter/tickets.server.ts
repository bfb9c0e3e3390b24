import { and, desc, eq, gte, isNotNull, isNull, ne, notInArray, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "#app/platform/db/database.server.ts";
import { orders } from "#app/orders/data/tables.ts";
import { printers, printJobs } from "./tables.ts";

/** Creates the automatic ticket for every active printer, once. Returns the new ones. */
export async function addTickets(tx: Db, orderId: string): Promise<readonly string[]> {
  return insertTickets(tx, orderId, sql`0`);
}

/** Numbers a copy after all other tickets of its printer. */
const NEXT_COPY = (orderId: string) =>
  sql`(select coalesce(max(j.copy), 0) + 1 from print_jobs j where j.order_id = ${orderId} and j.printer_id = p.id)`;

/** Creates a ticket of a changed order; a ticket that is being printed now still shows the old state. */
export async function addChangedTickets(tx: Db, orderId: string): Promise<readonly string[]> {
  return insertTickets(tx, orderId, NEXT_COPY(orderId));
}

/** Creates another ticket, unless one of this order is queued for that printer or was just requested (duplicate clicks). */
export async function addTicketCopies(tx: Db, orderId: string): Promise<readonly string[]> {
  return insertTickets(
    tx,
    orderId,
    NEXT_COPY(orderId),
    sql`and not exists (select 1 from print_jobs j where j.order_id = ${orderId} and j.printer_id = p.id
          and ((j.copy > 0 and j.created_at > now() - interval '3 seconds') or (j.printed_at is null and j.failed_at is null)))`,
  );
}

async function insertTickets(tx: Db, orderId: string, copy: SQL, only: SQL = sql``): Promise<readonly string[]> {
  const rows = await tx.execute<{ id: string }>(
    sql`insert into print_jobs (id, printer_id, order_id, copy)
        select gen_random_uuid(), p.id, ${orderId}, ${copy} from printers p where p.is_on ${only}
        on conflict (order_id, printer_id, copy) do nothing returning id`,
    "objects",
  );
  return rows.map((row) => row.id);
}

export async function findTicket(db: Db, id: string) {
  const [row] = await db
    .select({ job: printJobs, printer: printers, order: orders })
    .from(printJobs)
    .innerJoin(printers, eq(printers.id, printJobs.printerId))
    .innerJoin(orders, eq(orders.id, printJobs.orderId))
    .where(eq(printJobs.id, id));
  return row;
}

/** The error text while a ticket is being sent to its printer. */
export const BEING_PRINTED = "It is being printed.";

/** Claims one attempt of a ticket by its number. True for exactly one caller. */
export async function takeTicket(db: Db, id: string, tries: number): Promise<boolean> {
  const taken = await db
    .update(printJobs)
    .set({ tries: tries + 1, error: BEING_PRINTED })
    .where(and(eq(printJobs.id, id), eq(printJobs.tries, tries), ne(printJobs.error, BEING_PRINTED), isNull(printJobs.printedAt)))
    .returning({ id: printJobs.id });
  return taken.length > 0;
}

export async function markTicketPrinted(db: Db, id: string, at: Date): Promise<void> {
  await db.update(printJobs).set({ printedAt: at, failedAt: null, error: "" }).where(eq(printJobs.id, id));
}

/** `failedAt` null = it will be retried. */
export async function markTicketFailed(
  db: Db,
  id: string,
  facts: { readonly tries: number; readonly error: string; readonly failedAt: Date | null },
): Promise<void> {
  await db
    .update(printJobs)
    .set(facts)
    .where(and(eq(printJobs.id, id), isNull(printJobs.printedAt)));
}

const MOST_FAILED = 20;

/** Tickets given up or attempted several times: staff must check the printer. */
export async function listStuckTickets(db: Db, triesUntilAlarm: number) {
  return db
    .select({ id: printJobs.id, printer: printers.name, number: orders.number, error: printJobs.error, failedAt: printJobs.failedAt })
    .from(printJobs)
    .innerJoin(printers, eq(printers.id, printJobs.printerId))
    .innerJoin(orders, eq(orders.id, printJobs.orderId))
    .where(
      and(
        isNull(printJobs.printedAt),
        or(isNotNull(printJobs.failedAt), gte(printJobs.tries, triesUntilAlarm)),
        sql`${printJobs.createdAt} > now() - interval '1 day'`,
      ),
    )
    .orderBy(desc(printJobs.createdAt))
    .limit(MOST_FAILED);
}

/** Removes a ticket from the list. Returns whether it was still there, so that duplicate clicks are noticed. */
export async function settleTicket(tx: Db, id: string, how: "again" | "seen", at: Date): Promise<boolean> {
  const changed = await tx
    .update(printJobs)
    .set(how === "again" ? { tries: 0, failedAt: null, error: "" } : { printedAt: at, failedAt: null })
    .where(
      and(
        eq(printJobs.id, id),
        isNull(printJobs.printedAt),
        or(isNotNull(printJobs.failedAt), notInArray(printJobs.error, ["", BEING_PRINTED])),
      ),
    )
    .returning({ id: printJobs.id });
  return changed.length > 0;
}
