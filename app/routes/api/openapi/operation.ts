import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { ApiScope } from "#app/staff/domain/api-token.ts";
import { problemAnswer } from "./answers.schema.ts";

/** Descriptions of the error responses; contract of all calls. */
const PROBLEMS: Readonly<Record<string, string>> = {
  "400": "Malformed: no proper HTTP, broken JSON, a missing header, a bad signature.",
  "401": "Nobody is signed in.",
  "403": "Not allowed: from another site, or not for this role.",
  "404": "Unknown, or not yours.",
  "409": "The state has changed meanwhile; the answer carries the present one.",
  "413": "The body is too large.",
  "415": "The body is not JSON.",
  "422": "Understood, but refused; `errors` names the fields.",
  "429": "Too many tries; see Retry-After.",
  "503": "Not possible this moment; see Retry-After and repeat.",
};

/** Fields of each paged list besides its rows. */
export const paging = { total: z.int(), is_total_capped: z.boolean(), page: z.int(), per_page: z.int() };

export interface CallDescription {
  /** The operation id for generated clients; unique in the document. */
  readonly id: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly answer: z.ZodType;
  /** Default "200". */
  readonly status?: "200" | "201";
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly path?: z.ZodObject;
  readonly header?: z.ZodObject;
  /** Additional statuses besides those implied by a body or the role. */
  readonly problems?: readonly string[];
  /** For calls that are not JSON. */
  readonly contentType?: string;
  readonly isForStaff?: boolean;
  /** The API token scope that allows it; left out = no token may call it. */
  readonly scope?: ApiScope;
}

/** One operation of the document: its input from the schemas that validate it, its response, and its errors. */
export function describeCall(call: CallDescription): ZodOpenApiOperationObject {
  const params = {
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.path === undefined ? {} : { path: call.path }),
    ...(call.header === undefined ? {} : { header: call.header }),
  };
  const always = [
    "400",
    ...(call.body === undefined ? [] : ["403", "413", "415", "422"]),
    ...(call.isForStaff === true ? ["401", "403"] : []),
    ...(call.scope === undefined ? [] : ["429"]),
  ];
  const problems = [...new Set([...always, ...(call.problems ?? [])])].sort();
  return {
    operationId: call.id,
    summary: call.summary,
    tags: [...call.tags],
    ...(Object.keys(params).length === 0 ? {} : { requestParams: params }),
    ...(call.body === undefined ? {} : { requestBody: { required: true, content: { "application/json": { schema: call.body } } } }),
    ...(call.isForStaff === true
      ? { security: [{ staffSession: [] }, ...(call.scope === undefined ? [] : [{ apiToken: [call.scope] }])] }
      : {}),
    responses: {
      [call.status ?? "200"]: { description: "Done.", content: { [call.contentType ?? "application/json"]: { schema: call.answer } } },
      ...Object.fromEntries(
        problems.map((status) => [
          status,
          { description: PROBLEMS[status] ?? "Error.", content: { "application/problem+json": { schema: problemAnswer } } },
        ]),
      ),
    },
  };
}

export const text = z.string();
export const fileAnswer = z.string().meta({ format: "binary" });
export const anything = z.looseObject({});
