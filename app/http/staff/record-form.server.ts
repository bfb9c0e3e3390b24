import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { getZodConstraint, parseWithZod, type SubmissionResult } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import type {
  FieldConflict,
  FieldLimits,
  FormQuestion,
  HistoryLine,
  RecordAnswer,
  RecordFormData,
} from "#app/kit/record/record-form-data.ts";
import { listHistory } from "#app/staff/data/history.server.ts";
import type { FieldProblems, RecordStore } from "#app/staff/data/record-store.ts";
import { canOpen } from "#app/staff/domain/permissions.ts";
import { fieldHashes } from "#app/staff/domain/record-changes.ts";
import { saveRecord, type Done, type RecordConflict } from "#app/staff/workflows/change-records.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { hasAmounts, withPlainAmounts, withShownAmounts } from "#app/values/form-fields.schema.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import type { Db } from "#app/platform/db/database.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "./flash.server.ts";
import { historyLine } from "./history-line.server.ts";
import { requireStaff } from "./staff-user.server.ts";
import { jsonOf } from "#app/values/json.ts";
import { capitalised } from "#app/values/text.ts";

/** A record form: one schema of text fields (values/form-fields.schema.ts) for one store. */
export interface RecordFormDefinition<Value extends object> {
  readonly store: RecordStore<Value>;
  /** Its fields convert texts; the result is the stored value without hidden fields. */
  readonly schema: z.ZodObject;
  /** "category" */
  readonly noun: string;
  /** A required confirmation; null if none. `before` is the stored value, undefined for a new record. */
  readonly question?: (value: Value, before: Value | undefined, format: MoneyFormat) => FormQuestion | null;
  /** The page of a stored record. */
  readonly pathOf: (id: number) => string;
  /** The page of a new record, where "Save and add another" leads. */
  readonly addPath?: string;
}

/**
 * The form's data: the record of the path's `id`, or a new one that starts as `blank`. 404 for a record that does not exist.
 * @returns `value` as stored, for other data of the page
 */
export async function loadRecordForm<Value extends object>(
  { params, request, context }: LoaderFunctionArgs,
  { store, schema }: RecordFormDefinition<Value>,
  blank: Value,
): Promise<{ readonly form: RecordFormData; readonly value: Value; readonly id: number | null; readonly history: readonly HistoryLine[] }> {
  const { db, now } = context.get(servicesContext);
  const settings = await readSettings(db);
  const format = moneyFormat(settings);
  if (params["id"] === undefined) return { form: formData(schema, blank, { version: null, format }), value: blank, id: null, history: [] };
  const id = readId(request, params["id"]);
  const found = (await store.find(db, [id])).get(id);
  if (found === undefined) throw notFound(request);
  const history = await listHistory(db, store.kind, id);
  const mayUndo = canOpen("/admin/undo", requireStaff(context));
  const lines = history
    .map((entry) => historyLine(entry, id, found.value, shopClock(settings), now()))
    .map((line) => (mayUndo ? line : { ...line, canUndo: false }));
  return { form: formData(schema, found.value, { version: found.version, format }), value: found.value, id, history: lines };
}

/** Saves a form: redirect with a message, 422 with inline errors, 409 with both versions, or 404. */
export async function saveRecordForm<Value extends object>(
  { params, request, context }: ActionFunctionArgs,
  { store, schema, noun, pathOf, addPath, question }: RecordFormDefinition<Value>,
) {
  const services = context.get(servicesContext);
  const user = requireStaff(context);
  const id = params["id"] === undefined ? null : readId(request, params["id"]);
  const format = moneyFormat(await readSettings(services.db));
  const typed = await request.formData();
  const submitted = withPlainAmounts(typed, schema, format);
  const invalid = (result: SubmissionResult) => invalidAnswer(result, typedAmounts(typed, schema));
  const submission = parseWithZod(fieldsOf(submitted, schema), { schema, disableAutoCoercion: true });
  const seen = seenOf(submitted.get("seen"));
  const unreadable = otherCurrency(seen, format);
  if (submission.status !== "success" || unreadable.length > 0) return refuse(invalid(submission.reply({ formErrors: unreadable })), 422);
  const edit = { id, value: submission.value as Value, version: versionOf(submitted.get("version")), seen };
  const openQuestion = question?.(edit.value, await storedValue(services.db, store, id), format) ?? null;
  if (openQuestion !== null && !submitted.getAll("confirmed").includes(openQuestion.field))
    return refuse(
      { ...invalid(submission.reply({ fieldErrors: { [openQuestion.field]: [openQuestion.text] } })), question: openQuestion },
      422,
    );
  const answer = await saveRecord(services.db, store, user, edit);
  switch (answer.kind) {
    case "missing":
      throw notFound(request);
    case "refused":
      return refuse(invalid(submission.reply({ fieldErrors: lists(answer.problems) })), 422);
    case "conflict": {
      const [last] = id === null ? [] : await listHistory(services.db, store.kind, id, 1);
      // Not a user's change: an order moved it.
      const by = answer.current.version === edit.version ? "The shop" : (last?.userName ?? "Another staff member");
      return refuse(conflictAnswer({ schema, format }, edit.value, answer, by), 409);
    }
    case "done": {
      const message = `${capitalised(noun)} “${answer.name}” ${id === null ? "added" : "saved"}.`;
      return redirectSaying(services, pathAfter(submitted, { addPath, pathOf }, answer.id), {
        text: answer.entry === null ? "Nothing was changed." : message,
        undo: undoOf(answer),
      });
    }
  }
}

