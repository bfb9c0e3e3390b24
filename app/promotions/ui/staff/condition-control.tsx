import { announce } from "#app/kit/focus/announcer.tsx";
import { CommittedSelect } from "#app/kit/forms/committed-select.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import type { ConditionKindWords } from "#app/promotions/domain/action-words.ts";
import type { Condition, ConditionGroup } from "#app/promotions/domain/promotion.ts";
import { JsonArea } from "./json-area.tsx";
import { KindFieldControl } from "./kind-field.tsx";
import { useItemKeys } from "#app/kit/hooks/use-item-keys.ts";
import { jsonOf } from "#app/values/json.ts";

const GROUPS = [
  { value: "all", label: "All of these are true" },
  { value: "any", label: "At least one of these is true" },
  { value: "none", label: "None of these is true" },
] as const;
const GROUP: ConditionGroup = { type: "any", of: [] };
const GROUP_LABEL = "A group of conditions";
const MAX_DEPTH = 3;

interface KindProps {
  readonly kinds: readonly ConditionKindWords[];
}

/** The tree of conditions, built with buttons; one field, stored as JSON. */
export function ConditionControl({ kinds, ...control }: ControlProps & KindProps) {
  const { id, name, value, onChange } = control;
  const condition = (jsonOf(value) ?? undefined) as Condition | undefined;
  if (!useIsClient() || condition === undefined) return <JsonArea {...control} />;
  const group: ConditionGroup = isGroup(condition) ? condition : { type: "all", of: [condition] };
  return (
    <div id={id}>
      <input type="hidden" name={name} value={value} />
      <GroupEditor kinds={kinds} group={group} depth={1} label="Conditions" onChange={(next) => onChange(JSON.stringify(next))} />
    </div>
  );
}

function isGroup(condition: Condition): condition is ConditionGroup {
  return GROUPS.some(({ value }) => value === condition.type);
}

/** The label in the list of kinds. */
function nameOf(condition: Condition, kinds: readonly ConditionKindWords[]): string {
  return isGroup(condition) ? GROUP_LABEL : (kinds.find(({ type }) => type === condition.type)?.label ?? "The condition");
}

interface GroupEditorProps extends KindProps {
  readonly group: ConditionGroup;
  readonly depth: number;
  readonly label: string;
  readonly onChange: (group: ConditionGroup) => void;
}

function GroupEditor({ kinds, group, depth, label, onChange }: GroupEditorProps) {
  const { keys, drop } = useItemKeys(group.of.length);
  const put = (of: readonly Condition[]) => onChange({ ...group, of });
  return (
    <div role="group" aria-label={label} className={`grid gap-3 ${depth > 1 ? "border-l-2 border-hairline pl-3" : ""}`}>
      {group.of.length === 0 && depth === 1 ? (
        <p className="text-ink-2">No conditions: every cart qualifies.</p>
      ) : (
        <select
          aria-label={`${label}: how many must hold`}
          value={group.type}
          onChange={(event) => onChange({ ...group, type: GROUPS.find(({ value }) => value === event.target.value)?.value ?? group.type })}
          className={`${CONTROL_CLASS} sm:w-72 ${depth > 1 ? "max-sm:w-[calc(100%-3rem)]" : ""}`}
        >
          {GROUPS.map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </select>
      )}
      {group.of.map((each, index) => (
        <div key={keys[index]} className="relative flex items-start gap-2 border-t border-hairline pt-3">
          <div className="min-w-0 grow">
            {isGroup(each) ? (
              <GroupEditor
                kinds={kinds}
                group={each}
                depth={depth + 1}
                label={`Group ${index + 1}`}
                onChange={(next) => put(group.of.with(index, next))}
              />
            ) : (
              <LeafEditor kinds={kinds} leaf={each} onChange={(next) => put(group.of.with(index, next))} />
            )}
          </div>
          <RemoveButton
            label={`Remove condition ${index + 1}`}
            announcement={`${nameOf(each, kinds)} removed`}
            // Next to a group's first line only, because nested groups need the width on a phone.
            className={isGroup(each) ? "max-sm:absolute max-sm:top-3 max-sm:right-0" : ""}
            onRemove={() => {
              drop(index);
              put(group.of.toSpliced(index, 1));
            }}
          />
        </div>
      ))}
      <AddCondition
        kinds={kinds}
        depth={depth}
        onAdd={(added) => {
          put([...group.of, added]);
          announce(`${nameOf(added, kinds)} is added`);
        }}
      />
    </div>
  );
}

interface AddConditionProps extends KindProps {
  readonly depth: number;
  readonly onAdd: (condition: Condition) => void;
}

function AddCondition({ kinds, depth, onAdd }: AddConditionProps) {
  return (
    <CommittedSelect
      aria-label={depth === 1 ? "Add a condition" : "Add to this group"}
      value=""
      onCommit={(select) => {
        const { value } = select;
        select.value = "";
        const kind = kinds.find(({ type }) => type === value);
        if (kind !== undefined) onAdd({ ...Object.fromEntries(kind.fields.map((field) => [field.name, field.initial])), type: kind.type });
        else if (value === GROUP.type) onAdd(GROUP);
      }}
      className={`${CONTROL_CLASS} sm:w-72`}
    >
      <option value="">Add a condition…</option>
      {kinds.map(({ type, label }) => (
        <option key={type} value={type}>
          {label}
        </option>
      ))}
      {depth < MAX_DEPTH ? <option value={GROUP.type}>{GROUP_LABEL}</option> : null}
    </CommittedSelect>
  );
}

interface LeafEditorProps extends KindProps {
  readonly leaf: Condition;
  readonly onChange: (leaf: Condition) => void;
}

function LeafEditor({ kinds, leaf, onChange }: LeafEditorProps) {
  const kind = kinds.find(({ type }) => type === leaf.type);
  if (kind === undefined) return <p className="min-h-10 content-center">A condition that this version of the shop does not know.</p>;
  return (
    <div className="grid gap-3">
      {kind.heading === "" ? null : (
        <span className={kind.fields.length === 0 ? "min-h-10 content-center" : "text-sm font-semibold"}>{kind.heading}</span>
      )}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 *:max-w-full [&>fieldset]:w-full [&>.sm\:col-span-2]:w-full">
        {kind.fields.map((field) => (
          <KindFieldControl
            key={field.name}
            field={field}
            value={leaf[field.name]}
            onChange={(next) => onChange({ ...leaf, [field.name]: next })}
          />
        ))}
      </div>
    </div>
  );
}
