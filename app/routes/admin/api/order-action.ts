import { staffAction, staffActionSchemas } from "#app/orders/domain/order.schema.ts";
import { hasRole } from "#app/staff/domain/permissions.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { applyOrderEvent } from "#app/orders/workflows/changes/act-on-order.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { urlKey } from "#app/values/url.schema.ts";
import { orderDetailWire } from "./order-wire.ts";

const noSuchAction = () => notFoundProblem("There is no such action for an order.");
const noSuchOrder = () => notFoundProblem("There is no such order.");

/**
 * POST /admin/api/orders/:id/{accept|reject|delay|edit|preparing|ready|out|complete|cancel|undo|refund|note} with `version`. The answer is the
 * changed order; 409 carries the order as it stands now and a sentence that says who was faster.
 */
const route = apiRoute({
  async POST({ request, params, context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return problem(401, { detail: "Sign in first." });
    const name = readParam(params.action, staffAction, noSuchAction);
    const id = readParam(params.id, urlKey, noSuchOrder);
    const { version, command } = await parseJsonBody(request, staffActionSchemas[name]);
    const answer = await applyOrderEvent(services, {
      orderId: id,
      version,
      actor: { kind: "staff", userId: user.id, name: user.name, isAdmin: hasRole(user, "super-admin") },
      command,
    });
    if (answer.kind === "not-found") return noSuchOrder();
    const detail = await findOrderDetail(services.db, id);
    const reader = { user, settings: await readSettings(services.db), now: services.now() };
    const order = detail === undefined ? null : orderDetailWire(detail, reader);
    switch (answer.kind) {
      case "done":
        return jsonAnswer({ order });
      case "conflict":
        return problem(409, { detail: answer.message, order });
      case "forbidden":
        return problem(403, { detail: answer.message, order });
      case "refused":
        return problem(422, { detail: answer.message, order });
      case "payment":
        return problem(409, { detail: answer.message, order });
      case "pending":
        return problem(503, { detail: answer.message, order, headers: { "Retry-After": "30" } });
    }
  },
});

export const loader = route.loader;
export const action = route.action;
