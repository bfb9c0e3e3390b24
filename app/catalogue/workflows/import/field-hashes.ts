import { fieldSeal } from "#app/staff/domain/record-changes.ts";

/** A short hash per field, to detect changes since an import. */
export function fieldHashes(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fieldSeal(value)]));
}
