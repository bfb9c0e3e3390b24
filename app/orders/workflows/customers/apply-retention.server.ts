import { removeOldMails } from "#app/mail/data/mail-outbox.server.ts";
import { erasePerson } from "#app/orders/data/customers/erase-person.server.ts";
import { listInactiveCustomers } from "#app/orders/data/customers/inactive-customers.server.ts";
import { lockUnpaidPeople } from "#app/orders/data/customers/unpaid-people.server.ts";
import { inTransaction } from "#app/platform/db/database.server.ts";
import type { WorkflowServices } from "#app/orders/workflows/workflow-services.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { eraseInactiveCustomer, type ErasureServices } from "./erase-customer.server.ts";

const MINUTES_PER_DAY = 1_440;
/** Each erasure is one transaction. The others wait for the next night. */
const MOST_ERASED = 200;
const BATCH = 50;

type RetentionServices = ErasureServices & Pick<WorkflowServices, "log">;

/** The same as for unused carts. */
const KEEP_UNPAID_DAYS = 45;

/** Deletes expired data: old emails, inactive customers, and people who never paid (docs/rules/privacy.md). */
export async function applyRetention(services: RetentionServices): Promise<void> {
  const { db, now } = services;
  const { KEEP_EMAILS_DAYS, ERASE_CUSTOMERS_MONTHS } = await readSettings(db);
  await removeOldMails(db, addMinutes(now(), -KEEP_EMAILS_DAYS * MINUTES_PER_DAY));
  await eraseUnpaid(services, addMinutes(now(), -KEEP_UNPAID_DAYS * MINUTES_PER_DAY));
  if (ERASE_CUSTOMERS_MONTHS > 0) await eraseInactive(services, monthsBefore(now(), ERASE_CUSTOMERS_MONTHS));
}

/** Erases people who began a checkout or got a payment link but never ordered. They have no customer page. */
async function eraseUnpaid({ db, erasure }: RetentionServices, before: Date): Promise<void> {
  for (let erased = 0; erased < MOST_ERASED; erased += BATCH) {
    const isMore = await inTransaction(db, async (tx) => {
      const people = await lockUnpaidPeople(tx, before, BATCH);
      if (people === null) return false;
      await erasePerson(tx, people);
      await erasure.erasePayer(tx, people.paymentIds);
      return true;
    });
    if (!isMore) return;
  }
}

/** Continues after a customer who cannot be erased, so that one failure does not block the others. */
async function eraseInactive(services: RetentionServices, before: Date): Promise<void> {
  let erased = 0;
  let ids = await listInactiveCustomers(services.db, { before, after: 0, limit: BATCH });
  while (ids.length > 0 && erased < MOST_ERASED) {
    for (const id of ids) if (await isErased(services, id, before)) erased += 1;
    ids = await listInactiveCustomers(services.db, { before, after: ids.at(-1) ?? 0, limit: BATCH });
  }
}

async function isErased(services: RetentionServices, id: number, before: Date): Promise<boolean> {
  try {
    return (await eraseInactiveCustomer(services, id, before)).kind === "erased";
  } catch (error) {
    services.log.error({ err: error, customerId: id }, "an inactive customer could not be erased");
    return false;
  }
}

/** The same day and time this many months earlier; the last day if the month is too short. */
function monthsBefore(instant: Date, months: number): Date {
  const first = new Date(instant);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return first;
}
