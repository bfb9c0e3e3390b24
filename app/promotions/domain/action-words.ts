import type { ActionField } from "./kinds/action-kind.ts";
import { ACTION_KINDS } from "./kinds/list.ts";

/** What a form needs to draw one parameter. */
export type ActionFieldWords = ActionField;

/** A kind of action as staff choose it, without its rule: what goes to the browser. */
export interface ActionKindWords {
  readonly code: string;
  readonly label: string;
  readonly example: string;
  readonly fields: readonly ActionFieldWords[];
}

export function listActionWords(): readonly ActionKindWords[] {
  return ACTION_KINDS.map(({ code, label, example, fields }) => ({ code, label, example, fields }));
}
