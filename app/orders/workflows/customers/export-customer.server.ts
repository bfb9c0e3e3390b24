import { readCustomerExport } from "#app/orders/data/customers/customer-export.server.ts";
import { findPerson } from "#app/orders/data/customers/person.server.ts";
import type { CustomerExport } from "#app/orders/domain/customers/customer-export.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { contactKeys } from "./contact-keys.server.ts";

/** Everything stored about a customer; undefined if there is no such customer. */
export async function exportCustomer(db: Db, id: number): Promise<CustomerExport | undefined> {
  const person = await findPerson(db, id, contactKeys(await readSettings(db)));
  return person === undefined ? undefined : readCustomerExport(db, person);
}
