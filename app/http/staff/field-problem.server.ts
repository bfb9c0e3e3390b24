import { problem } from "#app/http/answers/problem.server.ts";
import type { FieldProblems } from "#app/staff/data/record-store.ts";

/** The 422 response for rejected fields of a record. @param names API names of fields that differ from the record's */
export function fieldProblem(refused: FieldProblems, names: Readonly<Record<string, string>>): Response {
  const errors = Object.entries(refused).flatMap(([name, message]) =>
    message === undefined ? [] : [{ path: names[name] ?? name, message }],
  );
  return problem(422, { detail: errors[0]?.message ?? "This cannot be saved.", errors });
}
