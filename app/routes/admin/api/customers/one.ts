import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { fieldProblem } from "#app/http/staff/field-problem.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { findCustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import { customerRecords } from "#app/orders/data/customers/customer-records.server.ts";
import { listAddressesOfCustomers } from "#app/orders/data/customers/order-addresses.server.ts";
import { changedCustomer, customerChange, CUSTOMER_CALL_FIELDS } from "#app/orders/domain/customers/customer-call.schema.ts";
import type { CustomerRecord } from "#app/orders/domain/customers/customer-merge.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { saveRows } from "#app/staff/workflows/change-rows.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { urlId } from "#app/values/addresses/url.schema.ts";
import { customerWire } from "./customer-wire.ts";

const noSuchCustomer = () => notFoundProblem("There is no such customer.");

/** GET|PATCH /admin/api/customers/:id: reads a customer, or changes the fields that staff may edit. */
const route = apiRoute({
  async GET({ params, context }) {
    const customer = await readCustomer(context.get(servicesContext).db, readParam(params.id, urlId, noSuchCustomer));
    return customer === null ? noSuchCustomer() : jsonAnswer({ customer });
  },
  async PATCH({ request, params, context }) {
    const { db } = context.get(servicesContext);
    const user = requireStaff(context);
    const id = readParam(params.id, urlId, noSuchCustomer);
    const change = await parseJsonBody(request, customerChange);
    const row = { id, value: changedCustomer(change), seen: {}, version: change.version };
    const answer = await saveRows<CustomerRecord>(db, customerRecords, user, [row]);
    const customer = await readCustomer(db, id);
    if (answer.missing.length > 0 || customer === null) return noSuchCustomer();
    if (answer.overtaken.has(id)) return problem(409, { detail: "The customer has changed meanwhile.", customer });
    const refused = answer.refused.get(id);
    return refused === undefined ? jsonAnswer({ customer }) : fieldProblem(refused, CUSTOMER_CALL_FIELDS);
  },
});

async function readCustomer(db: Db, id: number) {
  const [row, found, addresses] = await Promise.all([
    findCustomerRow(db, id),
    customerRecords.find(db, [id]),
    listAddressesOfCustomers(db, [id]),
  ]);
  const record = found.get(id);
  if (row === undefined || record === undefined) return null;
  return customerWire(row, record, (await readSettings(db)).CURRENCY, addresses);
}

export const loader = route.loader;
export const action = route.action;
