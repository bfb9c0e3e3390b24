import { callParameters, findRecord, type Call, type Reply } from "./call.ts";
import { expandObject, showRecord } from "./expand.ts";
import type { Parameters } from "./parameters.ts";
import type { RecordKind } from "#stripe-simulator/payment/records.ts";
import { badParameter, missingObject } from "./refusal.ts";
import type { RecordQuery } from "#stripe-simulator/store/store.ts";

const DEFAULT_PAGE = 10;
const LARGEST_PAGE = 100;
const LATEST_SECOND = 99_999_999_999;

/** Responds to a list call: newest first, `created` filters, cursors, and equality filters given as parameter → stored field. */
export async function answerList(
  call: Call,
  kind: Exclude<RecordKind, "task">,
  url: string,
  filters: Readonly<Record<string, string>>,
): Promise<Reply> {
  const parameters = callParameters(call, ["limit", "starting_after", "ending_before", "created", ...Object.keys(filters)]);
  const limit = parameters.integer("limit", 1, LARGEST_PAGE) ?? DEFAULT_PAGE;
  const startingAfter = parameters.text("starting_after");
  const endingBefore = parameters.text("ending_before");
  if (startingAfter !== undefined && endingBefore !== undefined) {
    throw badParameter("ending_before", "parameter_invalid", "You cannot use both starting_after and ending_before.");
  }
  const matching = Object.fromEntries(
    Object.entries(filters).flatMap(([name, field]) => {
      const value = parameters.text(name);
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
  const cursor = startingAfter ?? endingBefore;
  const anchor = cursor === undefined ? undefined : await findRecord(call, kind, cursor);
  if (cursor !== undefined && !anchor) throw missingObject(kind, cursor, startingAfter === undefined ? "ending_before" : "starting_after");

  const query: RecordQuery<typeof kind> = {
    kind,
    ...instantRange(call, parameters),
    ...(Object.keys(matching).length > 0 ? { matching } : {}),
    ...(anchor ? { after: { at: anchor.at, id: anchor.id } } : {}),
    oldestFirst: endingBefore !== undefined,
    limit: limit + 1,
  };
  const found = await call.unit.list(query);
  const page = found.slice(0, limit);
  if (endingBefore !== undefined) page.reverse();
  const body = { object: "list", data: page.map((record) => showRecord(call, record)), has_more: found.length > limit, url };
  return { status: 200, body: await expandObject(call, body, parameters.texts("expand")) };
}

/** The requested range of `created`, in milliseconds. */
export function instantRange(call: Call, parameters: Parameters, field = "created"): { from?: number; before?: number } {
  // One exact second or a range, whose bounds are also whole seconds.
  const exact = typeof call.form.get(field) === "string" ? parameters.integer(field, 0, LATEST_SECOND) : undefined;
  if (exact !== undefined) return { from: exact * 1000, before: (exact + 1) * 1000 };
  const range = parameters.part(field);
  if (!range) return {};
  const bound = (name: string) => range.integer(name, 0, LATEST_SECOND);
  const after = bound("gt");
  const atLeast = bound("gte");
  const under = bound("lt");
  const atMost = bound("lte");
  const from = Math.max(after === undefined ? 0 : after + 1, atLeast ?? 0);
  const before = Math.min(under ?? LATEST_SECOND, atMost === undefined ? LATEST_SECOND : atMost + 1);
  return { from: from * 1000, before: before * 1000 };
}