async function storedValue<Value extends object>(db: Db, store: RecordStore<Value>, id: number | null): Promise<Value | undefined> {
  return id === null ? undefined : (await store.find(db, [id])).get(id)?.value;
}

function undoOf({ entry, isFinal }: Done): number | null {
  return isFinal === true ? null : entry;
}

/** Only the form's own fields: the parser would treat "name[99999999]" as an array index and allocate that array. */
function fieldsOf(submitted: FormData, schema: FormSchema): FormData {
  const fields = new FormData();
  for (const [name, value] of submitted) if (Object.hasOwn(schema.shape, name)) fields.append(name, value);
  return fields;
}

/** The stored record's page, or an empty form after "Save and add another". */
function pathAfter(
  submitted: FormData,
  { addPath, pathOf }: { readonly addPath: string | undefined; readonly pathOf: (id: number) => string },
  id: number,
): string {
  return submitted.get("next") === "another" && addPath !== undefined ? addPath : pathOf(id);
}

function refuse(answer: RecordAnswer, status: number) {
  return data(answer, { status });
}

/** Amounts as they were typed: the submission has them as plain digits. */
function typedAmounts(form: FormData, schema: FormSchema): Readonly<Record<string, string>> {
  const names = Object.keys(schema.shape).filter((name) => hasAmounts(schema.shape[name]));
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = form.get(name);
      return typeof text === "string" ? [[name, text]] : [];
    }),
  );
}

function invalidAnswer(
  { error, initialValue }: SubmissionResult,
  amounts: Readonly<Record<string, string>>,
): Extract<RecordAnswer, { kind: "invalid" }> {
  // A switch sends two values: the last one counts.
  const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);
  const typed = Object.entries(initialValue ?? {}).map(([name, value]) => [name, last(value)] as const);
  return {
    kind: "invalid",
    errors: Object.fromEntries(Object.entries(error ?? {}).flatMap(([name, messages]) => (messages === null ? [] : [[name, messages]]))),
    typed: { ...Object.fromEntries(typed.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : []))), ...amounts },
  };
}

type FormSchema = RecordFormDefinition<object>["schema"];

/** A form's fields and its money format. */
interface FormTexts {
  readonly schema: FormSchema;
  readonly format: MoneyFormat;
}

function formData(
  schema: FormSchema,
  value: object,
  { version, format }: { readonly version: number | null; readonly format: MoneyFormat },
): RecordFormData {
  const currency = Object.values(schema.shape).some(hasAmounts) ? { [SEEN_CURRENCY]: format.currency } : {};
  const seen = JSON.stringify({ ...fieldHashes(value), ...currency });
  return { values: textsOf({ schema, format }, value), limits: limitsOf(schema), version, seen };
}

/** A key of `seen` next to the field names; no field has this name. */
const SEEN_CURRENCY = "#currency";

/** The error of a form or draft whose amounts were in another currency; empty: same currency. */
function otherCurrency(seen: Readonly<Record<string, unknown>>, { currency }: MoneyFormat): string[] {
  const shown = seen[SEEN_CURRENCY];
  if (typeof shown !== "string" || shown === currency) return [];
  return [
    `The shop's currency is ${currency} now, and this form has amounts in ${shown}. Discard your changes, reload the page and enter them again.`,
  ];
}

/** Browser validation derived from the schema. */
function limitsOf(schema: FormSchema): Readonly<Record<string, FieldLimits>> {
  const constraints = getZodConstraint(schema);
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      { required: !z.safeParse(field as z.ZodType, "").success, maxLength: constraints[name]?.maxLength },
    ]),
  );
}

/** Values as texts; an invalid one (a new record's empty name) is shown as is. */
function textsOf({ schema, format }: FormTexts, value: object): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, each] of Object.entries(value)) {
    const field = schema.shape[name];
    if (field === undefined || each === undefined) continue;
    const encoded = z.safeEncode(field as z.ZodType, each);
    const text = encoded.success ? encoded.data : each;
    texts[name] = typeof text === "string" ? text : "";
  }
  return withShownAmounts(texts, schema, format);
}

/** Fields changed only by the other user take their value, the rest this user's; both can be switched. */
function conflictAnswer<Value extends object>(
  form: FormTexts,
  sent: Value,
  { fields, current }: RecordConflict<Value>,
  by: string,
): RecordAnswer {
  const mine = textsOf(form, sent);
  const theirs = textsOf(form, current.value);
  const shown = fields.filter(({ name }) => name in mine);
  const conflicts: readonly FieldConflict[] = shown
    .filter(({ isBoth }) => isBoth)
    .map(({ name }) => ({ name, mine: mine[name] ?? "", theirs: theirs[name] ?? "" }));
  const ownValues = Object.fromEntries(shown.flatMap(({ name, isMine }) => (isMine ? [[name, mine[name] ?? ""]] : [])));
  const now = formData(form.schema, current.value, { version: current.version, format: form.format });
  return { kind: "conflict", form: { ...now, values: { ...now.values, ...ownValues } }, stored: now.values, fields: conflicts, by };
}

function versionOf(text: FormDataEntryValue | null): number | null {
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Without this field the form saw nothing: show all differences. */
function seenOf(text: FormDataEntryValue | null): Readonly<Record<string, unknown>> {
  const seen = jsonOf(typeof text === "string" ? text : "");
  return typeof seen === "object" && seen !== null ? { ...seen } : {};
}

function lists(problems: FieldProblems): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).flatMap(([name, message]) => (message === undefined ? [] : [[name, [message]]])));
}
