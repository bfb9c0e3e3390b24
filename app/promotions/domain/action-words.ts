import { CONDITION_KINDS } from "./conditions/list.ts";
import type { KindField } from "./kinds/action-kind.ts";
import { ACTION_KINDS } from "./kinds/list.ts";

/** A kind of action as staff choose it, without its rule; sent to the browser. */
export interface ActionKindWords {
  readonly code: string;
  readonly label: string;
  readonly example: string;
  readonly fields: readonly KindField[];
}

export function listActionWords(): readonly ActionKindWords[] {
  return ACTION_KINDS.map(({ code, label, example, fields }) => ({ code, label, example, fields }));
}

/** The same for a kind of condition. */
export interface ConditionKindWords {
  readonly type: string;
  readonly label: string;
  readonly heading: string;
  readonly fields: readonly KindField[];
}

export function listConditionWords(): readonly ConditionKindWords[] {
  return CONDITION_KINDS.map(({ type, label, heading, fields }) => ({ type, label, heading, fields }));
}
