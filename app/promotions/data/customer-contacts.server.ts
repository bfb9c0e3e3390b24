import { sql, type SQL } from "drizzle-orm";
import { customerContacts, customers } from "#app/orders/data/customers/tables.ts";

/**
 * All emails and phone numbers, as an array, of the customer with this email, else with this phone number. So limits per customer also count orders
 * that a merged customer placed with other contacts. A scalar subquery: the planner evaluates it once and uses indexes with it.
 */
export function contactsOfCustomer(emailKey: string | SQL, phoneKey: string | SQL): SQL {
  return sql`array(select c.key from ${customerContacts} c where c.customer_id = ${idOfCustomer(emailKey, phoneKey)})`;
}

/** The tags, as a JSON array, of this customer; empty if there is none. */
export function tagsOfCustomer(customerId: SQL): SQL<readonly string[]> {
  return sql`coalesce((select to_jsonb(t.tags) from ${customers} t where t.id = ${customerId}), '[]')`;
}

/** The customer with this email, else with this phone number ("" = skipped). */
export function idOfCustomer(emailKey: string | SQL, phoneKey: string | SQL): SQL {
  return sql`(select o.customer_id from ${customerContacts} o where o.key in (${emailKey}, ${phoneKey}) and o.key <> '' order by o.key = ${emailKey} desc limit 1)`;
}
