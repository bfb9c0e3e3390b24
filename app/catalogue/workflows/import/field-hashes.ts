import { fieldSeal } from "#app/staff/domain/record-changes.ts";

/** A few letters per field: enough to tell whether it still is what an import left. */
export function fieldHashes(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldSeal(value)]));
}
