import { NO_SUCH_ORDER } from "#app/http/acts/order-act.server.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { jsonAnswer, notFoundProblem } from "#app/http/answers/problem.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { urlKey } from "#app/values/addresses/url.schema.ts";
import { orderDetailWire } from "./order-wire.ts";

const noSuchOrder = () => notFoundProblem(NO_SUCH_ORDER);

/** GET /admin/api/orders/:id */
const route = apiRoute({
  async GET({ params, context }) {
    const { db, now } = context.get(servicesContext);
    const detail = await findOrderDetail(db, readParam(params.id, urlKey, noSuchOrder));
    if (detail === undefined) return noSuchOrder();
    const reader = { db, user: context.get(staffContext), settings: await readSettings(db), now: now() };
    return jsonAnswer(await orderDetailWire(detail, reader));
  },
});

export const loader = route.loader;
export const action = route.action;
