import { countForBell } from "#app/orders/data/orders.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";

/** GET /admin/api/new-orders-count: how many orders wait for a decision, and payments for a person. */
const route = apiRoute({
  async GET({ context }) {
    return jsonAnswer({ count: await countForBell(context.get(servicesContext).db) });
  },
});

export const loader = route.loader;
export const action = route.action;
