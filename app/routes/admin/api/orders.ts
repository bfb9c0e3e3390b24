import { listOrders } from "#app/orders/data/list-orders.server.ts";
import { orderListQuery } from "#app/orders/domain/order-list.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { orderRowWire } from "./order-wire.ts";

/** GET /admin/api/orders?list=new|accepted|rejected|all&status=&q=&page=&per_page= */
const route = apiRoute({
  async GET({ request, context }) {
    const { db, now } = context.get(servicesContext);
    const { list, status, q, page, per_page: perPage } = readQuery(request, orderListQuery);
    const found = await listOrders(db, { list, q, page, perPage, ...(status === undefined ? {} : { status }) });
    const reader = { user: context.get(staffContext), settings: await readSettings(db), now: now() };
    return jsonAnswer({
      orders: found.orders.map((order) => orderRowWire(order, reader)),
      total: found.total,
      is_total_capped: found.isTotalCapped,
      page,
      per_page: perPage,
    });
  },
});

export const loader = route.loader;
export const action = route.action;
