import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer, notFoundProblem } from "#app/http/answers/problem.server.ts";
import { orderDetailWire } from "./order-wire.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** GET /admin/api/orders/:id */
const route = apiRoute({
  async GET({ params, context }) {
    const { db, now } = context.get(servicesContext);
    const detail = UUID.test(params.id ?? "") ? await findOrderDetail(db, params.id ?? "") : undefined;
    return detail === undefined ? notFoundProblem("There is no such order.") : jsonAnswer(orderDetailWire(detail, now()));
  },
});

export const loader = route.loader;
export const action = route.action;
