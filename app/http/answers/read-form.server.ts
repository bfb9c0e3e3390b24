import type { z } from "zod";
import { problem } from "./problem.server.ts";
import { headerOf } from "./request-headers.schema.ts";
import { fieldOfPath } from "#app/values/form.ts";
import { fail, ok, type Result } from "#app/values/result.ts";

/** Sentences by the name of the form's field; "" = the whole form. */
export type FieldErrors = Readonly<Record<string, string>>;

export const NOT_UNDERSTOOD = "This form could not be understood. Reload the page and try again.";

/** What a form asks for, in the shape of the JSON call that asks for the same, as that call's schema reads it. */
export function readForm<S extends z.ZodType>(body: unknown, schema: S): Result<z.output<S>, FieldErrors> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[fieldOfPath(path)] ??= message;
  return fail(errors);
}

/** The form that a file comes in. Throws a 415 answer for anything else, 400 for one that broke off. `what`: "the file". */
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

/** The sentence to show where there is room for one only. */
export function firstError(errors: FieldErrors): string {
  return Object.values(errors)[0] ?? NOT_UNDERSTOOD;
}
