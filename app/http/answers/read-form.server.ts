import type { z } from "zod";
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

/** The sentence to show where there is room for one only. */
export function firstError(errors: FieldErrors): string {
  return Object.values(errors)[0] ?? NOT_UNDERSTOOD;
}
