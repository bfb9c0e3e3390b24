import { problem } from "#app/http/answers/problem.server.ts";
import type { FieldProblems } from "#app/staff/data/record-store.ts";

/** The refusal of a record's fields as a call answers it: 422. @param names how the call names fields, where not as the record does */
export function fieldProblem(refused: FieldProblems, names: Readonly<Record<string, string>>): Response {
  const errors = Object.entries(refused).flatMap(([name, message]) =>
    message === undefined ? [] : [{ path: names[name] ?? name, message }],
  );
  return problem(422, { detail: errors[0]?.message ?? "This cannot be saved.", errors });
}
