import { data } from "react-router";
import type { SignInAnswer } from "#app/http/cookies/staff-session.server.ts";
import type { FieldErrors } from "#app/kit/forms/field.tsx";

/** The error response of a sign-in form; `email` stays in its field. */
export function refusal(
  status: number,
  answer: { readonly email: string; readonly errors: FieldErrors; readonly message: string },
  headers: Record<string, string> = {},
) {
  return data(answer, { status, headers });
}

export type Refusal = ReturnType<typeof refusal>;

export function tooManyTries(answer: Extract<SignInAnswer, { kind: "too-many" }>, email: string) {
  return refusal(429, { email, errors: {}, message: answer.message }, { "Retry-After": String(answer.retryAfterSeconds) });
}

/** A file in place of text counts as empty. */
export function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}
