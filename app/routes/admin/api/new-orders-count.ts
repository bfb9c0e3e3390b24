import { countForBell, listCancelledByGuests } from "#app/orders/data/orders.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";

/** GET /admin/api/new-orders-count: how many orders wait for a decision, and payments for a person; and what customers have cancelled lately. */
const route = apiRoute({
  async GET({ context }) {
    const { db, now } = context.get(servicesContext);
    const [count, cancelled] = await Promise.all([countForBell(db), listCancelledByGuests(db, now())]);
    return jsonAnswer({ count, cancelled: cancelled.map((order) => ({ ...order, at: order.at.toISOString() })) });
  },
});

export const loader = route.loader;
export const action = route.action;
