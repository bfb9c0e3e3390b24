import { plainText, shownText } from "#app/values/form-fields.schema.ts";
import { type MoneyFormat } from "#app/values/money.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { data, type ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { MAX_SHEET_ROWS, type SheetReport } from "#app/kit/sheet/sheet-data.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { fieldHash } from "#app/staff/domain/record-changes.ts";
import { listHistory } from "#app/staff/data/history.server.ts";
import { saveRows, type RowChange } from "#app/staff/workflows/change-rows.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { MAX_HTML_LENGTH, MAX_ID } from "#app/values/limits.ts";
import { redirectSaying } from "./flash.server.ts";
import { requireStaff } from "./staff-user.server.ts";
import { jsonOf } from "#app/values/json.ts";
import { counted } from "#texts/plural.ts";
import { capitalised } from "#app/values/text.ts";

const texts = z.record(z.string().max(64), z.string().max(MAX_HTML_LENGTH));
const sent = z
  .array(z.object({ id: z.int().min(1).max(MAX_ID), before: texts, texts }))
  .min(1)
  .max(MAX_SHEET_ROWS);

interface SheetDefinition<Value> {
  readonly store: RecordStore<Value & object>;
  /** Converters between cell text and stored field: the record form's. */
  readonly columns: Readonly<Record<string, z.ZodType>>;
  /** Checks of a changed record in addition to the store's. */
  readonly check?: (value: Value, changed: Partial<Value>) => FieldProblems | undefined;
  /** "product", "products" */
  readonly nouns: readonly [string, string];
  /** The redirect target when everything is stored. */
  readonly to: string;
}

/** Saves a sheet's `changes` (JSON): valid rows in one action. Redirects if all were saved, else reports cells; 422 if none was. */
export async function saveSheet<Value extends object>(
  { context }: ActionFunctionArgs,
  changes: unknown,
  definition: SheetDefinition<Value>,
) {
  const services = context.get(servicesContext);
  const { store, columns, nouns } = definition;
  const rows = sent.safeParse(jsonOf(typeof changes === "string" ? changes : ""));
  if (!rows.success)
    return data({ message: `These changes could not be read. Save at most ${MAX_SHEET_ROWS} ${nouns[1]} at once.` }, { status: 422 });
  const format = moneyFormat(await readSettings(services.db));
  const problems: Record<string, Record<string, string>> = {};
  const good: RowChange<Value>[] = [];
  for (const row of new Map(rows.data.map((each) => [each.id, each])).values()) {
    const { value, seen, wrong } = readRow(row, columns, format);
    if (Object.keys(wrong).length > 0) problems[row.id] = wrong;
    else good.push({ id: row.id, value: value as Partial<Value>, seen });
  }
  const answer = await saveRows(services.db, store, requireStaff(context), good, definition.check);
  for (const id of answer.missing) problems[id] = { "": "This record was deleted." };
  for (const [id, found] of answer.refused) problems[id] = onColumns(found, columns);
  const overtaken: Record<string, SheetReport["overtaken"][string]> = {};
  for (const [id, { fields }] of answer.overtaken) {
    const [last] = await listHistory(services.db, store.kind, id, 1);
    const theirs = fields.map(({ name, theirs: stored }) => [name, textOf(columns[name], stored, format)] as const);
    overtaken[id] = { texts: Object.fromEntries(theirs) };
    const userName = last?.userName ?? "Another staff member";
    problems[id] = Object.fromEntries(
      fields.map(({ name }) => [name, `${userName} has changed this meanwhile. Save again to replace it with yours.`]),
    );
  }
  if (Object.keys(problems).length === 0) {
    const { changed, name, entry } = answer.done;
    const saved = changed === 1 ? `${capitalised(nouns[0])} “${name}” saved.` : `${counted(changed, ...nouns, format)} saved.`;
    const text = changed === 0 ? "Nothing was changed." : saved;
    return redirectSaying(services, definition.to, { text, undo: entry });
  }
  const report: SheetReport = { kind: "sheet", saved: answer.saved.map(String), problems, overtaken };
  return data(report, { status: answer.saved.length === 0 ? 422 : 200 });
}

/** The changed fields of a row, the hashes of the values seen before, and the problems by column ("" = the row). */
function readRow(row: z.output<typeof sent>[number], columns: SheetDefinition<object>["columns"], format: MoneyFormat) {
  const value: Record<string, unknown> = {};
  const seen: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const [name, text] of Object.entries(row.texts)) {
    const field = Object.hasOwn(columns, name) ? columns[name] : undefined;
    const decoded = field === undefined ? undefined : z.safeDecode(field, plainText(field, text, format));
    if (field === undefined || decoded === undefined || !decoded.success) {
      wrong[field === undefined ? "" : name] = decoded?.error?.issues[0]?.message ?? "This cannot be changed here.";
      continue;
    }
    value[name] = decoded.data;
    const before = z.safeDecode(field, plainText(field, row.before[name] ?? "", format));
    seen[name] = before.success ? fieldHash(before.data) : "";
  }
  return { value, seen, wrong };
}

/** Errors of fields without a column are shown for the row. */
function onColumns(found: FieldProblems, columns: SheetDefinition<object>["columns"]): Record<string, string> {
  const lines = Object.entries(found).filter((line): line is [string, string] => line[1] !== undefined);
  return Object.fromEntries(lines.map(([name, message]) => [Object.hasOwn(columns, name) ? name : "", message]));
}

/** The text of a cell for a stored field. */
export function textOf(field: z.ZodType | undefined, value: unknown, format: MoneyFormat): string {
  const encoded = field === undefined ? undefined : z.safeEncode(field, value);
  return encoded?.success === true && typeof encoded.data === "string" ? shownText(field, encoded.data, format) : "";
}
