import { guestOrderSchema, guestReviewSchema } from "#app/orders/domain/order.schema.ts";
import { apiRoute } from "#app/http/answers/api-route.server.ts";
import { servicesContext, type Services } from "#app/http/context.server.ts";
import { parseJsonBody } from "#app/http/answers/parse-json.server.ts";
import { jsonAnswer, notFoundProblem, problem } from "#app/http/answers/problem.server.ts";
import { applyGuestEvent, findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { reviewOrderItem } from "#app/checkout/workflows/review-order-item.server.ts";
import { toOrderStatusWire } from "./wire/order-status-wire.ts";

const NO_SUCH_ORDER = "There is no such order.";

/** POST /api/order-status/cancel, /arrived and /review, with the order's token in the body. Answers the order as it is then. */
const route = apiRoute({
  POST: async ({ request, params, context }) => {
    const services = context.get(servicesContext);
    switch (params.action) {
      case "cancel":
      case "arrived":
        return answerEvent(services, (await parseJsonBody(request, guestOrderSchema)).order, params.action);
      case "review":
        return answerReview(services, request);
      default:
        return notFoundProblem("There is no such call.");
    }
  },
});

async function answerEvent(services: Services, token: string, event: "cancel" | "arrived"): Promise<Response> {
  const answer = await applyGuestEvent(services, token, event);
  const status = answer === undefined ? undefined : await findOrderStatus(services, token);
  if (answer === undefined || status === undefined || answer.kind === "not-found") return notFoundProblem(NO_SUCH_ORDER);
  const order = toOrderStatusWire(status);
  switch (answer.kind) {
    case "done":
      return jsonAnswer(order);
    case "pending":
      return problem(503, { detail: answer.message, order, headers: { "Retry-After": "5" } });
    case "conflict":
    case "refused":
    case "forbidden":
    case "payment":
      return problem(409, { detail: answer.message, order });
  }
}

async function answerReview(services: Services, request: Request): Promise<Response> {
  const review = await parseJsonBody(request, guestReviewSchema);
  const written = await reviewOrderItem(services, review);
  if (!written.ok && written.error.code === "not-found") return notFoundProblem(written.error.message);
  const status = await findOrderStatus(services, review.order);
  if (!written.ok) return problem(409, { detail: written.error.message, order: status === undefined ? null : toOrderStatusWire(status) });
  return status === undefined ? notFoundProblem(NO_SUCH_ORDER) : jsonAnswer(toOrderStatusWire(status), { status: 201 });
}

export const loader = route.loader;
export const action = route.action;
