import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { notFoundProblem } from "#app/http/answers/problem.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { toOrderStatusWire } from "./wire/order-status-wire.ts";
import { orderStatusQuery } from "./query.schema.ts";

/** GET /api/order-status?order=token: the order as its customer follows it. An unknown and a malformed token look the same. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const status = await findOrderStatus(context.get(servicesContext), readQuery(request, orderStatusQuery).order);
    return status === undefined
      ? notFoundProblem("There is no such order.")
      : answerWithEtag(request, toOrderStatusWire(status), "private, no-store");
  },
});

export const loader = route.loader;
export const action = route.action;
