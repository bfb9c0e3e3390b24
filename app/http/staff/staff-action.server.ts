import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { data, type ActionFunctionArgs } from "react-router";
import type { z } from "zod";
import type { Db } from "#app/platform/db/database.server.ts";
import type { RecordStore } from "#app/staff/data/record-store.ts";
import { parseNext } from "#app/staff/domain/permissions.ts";
import { changeRecords, removeRecords, type Actor, type Done } from "#app/staff/workflows/change-records.server.ts";
import { removeRecord, type Deletion } from "#app/staff/workflows/remove-record.server.ts";
import { undoEntry } from "#app/staff/workflows/undo-entry.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { MAX_CHANGED_AT_ONCE, MAX_ID } from "#app/values/limits.ts";
import { fail, ok, type Result } from "#app/values/result.ts";
import { isConfirmed } from "./confirmation.server.ts";
import { redirectSaying } from "./flash.server.ts";
import { requireStaff } from "./staff-user.server.ts";
import { counted } from "#texts/plural.ts";
import { groupedNumber } from "#app/values/number.ts";
import { capitalised } from "#app/values/text.ts";

/** A bulk action: changes or removes selected records. */
export type BulkAct<Value> = {
  /** After the number of records: "hidden", "moved to Soups". */
  readonly done: string;
  /** Skipped records with the reason: "without a price". */
  readonly leaves?: { readonly when: (value: Value) => boolean; readonly why: string };
} & ({ readonly change: (value: Value) => Value } | { readonly removes: (value: Value) => boolean });

interface SelectionDefinition<Query extends z.ZodObject> {
  readonly query: Query;
  /** Ids of all matches; may stop after `limit`. */
  readonly matching: (db: Db, query: z.output<Query>, limit: number) => Promise<readonly number[]>;
  /** "category", "categories" */
  readonly nouns: readonly [string, string];
}

/** Selected rows, or all matches of the URL; or an error. */
export async function readSelected<Query extends z.ZodObject>(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  source: FormData | URLSearchParams,
  { query, matching, nouns: [, many] }: SelectionDefinition<Query>,
): Promise<Result<readonly number[], string>> {
  const ids = await chosenIds(source, () =>
    matching(context.get(servicesContext).db, readPageQuery(request, query), MAX_CHANGED_AT_ONCE + 1),
  );
  if (ids.length === 0) return fail(`Choose ${many} first.`);
  if (ids.length > MAX_CHANGED_AT_ONCE)
    return fail(`More than ${groupedNumber(MAX_CHANGED_AT_ONCE)} ${many} match. Narrow the search, then choose all that match.`);
  return ok(ids);
}

/**
 * Performs the bulk action of the form's `intent` on the selection or all matches. 422 without selection or for an unknown action. Actions may use
 * other fields and report what is missing.
 */
export async function changeSelected<Value extends object, Query extends z.ZodObject>(
  args: ActionFunctionArgs,
  definition: SelectionDefinition<Query> & {
    readonly store: RecordStore<Value>;
    readonly acts: Readonly<Record<string, BulkAct<Value> | FormAct<Value>>>;
  },
) {
  const services = args.context.get(servicesContext);
  const user = requireStaff(args.context);
  const form = await args.request.formData();
  const intent = form.get("intent");
  const bulkAction = typeof intent === "string" && Object.hasOwn(definition.acts, intent) ? definition.acts[intent] : undefined;
  const act = bulkAction === undefined ? fail(NO_ACT) : await chosenAct(bulkAction, form);
  const ids = act.ok ? await readSelected(args, form, definition) : act;
  if (!ids.ok || !act.ok || typeof intent !== "string") return data({ message: ids.ok ? NO_ACT : ids.error }, { status: 422 });
  const [one, many] = definition.nouns;
  const answer = await doAct(services.db, definition.store, user, { intent, ids: ids.value, act: act.value });
  if (answer.problem !== undefined) return data({ message: answer.problem }, { status: 422 });
  const format = moneyFormat(await readSettings(services.db));
  const message =
    answer.changed === 1
      ? `${capitalised(one)} “${answer.name}” ${act.value.done}.`
      : `${counted(answer.changed, one, many, format)} ${act.value.done}.`;
  const left = answer.left === 0 ? "" : ` ${counted(answer.left, one, many, format)} left as before: ${act.value.leaves?.why}.`;
  return redirectSaying(services, withoutSelection(args.url), {
    text: (answer.changed === 0 ? "Nothing was changed." : message) + left,
    undo: "removes" in act.value ? null : answer.entry,
  });
}

