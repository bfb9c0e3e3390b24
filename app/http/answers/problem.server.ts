import * as texts from "#texts/http/answers.ts";
import {
  describeDatabaseError,
  isDatabaseAway,
  isDatabaseBusy,
  isStorageFull,
  sqlState,
  violatedConstraint,
} from "#app/platform/db/database-errors.server.ts";

/** An input problem: path (`customer.email`; "" = the body) and the valid input. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export interface ProblemFields {
  /** The sentence shown to people; also sent as `message`. */
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Other data (cart, order token) becomes a member of the response. */
  readonly [extra: string]: unknown;
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** An RFC 9457 problem with `message` (= detail) and `errors` for input. Never cached. `detail` is for people: no stack, SQL or secrets. */
export function problem(status: number, fields: ProblemFields): Response {
  const { detail, errors, headers, ...extra } = fields;
  const body = JSON.stringify({
    type: "about:blank",
    title: TITLES[status] ?? "Error",
    status,
    detail,
    message: detail,
    ...(errors === undefined ? {} : { errors }),
    ...extra,
  });
  return new Response(body, {
    status,
    headers: { "Content-Type": "application/problem+json; charset=utf-8", "Cache-Control": "no-store", ...lengthOf(body), ...headers },
  });
}

/** API calls: their errors are problems, regardless of Accept. */
const CALLS = /^\/(?:admin\/)?api(?:\/|$)/i;

export function isCall(pathname: string): boolean {
  return CALLS.test(pathname);
}

/** The header that tells a client when to try again. */
export function retryAfter(seconds: number | undefined): Readonly<Record<string, string>> {
  return seconds === undefined ? {} : { "Retry-After": String(seconds) };
}

/** A JSON response. Private and not stored by default. */
export function jsonAnswer(
  data: unknown,
  init: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const body = JSON.stringify(data);
  return new Response(body, {
    status: init.status ?? 200,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "private, no-store",
      ...lengthOf(body),
      ...init.headers,
    },
  });
}

/** A response with a length is complete: the edge compresses it immediately, or sends a short one unchanged. */
function lengthOf(body: string): { readonly "Content-Length": string } {
  return { "Content-Length": String(Buffer.byteLength(body)) };
}

/** Response for an unknown address or record; missing and not owned look the same. */
export function notFoundProblem(detail = "There is nothing at this address."): Response {
  return problem(404, { detail });
}

/** A database refusal as a response; undefined for other errors, which are bugs. Schemas should reject it before. */
export function databaseProblem(error: unknown): Response | undefined {
  switch (sqlState(error)) {
    case "23505":
      return problem(409, { detail: "This exists already. Reload and try again." });
    case "23503":
      return problem(409, { detail: "Something this refers to has just been removed. Reload and try again." });
    case "23514":
      return problem(422, {
        detail: "A value is outside of what is allowed.",
        ...(violatedConstraint(error) === "products_stock_not_negative" ? { reason: "stock" } : {}),
      });
    case "22003":
      return problem(422, { detail: "A number is too large." });
    case "22021":
    case "22P05":
      return problem(422, { detail: "The text holds characters that cannot be stored." });
    case "22P02":
      return notFoundProblem();
    default:
      return unavailableProblem(error);
  }
}

/** Response and log text for a request that cannot be served now. */
export interface Unavailability {
  readonly detail: string;
  readonly retryAfterSeconds: number;
  readonly reason: string;
}

/** Whether an error is temporary or needs an operator (database down, disk full); undefined for bugs. */
export function unavailability(error: unknown): Unavailability | undefined {
  if (isStorageFull(error)) {
    return {
      detail: texts.cannotSave,
      retryAfterSeconds: 60,
      reason: "a disk is full: make room on the disk of the database and the pictures",
    };
  }
  if (!isDatabaseBusy(error) && !isDatabaseAway(error)) return undefined;
  return {
    detail: texts.isBusy,
    retryAfterSeconds: 1,
    reason: describeDatabaseError(error),
  };
}

/** The same as a response: 503 with Retry-After. */
export function unavailableProblem(error: unknown): Response | undefined {
  const trouble = unavailability(error);
  return trouble && problem(503, { detail: trouble.detail, headers: retryAfter(trouble.retryAfterSeconds) });
}
