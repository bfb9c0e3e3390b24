import { z } from "zod";
import { MAX_IMPORT_COLUMNS } from "#app/values/limits.ts";
import { listFilter, listQuery } from "#app/values/list-query.schema.ts";
import { IMPORT_STATES } from "./import-run.ts";
import { IMPORT_FORMATS, isColumnOf, type ImportMapping } from "./mapping.ts";

const column = z.string().max(60);

/** The import form: one choice per column, "" = ignore. */
export const mappingForm = z
  .object({
    format: z.enum(IMPORT_FORMATS, "Choose what the file is."),
    decimal: z.enum([".", ","], "Choose how prices are written."),
    column: z.array(column).max(MAX_IMPORT_COLUMNS),
    pictures: z.literal("on").optional(),
  })
  .refine(({ format, column: columns }) => columns.every((name) => name === "" || isColumnOf(format, name)), {
    message: "Choose what each column is.",
    path: ["column"],
  })
  .transform(({ format, decimal, column: columns, pictures }) => ({
    mapping: { format, decimal, columns: columns.map((name) => (name === "" ? null : name)) },
    withPictures: pictures === "on",
  }));

export const formatForm = z.object({ format: z.enum(IMPORT_FORMATS, "Choose what the file is.") });

/** Typed values of `mappingForm` that can be shown again; the rest from `stored`. */
export function typedMapping(
  sent: { readonly format: unknown; readonly decimal: unknown; readonly column: readonly unknown[] },
  stored: ImportMapping,
): ImportMapping {
  const format = IMPORT_FORMATS.find((each) => each === sent.format) ?? stored.format;
  const columns = stored.columns.map((_, index) => {
    const name = sent.column[index];
    return typeof name === "string" && isColumnOf(format, name) ? name : null;
  });
  return { format, columns, decimal: sent.decimal === "." || sent.decimal === "," ? sent.decimal : stored.decimal };
}

/** The list of imports. */
export const importList = listQuery(["-created", "name", "size"], { state: listFilter(...IMPORT_STATES) });
export type ImportListQuery = z.infer<typeof importList>;

/** Filter and page of a run's products. */
export const itemsQuery = z.object({
  outcome: listFilter("new", "changed", "unchanged", "broken"),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .transform(Number)
    .catch(1),
});