/** An action that depends on the form's fields. */
type FormAct<Value> = (form: FormData) => Promise<Result<BulkAct<Value>, string>>;

const NO_ACT = "Choose what to do.";

async function chosenAct<Value>(act: BulkAct<Value> | FormAct<Value>, form: FormData): Promise<Result<BulkAct<Value>, string>> {
  return typeof act === "function" ? act(form) : ok(act);
}

async function doAct<Value extends object>(
  db: Db,
  store: RecordStore<Value>,
  user: Actor,
  { intent, ids, act }: { readonly intent: string; readonly ids: readonly number[]; readonly act: BulkAct<Value> },
): Promise<Done & { readonly left: number }> {
  if ("change" in act) {
    const left = new Set<Value>();
    const change = (value: Value): Value => {
      if (act.leaves?.when(value) !== true) return act.change(value);
      left.add(value);
      return value;
    };
    return { ...(await changeRecords(db, store, user, { action: intent, ids }, change)), left: left.size };
  }
  const stays = async (tx: Db, all: readonly number[]) =>
    [...(await store.find(tx, all))].filter(([, { value }]) => !act.removes(value)).map(([id]) => id);
  return { ...(await removeRecords(db, store, user, ids, stays)).done, left: 0 };
}

/** The selection: unique ids as sent, or everything. */
export function selectedIds(source: FormData | URLSearchParams): "all" | readonly string[] {
  const chosen = source.getAll("selected").flatMap((value) => (typeof value === "string" ? value.split(",") : []));
  return chosen.includes("all") ? "all" : [...new Set(chosen)];
}

/** The same as record ids; `matching` resolves everything. */
export async function chosenIds(
  source: FormData | URLSearchParams,
  matching: () => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const chosen = selectedIds(source);
  return chosen === "all" ? matching() : idsOf(chosen);
}

/** Texts that are valid record ids. */
export function idsOf(texts: readonly string[]): readonly number[] {
  return texts.filter((id) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= MAX_ID).map(Number);
}

/** A delete page: removes the record of the path's `id` and redirects to `to`. */
export async function deleteRecord<Value extends object>(
  { params, request, context }: ActionFunctionArgs,
  store: RecordStore<Value>,
  { noun, to, deletion }: { readonly noun: string; readonly to: string; readonly deletion?: Deletion },
) {
  const services = context.get(servicesContext);
  const id = readId(request, params["id"]);
  const answer = await removeRecord(services.db, store, requireStaff(context), id, deletion);
  if (answer.kind === "missing") throw notFound(request);
  if (answer.kind === "refused") return data({ message: answer.problem }, { status: 422 });
  return redirectSaying(services, to, { text: `${capitalised(noun)} “${answer.name}” deleted.`, undo: answer.entry });
}

/** Undo: reverts history row `entry` and returns to `to`. */
export async function handleUndo({ request, context }: ActionFunctionArgs, stores: readonly RecordStore[]) {
  const services = context.get(servicesContext);
  const form = await request.formData();
  const entry = form.get("entry");
  const to = form.get("to");
  const back = typeof to === "string" ? (parseNext(to) ?? "/admin") : "/admin";
  const id = historyId(entry);
  if (id === 0) throw notFound(request);
  const actor = { ...requireStaff(context), isConfirmed: await isConfirmed(services, request) };
  const answer = await undoEntry(services.db, stores, actor, id);
  if (answer.kind === "missing") return redirectSaying(services, back, { text: "This was already undone." });
  if (answer.kind === "overtaken")
    return redirectSaying(services, back, {
      text:
        answer.changed.length === 0
          ? `“${answer.name}” was changed again since then, so it stays as it is.`
          : `Nothing was undone. Changed again, or in use since then: ${answer.changed.join(", ")}.`,
    });
  if (answer.kind === "refused") return redirectSaying(services, back, { text: answer.problem });
  // The page of a removed record would return a 404.
  const exists = answer.removed.every((id) => !back.split("?")[0]?.endsWith(`/${id}`));
  return redirectSaying(services, exists ? back : back.replace(/\/[a-z]+\/\d+(?:\?.*)?$/, ""), {
    text: `“${answer.name}”: undone.`,
    undo: answer.entry,
    isUndo: true,
  });
}

/** A history id from a form; 0 if invalid. */
export function historyId(value: FormDataEntryValue | null): number {
  return typeof value === "string" && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : 0;
}

/** The list's URL without the selection. */
export function withoutSelection({ pathname, search }: URL): string {
  const searchParams = new URLSearchParams(search);
  searchParams.delete("selected");
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`;
}
