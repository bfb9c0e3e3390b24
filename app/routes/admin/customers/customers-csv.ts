import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb } from "#app/http/context.server.ts";
import { MAX_FILE_ROWS, readListFile, rowsFile } from "#app/http/staff/list-file.server.ts";
import { idsOf } from "#app/http/staff/staff-action.server.ts";
import { listCustomersForFile, type CustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import { listCustomerTaxes } from "#app/orders/data/customers/customer-taxes.server.ts";
import { taxByRate, taxedByRate } from "#app/orders/domain/closing/tax-cells.ts";
import { listAddressesOfCustomers } from "#app/orders/data/customers/order-addresses.server.ts";
import { customerList } from "#app/orders/domain/customers/customer.schema.ts";
import { addressLine } from "#app/store/domain/delivery/delivery-address.ts";
import { csvFormat } from "#app/store/domain/place/csv-format.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { amountCell } from "#app/values/csv.ts";
import { fileTime } from "#app/values/time.ts";
import type { Route } from "./+types/customers-csv";

/** GET /admin/customers/customers.csv: the chosen customers, or all that match the list's address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const db = readDb(context);
  const settings = await readSettings(db);
  const { STORE_TIMEZONE: zone, CURRENCY } = settings;
  const { list, chosen } = readListFile(request);
  const ids = chosen === "all" ? chosen : idsOf(chosen);
  const rows = await listCustomersForFile(db, readPageQuery(list, customerList), ids, MAX_FILE_ROWS + 1);
  const format = csvFormat(settings);
  const taxes = await listCustomerTaxes(
    db,
    rows.map(({ id }) => id),
  );
  const amounts = { currency: CURRENCY, decimal: format.decimal };
  const addresses = await listAddressesOfCustomers(
    db,
    rows.map(({ id }) => id),
  );
  return rowsFile<CustomerRow>(
    "customers",
    "customers",
    rows,
    {
      name: (row) => row.name,
      email: (row) => row.email,
      phone: (row) => row.phone,
      tags: (row) => row.tags.join(", "),
      orders: (row) => String(row.orderCount),
      spent: (row) => amountCell(row.spent, CURRENCY),
      first_order: (row) => fileTime(row.firstAt, zone),
      last_order: (row) => fileTime(row.lastAt, zone),
      marketing_consent: (row) => row.marketingConsent ?? "",
      consent_date: (row) => fileTime(row.consentAt, zone),
      consent_source: (row) => row.consentSource,
      blocked: (row) => (row.isBlocked ? "yes" : "no"),
      tax_by_rate: ({ id }) => taxByRate(taxes.get(id) ?? [], amounts),
      taxed_by_rate: ({ id }) => taxedByRate(taxes.get(id) ?? [], amounts),
      addresses: ({ id }) => (addresses.get(id) ?? []).map(addressLine).join("; "),
    },
    format,
  );
}
