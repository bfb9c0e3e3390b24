import { listOrders } from "#app/orders/data/list-orders.server.ts";
import { orderListQuery } from "#app/orders/domain/order-list.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { readHeader, readQuery } from "#app/http/answers/read-query.server.ts";
import { jsonAnswer, problem, retryAfter } from "#app/http/answers/problem.server.ts";
import { idempotencyKeySchema } from "#app/checkout/domain/checkout.schema.ts";
import { takenOrderSchemaFor } from "#app/checkout/domain/taken-order.schema.ts";
import { linkAddress } from "#app/orders/domain/payment-link.ts";
import { takeOrder } from "#app/checkout/workflows/place/take-order.server.ts";
import { checkoutHash } from "#app/http/acts/checkout-act.server.ts";
import { takeOrderAnswer } from "#app/http/acts/take-order-act.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { toCartWire, toProblemWire } from "#app/routes/api/wire/cart-wire.ts";
import { orderRowsWire, orderRowWire } from "./order-wire.ts";

/**
 * GET /admin/api/orders?list=new|accepted|rejected|all&status=&q=&page=&per_page=
 * POST /admin/api/orders with an Idempotency-Key: an order taken by staff, accepted immediately, or as soon as its payment link is paid.
 */
const route = apiRoute({
  async GET({ request, context }) {
    const { db, now } = context.get(servicesContext);
    const { list, status, q, page, per_page: perPage } = readQuery(request, orderListQuery);
    const found = await listOrders(db, { list, q, page, perPage, ...(status === undefined ? {} : { status }) });
    const reader = { db, user: context.get(staffContext), settings: await readSettings(db), now: now() };
    return jsonAnswer({
      orders: await orderRowsWire(found.orders, reader),
      total: found.total,
      is_total_capped: found.isTotalCapped,
      page,
      per_page: perPage,
    });
  },
  async POST({ request, context }) {
    const services = context.get(servicesContext);
    const user = requireStaff(context);
    const idempotencyKey = readHeader(request, "Idempotency-Key", idempotencyKeySchema);
    const settings = await readSettings(services.db);
    const input = await parseJsonBody(request, takenOrderSchemaFor(settings));
    const attempt = { actor: staffActor(user), idempotencyKey, requestHash: checkoutHash(input) };
    const taken = await takeOrder(services, { ...input, ...attempt });
    const reader = { db: services.db, user, settings, now: services.now() };
    if (taken.kind === "ok") {
      const { payBy, publicToken } = taken.order;
      const link = payBy === null ? null : { url: linkAddress(services.env.publicUrl, publicToken), expires_at: payBy.toISOString() };
      return jsonAnswer({ order: await orderRowWire(taken.order, reader), payment_link: link });
    }
    const { status, message, field, retryAfterSeconds } = takeOrderAnswer(taken);
    return problem(status, {
      detail: message,
      ...(field === undefined ? {} : { errors: [{ path: field, message }] }),
      ...("problems" in taken ? { problems: taken.problems.map(toProblemWire) } : {}),
      ...("loaded" in taken ? { cart: toCartWire(taken.loaded) } : {}),
      ...("order" in taken ? { order: await orderRowWire(taken.order, reader) } : {}),
      headers: retryAfter(retryAfterSeconds),
    });
  },
});

export const loader = route.loader;
export const action = route.action;
