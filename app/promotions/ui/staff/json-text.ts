import { jsonOf } from "#app/values/json.ts";

/** The value a control holds as JSON; undefined for anything else, such as what was typed without scripts. */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the caller says what the control holds
export function readJson<Value>(text: string): Value | undefined {
  return (jsonOf(text) ?? undefined) as Value | undefined;
}
