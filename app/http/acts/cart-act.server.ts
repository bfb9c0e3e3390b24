import { chooseAgain } from "#texts/cart/answers.ts";
import { tooManyTries } from "#texts/promotions/coupons.ts";
import type { ApplyFailure } from "#app/cart/workflows/apply-promotions.server.ts";

/** The response to a rejected cart change, shared by the form and the JSON calls. */
export interface CartRefusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

type Failure<Kind extends ApplyFailure["kind"]> = ApplyFailure & { readonly kind: Kind };

const REFUSALS: { readonly [Kind in ApplyFailure["kind"]]: (failure: Failure<Kind>) => CartRefusal } = {
  "not-found": ({ message }) => ({ status: 404, message }),
  unavailable: ({ message }) => ({ status: 409, message }),
  recounted: ({ message }) => ({ status: 409, message }),
  refused: ({ message }) => ({ status: 422, message }),
  choices: ({ problems }) => ({ status: 422, message: problems[0]?.message ?? chooseAgain }),
  "too-many-carts": ({ message, retryAfterSeconds }) => ({ status: 429, message, retryAfterSeconds }),
  "too-many-guesses": ({ retryAfterSeconds }) => ({ status: 429, message: tooManyTries, retryAfterSeconds }),
};

export function cartRefusal<Kind extends ApplyFailure["kind"]>(failure: Failure<Kind>): CartRefusal {
  return REFUSALS[failure.kind](failure);
}
