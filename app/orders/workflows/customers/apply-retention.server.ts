import { removeOldMails } from "#app/mail/data/mail-outbox.server.ts";
import { listInactiveCustomers } from "#app/orders/data/customers/inactive-customers.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { addMinutes } from "#app/values/time.ts";
import { eraseInactiveCustomer, type ErasureServices } from "./erase-customer.server.ts";

const MINUTES_PER_DAY = 1_440;
/** Each erasure is a transaction of its own; more wait for the next night. */
const MOST_ERASED = 200;

/** Removes what the shop keeps for a limited time only: KEEP_EMAILS_DAYS, ERASE_CUSTOMERS_MONTHS (docs/rules/privacy.md). */
export async function applyRetention(services: ErasureServices): Promise<void> {
  const { db, now } = services;
  const { KEEP_EMAILS_DAYS, ERASE_CUSTOMERS_MONTHS } = await readSettings(db);
  await removeOldMails(db, addMinutes(now(), -KEEP_EMAILS_DAYS * MINUTES_PER_DAY));
  if (ERASE_CUSTOMERS_MONTHS === 0) return;
  const before = monthsBefore(now(), ERASE_CUSTOMERS_MONTHS);
  for (const id of await listInactiveCustomers(db, before, MOST_ERASED)) await eraseInactiveCustomer(services, id, before);
}

/** The same day and time so many months ago; the last day of a month that is too short. */
function monthsBefore(instant: Date, months: number): Date {
  const first = new Date(instant);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return first;
}
