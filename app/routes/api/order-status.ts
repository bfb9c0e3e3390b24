import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { answerWithEtag } from "#app/http/answers/etag.server.ts";
import { readQuery } from "#app/http/answers/read-query.server.ts";
import { watchOrder } from "#app/http/limits/watch-order.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { toOrderStatusWire } from "./wire/order-status-wire.ts";
import { watchProblem } from "./wire/watch-problem.ts";
import { orderStatusQuery } from "./query.schema.ts";

/** GET /api/order-status?order=token: the order as its customer follows it. Unknown and malformed tokens get the same response. */
const route = apiRoute({
  GET: async ({ request, context }) => {
    const services = context.get(servicesContext);
    const { order } = readQuery(request, orderStatusQuery);
    const watched = await watchOrder(services, request, context.get(requestContext), () => findOrderStatus(services, order));
    return watched.kind === "found"
      ? answerWithEtag(request, toOrderStatusWire(watched.value), "private, no-store")
      : watchProblem(watched);
  },
});

export const loader = route.loader;
export const action = route.action;
