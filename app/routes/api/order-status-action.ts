import * as texts from "#texts/orders/answers.ts";
import { guestOrderSchema, guestReviewSchema } from "#app/orders/domain/order.schema.ts";
import { checkoutAnswer } from "#app/http/acts/checkout-act.server.ts";
import { GUEST_STATUS, NO_SUCH_ORDER } from "#app/http/acts/order-act.server.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { requestContext, servicesContext, type RequestInfo, type Services } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem, retryAfter } from "#app/http/answers/problem.server.ts";
import { applyGuestEvent, findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { payByLink } from "#app/checkout/workflows/payment-link.server.ts";
import { readParam, readQuery } from "#app/http/answers/read-query.server.ts";
import { receiptFile } from "#app/http/answers/receipt-file.server.ts";
import { orderFile } from "#app/orders/domain/order.schema.ts";
import { reviewItem } from "#app/http/limits/review-item.server.ts";
import { watchOrder, type Watched } from "#app/http/limits/watch-order.server.ts";
import { guestAction, orderStatusQuery } from "./query.schema.ts";
import { watchProblem } from "./wire/watch-problem.ts";
import { toOrderStatusWire } from "./wire/order-status-wire.ts";
import { toPlacedWire } from "./wire/placed-wire.ts";

/**
 * POST /api/order-status/cancel, /arrived and /review, with the order's token in the body: return the changed order.
 * POST /api/order-status/pay starts the payment of an order that staff took with a payment link.
 * GET /api/order-status/receipt?order=token: the receipt as PDF.
 */
const route = apiRoute({
  GET: async ({ request, params, context }) => {
    const services = context.get(servicesContext);
    readParam(params.action, orderFile, noSuchCall);
    const { order } = readQuery(request, orderStatusQuery);
    const watched = await watchOrder(services, request, context.get(requestContext), () => findOrderStatus(services, order));
    return watched.kind === "found" ? receiptFile(services, watched.value) : watchProblem(watched);
  },
  POST: async ({ request, params, context }) => {
    const services = context.get(servicesContext);
    const info = context.get(requestContext);
    const watch = <T>(find: () => Promise<T | undefined>) => watchOrder(services, request, info, find);
    const name = readParam(params.action, guestAction, noSuchCall);
    if (name === "review") return answerReview(services, info, watch, request);
    if (name === "pay") return answerPayment(services, watch, (await parseJsonBody(request, guestOrderSchema)).order);
    return answerEvent(services, watch, (await parseJsonBody(request, guestOrderSchema)).order, name);
  },
});

const noSuchCall = () => notFoundProblem("There is no such call.");

type Watch = <T>(find: () => Promise<T | undefined>) => Promise<Watched<T>>;

async function answerEvent(services: Services, watch: Watch, token: string, event: "cancel" | "arrived"): Promise<Response> {
  const watched = await watch(() => applyGuestEvent(services, token, event));
  if (watched.kind !== "found") return watchProblem(watched);
  const answer = watched.value;
  const status = await findOrderStatus(services, token);
  if (status === undefined || answer.kind === "not-found") return notFoundProblem(NO_SUCH_ORDER);
  const order = toOrderStatusWire(status);
  if (answer.kind === "done") return jsonAnswer(order);
  const headers = retryAfter(answer.kind === "pending" ? 5 : undefined);
  return problem(GUEST_STATUS[answer.kind], { detail: answer.message, order, headers });
}

async function answerPayment(services: Services, watch: Watch, token: string): Promise<Response> {
  const watched = await watch(() => payByLink(services, token));
  if (watched.kind !== "found") return watchProblem(watched);
  const result = watched.value;
  if (result.kind === "ok") return jsonAnswer(toPlacedWire(result.placed));
  if (result.kind === "ended") return problem(409, { detail: texts.linkIsOver });
  const { status, message, retryAfterSeconds } = checkoutAnswer(result);
  const orderToken = "orderToken" in result ? { orderToken: result.orderToken } : {};
  return problem(status, { detail: message, ...orderToken, headers: retryAfter(retryAfterSeconds) });
}

async function answerReview(services: Services, info: RequestInfo, watch: Watch, request: Request): Promise<Response> {
  const review = await parseJsonBody(request, guestReviewSchema);
  const watched = await watch(async () => {
    const result = await reviewItem(services, info, review);
    return !result.ok && result.error.code === "not-found" ? undefined : result;
  });
  if (watched.kind === "unknown") return notFoundProblem("There is no such order or item.");
  if (watched.kind !== "found") return watchProblem(watched);
  const written = watched.value;
  const status = await findOrderStatus(services, review.order);
  if (!written.ok && written.error.retryAfterSeconds !== undefined)
    return problem(429, { detail: written.error.message, headers: { "Retry-After": String(written.error.retryAfterSeconds) } });
  if (!written.ok) return problem(409, { detail: written.error.message, order: status === undefined ? null : toOrderStatusWire(status) });
  return status === undefined ? notFoundProblem(NO_SUCH_ORDER) : jsonAnswer(toOrderStatusWire(status), { status: 201 });
}

export const loader = route.loader;
export const action = route.action;
