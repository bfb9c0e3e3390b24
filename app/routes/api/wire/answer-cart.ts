import { cartRefusal } from "#app/http/acts/cart-act.server.ts";
import type { Services } from "#app/http/context.server.ts";
import { readCartId } from "#app/http/cookies/cart-cookie.server.ts";
import { jsonAnswer, problem, retryAfter } from "#app/http/answers/problem.server.ts";
import type { ApplyFailure } from "#app/cart/workflows/apply-promotions.server.ts";
import { getCart, type CartFailure } from "#app/cart/workflows/change-cart.server.ts";
import type { Result } from "#app/values/result.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { toCartWire } from "./cart-wire.ts";

/** The updated cart after a change, or the reason for the rejection. */
export function answerCart(result: Result<LoadedCart, CartFailure>, headers: Readonly<Record<string, string>> = {}): Response {
  return result.ok ? jsonAnswer(toCartWire(result.value), { headers }) : answerCartFailure(result.error);
}

export function answerCartFailure(failure: ApplyFailure): Response {
  const { status, message, retryAfterSeconds } = cartRefusal(failure);
  return problem(status, { detail: message, ...detailsOf(failure), headers: retryAfter(retryAfterSeconds) });
}

/** The rejected input field, if any. */
function detailsOf(failure: ApplyFailure) {
  if (failure.kind === "refused") return { errors: [{ path: failure.field, message: failure.message }] };
  if (failure.kind !== "choices") return {};
  return {
    errors: failure.problems.map(({ message }) => ({ path: "customizations", message })),
    choices: failure.problems.map(({ templateId, optionId, code, message }) => ({
      template_id: templateId,
      option_id: optionId,
      code,
      message,
    })),
  };
}

/** As `answerCart`; a conflict includes the current cart (contract: 409 carries the current state). */
export async function answerOwnCart(
  request: Request,
  services: Services,
  result: Result<LoadedCart, CartFailure>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (result.ok || (result.error.kind !== "unavailable" && result.error.kind !== "recounted")) return answerCart(result, headers);
  return problem(409, { detail: result.error.message, cart: toCartWire(await loadOwnCart(request, services)) });
}

/** The cart of this browser, priced now. */
export async function loadOwnCart(request: Request, services: Services): Promise<LoadedCart> {
  return getCart(services, await readCartId(request, services));
}
