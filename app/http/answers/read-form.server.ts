import * as texts from "#texts/http/answers.ts";
import type { z } from "zod";
import { problem } from "./problem.server.ts";
import { headerOf } from "./request-headers.schema.ts";
import { fieldOfPath } from "#app/values/form.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Messages by form field; "" = the form. */
export type FieldErrors = Readonly<Record<string, string>>;

export const NOT_UNDERSTOOD = texts.formNotUnderstood;

/** A form in the shape of the equivalent API body, validated by its schema. */
export function readForm<S extends z.ZodType>(body: unknown, schema: S): Result<z.output<S>, FieldErrors> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[fieldOfPath(path)] ??= message;
  return fail(errors);
}

/** The form of an upload. Throws 415 for anything else, 400 if incomplete. `what`: "the file". */
export async function readUpload(request: Request, what: string): Promise<FormData> {
  const isForm = headerOf(request, "Content-Type") === "multipart/form-data";
  if (!isForm) throw problem(415, { detail: `Send ${what} as a form.`, headers: { Accept: "multipart/form-data" } });
  try {
    return await request.formData();
  } catch (error) {
    if (error instanceof TypeError) throw problem(400, { detail: "This upload broke off. Send it again." });
    throw error;
  }
}

/** The first message, where only one fits. */
export function firstError(errors: FieldErrors): string {
  return Object.values(errors)[0] ?? NOT_UNDERSTOOD;
}
