import type { WireObject } from "#stripe-simulator/payment/records.ts";

export type ErrorType = "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";

export interface RefusalDetails {
  readonly status: number;
  readonly type: ErrorType;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  /** More fields of the error object, such as decline_code or payment_intent. */
  readonly extra?: WireObject;
  /** A valid request that the current state does not allow: the response is stored for its idempotency key, as by the vendor. */
  readonly isKept?: boolean;
}

/** An error response, in the shape of the vendor's API. Throwing it rolls back the request's writes. */
export class Refusal extends Error {
  readonly details: RefusalDetails;

  constructor(details: RefusalDetails) {
    super(details.message);
    this.name = "Refusal";
    this.details = details;
  }
}

/** The body of an error response. */
export function errorBody(details: RefusalDetails): WireObject {
  return {
    error: {
      ...(details.code ? { code: details.code, doc_url: `https://stripe.com/docs/error-codes/${details.code.replaceAll("_", "-")}` } : {}),
      message: details.message,
      ...(details.param ? { param: details.param } : {}),
      type: details.type,
      ...details.extra,
    },
  };
}

/** A 400 for a parameter that is missing, unknown or malformed. */
export function badParameter(param: string, code: string, message: string): Refusal {
  return new Refusal({ status: 400, type: "invalid_request_error", code, param, message });
}

/** A 404 for an unknown id. */
export function missingObject(noun: string, id: string, param: string): Refusal {
  return new Refusal({ status: 404, type: "invalid_request_error", code: "resource_missing", param, message: `No such ${noun}: '${id}'` });
}
