import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { listCustomerRows } from "#app/orders/data/customers/customer-list.server.ts";
import { listAddressesOfCustomers } from "#app/orders/data/customers/order-addresses.server.ts";
import { customerCallQuery } from "#app/orders/domain/customers/customer-call.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { customerRowWire } from "./customer-wire.ts";

/** GET /admin/api/customers?q=&tag=&blocked=&consent=&sort=&page=&per_page= : the list of customers. */
const route = apiRoute({
  async GET({ request, context }) {
    const { db } = context.get(servicesContext);
    const query = readQuery(request, customerCallQuery);
    const { rows, total } = await listCustomerRows(db, {
      ...query,
      blocked: query.blocked ?? "",
      consent: query.consent ?? "",
      selected: [],
    });
    const ids = rows.map(({ id }) => id);
    const [{ CURRENCY: currency }, addresses] = await Promise.all([readSettings(db), listAddressesOfCustomers(db, ids)]);
    return jsonAnswer({
      customers: rows.map((row) => customerRowWire(row, currency, addresses)),
      total,
      is_total_capped: false,
      page: query.page,
      per_page: query.per_page,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
