import { orderFile, staffAction, staffActionSchemasIn } from "#app/orders/domain/order.schema.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { NO_SUCH_ORDER, refusalDetail, STAFF_STATUS } from "#app/http/acts/order-act.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem, retryAfter } from "#app/http/answers/problem.server.ts";
import { findOrder } from "#app/orders/data/order/find-order.server.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { applyStaffEvent } from "#app/checkout/workflows/staff-order.server.ts";
import { receiptFile } from "#app/http/answers/receipt-file.server.ts";
import { readParam } from "#app/http/answers/read-query.server.ts";
import { urlKey } from "#app/values/addresses/url.schema.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import type { Services } from "#app/http/context.server.ts";
import type { EditCommand } from "#app/orders/workflows/changes/order-command.server.ts";
import { previewChange } from "#app/orders/workflows/changes/preview-change.server.ts";
import { changePreviewWire, orderDetailWire, type WireReader } from "./order-wire.ts";

const noSuchAction = () => notFoundProblem("There is no such action for an order.");
const noSuchOrder = () => notFoundProblem(NO_SUCH_ORDER);

/** Previews a change without storing it. */
async function previewAnswer(services: Services, reader: WireReader & { readonly user: StaffUser }, orderId: string, command: EditCommand) {
  const answer = await previewChange(services, { orderId, actor: staffActor(reader.user), command });
  if (answer.kind === "not-found") return noSuchOrder();
  const detail = await findOrderDetail(services.db, orderId);
  const order = detail === undefined ? null : await orderDetailWire(detail, reader);
  if (answer.kind === "preview") return jsonAnswer({ order, preview: changePreviewWire(answer.preview, answer.order.currency) });
  return problem(STAFF_STATUS[answer.kind], { detail: answer.message, order });
}

/**
 * GET /admin/api/orders/:id/receipt: the receipt as PDF.
 * POST /admin/api/orders/:id/{accept|reject|delay|edit|preparing|ready|out|complete|cancel|undo|refund|note} with `version`. Returns the
 * changed order; 409 carries the current order and a sentence that names the staff member who was faster.
 */
const route = apiRoute({
  async GET({ params, context }) {
    const services = context.get(servicesContext);
    readParam(params.action, orderFile, noSuchAction);
    const detail = await findOrderDetail(services.db, readParam(params.id, urlKey, noSuchOrder));
    return detail === undefined ? noSuchOrder() : receiptFile(services, detail);
  },
  async POST({ request, params, context }) {
    const services = context.get(servicesContext);
    const user = context.get(staffContext);
    if (user === null) return problem(401, { detail: "Sign in first." });
    const name = readParam(params.action, staffAction, noSuchAction);
    const id = readParam(params.id, urlKey, noSuchOrder);
    // Amounts are in the order's currency, which may differ from the shop's current one.
    const order = await findOrder(services.db, id);
    if (order === undefined) return noSuchOrder();
    const body = await parseJsonBody(request, staffActionSchemasIn(order.currency)[name]);
    const { version, command } = body;
    const reader = { db: services.db, user, settings: await readSettings(services.db), now: services.now() };
    if ("isPreview" in body && command.event === "edit") return previewAnswer(services, reader, id, command);
    const answer = await applyStaffEvent(services, user, { orderId: id, version, command });
    if (answer.kind === "not-found") return noSuchOrder();
    const detail = await findOrderDetail(services.db, id);
    const changed = detail === undefined ? null : await orderDetailWire(detail, { ...reader, now: services.now() });
    if (answer.kind === "done") return jsonAnswer({ order: changed });
    const headers = retryAfter(answer.kind === "pending" ? 30 : undefined);
    const question = answer.kind === "confirm" ? { confirm: answer.confirm } : {};
    return problem(STAFF_STATUS[answer.kind], { detail: refusalDetail(answer), ...question, order: changed, headers });
  },
});

export const loader = route.loader;
export const action = route.action;
