import { withKnownAllergies } from "#app/orders/data/customers/customers-of-orders.server.ts";
import { listLatestOrders } from "#app/orders/data/orders.server.ts";
import { majorUnits } from "#app/values/money.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { jsonAnswer } from "#app/http/answers/problem.server.ts";
import { finalTotalOf } from "#app/orders/workflows/stored-order.server.ts";

/**
 * GET /admin/api/poll-orders, every 5 s: the latest placed orders of any status, newest first. Decided orders stay in the list: accepting
 * the newest order must not change the first id, which would ring again.
 */
const route = apiRoute({
  async GET({ context }) {
    const { db } = context.get(servicesContext);
    const orders = await withKnownAllergies(db, await listLatestOrders(db));
    return jsonAnswer(
      orders.map((order) => ({
        id: order.id,
        number: order.number,
        status: order.status,
        placed_at: order.placedAt?.toISOString() ?? null,
        fulfillment: order.fulfillment,
        allergy_note: order.allergyNote,
        promised_at: order.promisedAt?.toISOString() ?? null,
        final_total: majorUnits(finalTotalOf(order), order.currency),
      })),
    );
  },
});

export const loader = route.loader;
export const action = route.action;
