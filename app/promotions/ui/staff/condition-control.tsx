import { XIcon } from "lucide-react";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { Condition } from "#app/promotions/domain/promotion.ts";
import { JsonArea } from "./action-control.tsx";
import { readJson } from "./json-text.ts";
import { NumberBox } from "./number-box.tsx";
import { EVERYTHING, TargetEditor, WordsBox } from "./target-editor.tsx";
import { FIRST_WINDOW, WindowFields } from "./windows-editor.tsx";

type Group = Extract<Condition, { type: "all" | "any" | "none" }>;
type Leaf = Exclude<Condition, Group>;

const GROUPS = [
  { value: "all", label: "All of these hold" },
  { value: "any", label: "At least one of these holds" },
  { value: "none", label: "None of these holds" },
] as const;

/** What can be added, in plain words. */
const NEW_CONDITIONS: readonly { readonly label: string; readonly condition: Condition }[] = [
  { label: "Spent at least or at most", condition: { type: "subtotal", target: EVERYTHING, min: 2500, max: null } },
  { label: "A number of items", condition: { type: "quantity", target: EVERYTHING, min: 2 } },
  { label: "The cart contains", condition: { type: "contains", target: EVERYTHING } },
  { label: "Pickup or delivery", condition: { type: "fulfillment", is: "pickup" } },
  { label: "Wanted at certain hours", condition: { type: "slot", ...FIRST_WINDOW } },
  { label: "First order of the customer", condition: { type: "first-order" } },
  { label: "Certain e-mail addresses", condition: { type: "customer-email", emails: [], domains: [] } },
  { label: "A group of conditions", condition: { type: "any", of: [] } },
];
const MAX_DEPTH = 3;

/** The tree of conditions, built by click; one field, held as JSON. */
export function ConditionControl(control: ControlProps) {
  const { id, name, value, onChange } = control;
  const condition = readJson<Condition>(value);
  if (!useIsClient() || condition === undefined) return <JsonArea {...control} />;
  const group: Group = isGroup(condition) ? condition : { type: "all", of: [condition] };
  return (
    <div id={id}>
      <input type="hidden" name={name} value={value} />
      <GroupEditor group={group} depth={1} label="Conditions" onChange={(next) => onChange(JSON.stringify(next))} />
    </div>
  );
}

function isGroup(condition: Condition): condition is Group {
  return condition.type === "all" || condition.type === "any" || condition.type === "none";
}

interface GroupEditorProps {
  readonly group: Group;
  readonly depth: number;
  readonly label: string;
  readonly onChange: (group: Group) => void;
}

function GroupEditor({ group, depth, label, onChange }: GroupEditorProps) {
  const put = (of: readonly Condition[]) => onChange({ ...group, of });
  return (
    <div role="group" aria-label={label} className={`grid gap-3 ${depth > 1 ? "border-l-2 border-hairline pl-3" : ""}`}>
      {group.of.length === 0 && depth === 1 ? (
        <p className="text-ink-2">No conditions: it always holds.</p>
      ) : (
        <select
          aria-label={`${label}: how many must hold`}
          value={group.type}
          onChange={(event) => onChange({ ...group, type: event.target.value as Group["type"] })}
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
        // A condition is its place in the tree.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="relative flex items-start gap-2 border-t border-hairline pt-3">
          <div className="min-w-0 grow">
            {isGroup(each) ? (
              <GroupEditor
                group={each}
                depth={depth + 1}
                label={`Group ${index + 1}`}
                onChange={(next) => put(group.of.with(index, next))}
              />
            ) : (
              <LeafEditor leaf={each} onChange={(next) => put(group.of.with(index, next))} />
            )}
          </div>
          <Button
            look="quiet"
            size="desk-icon"
            // Beside a group's first line only: groups in groups leave a phone no room otherwise.
            className={isGroup(each) ? "max-sm:absolute max-sm:top-3 max-sm:right-0" : ""}
            aria-label={`Take condition ${index + 1} out`}
            onClick={() => put(group.of.toSpliced(index, 1))}
          >
            <XIcon aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      <select
        aria-label={depth === 1 ? "Add a condition" : "Add to this group"}
        value=""
        onChange={(event) => {
          const added = NEW_CONDITIONS[Number(event.target.value)]?.condition;
          if (added !== undefined) put([...group.of, added]);
        }}
        className={`${CONTROL_CLASS} sm:w-72`}
      >
        <option value="">Add a condition…</option>
        {NEW_CONDITIONS.filter(({ condition }) => depth < MAX_DEPTH || !isGroup(condition)).map((each, index) => (
          <option key={each.label} value={index}>
            {each.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function LeafEditor({ leaf, onChange }: { readonly leaf: Leaf; readonly onChange: (leaf: Leaf) => void }) {
  switch (leaf.type) {
    case "subtotal":
      return (
        <div className="grid gap-3">
          <div className="flex flex-wrap gap-4">
            <NumberBox label="Spent at least" value={leaf.min} scale={100} sign="$" onChange={(min) => onChange({ ...leaf, min })} />
            <NumberBox
              label="At most"
              hint="Empty = no limit."
              value={leaf.max}
              scale={100}
              sign="$"
              onChange={(max) => onChange({ ...leaf, max })}
            />
          </div>
          <TargetEditor
            label="Counting"
            hint="At list price, before any discount."
            value={leaf.target}
            onChange={(target) => onChange({ ...leaf, target })}
          />
        </div>
      );
    case "quantity":
      return (
        <div className="grid gap-3">
          <NumberBox label="At least so many items" value={leaf.min} scale={1} onChange={(min) => onChange({ ...leaf, min: min ?? 0 })} />
          <TargetEditor label="Of" value={leaf.target} onChange={(target) => onChange({ ...leaf, target })} />
        </div>
      );
    case "contains":
      return <TargetEditor label="The cart contains" value={leaf.target} onChange={(target) => onChange({ ...leaf, target })} />;
    case "fulfillment":
      return (
        <label className="grid gap-1">
          <span className="text-sm font-semibold">Only for</span>
          <select
            value={leaf.is}
            onChange={(event) => onChange({ ...leaf, is: event.target.value === "delivery" ? "delivery" : "pickup" })}
            className={`${CONTROL_CLASS} sm:w-72`}
          >
            <option value="pickup">Pickup</option>
            <option value="delivery">Delivery</option>
          </select>
        </label>
      );
    case "slot":
      return (
        <div className="grid gap-2">
          <span className="text-sm font-semibold">Only for orders wanted at these hours</span>
          <div className="flex flex-wrap items-end gap-2">
            <WindowFields window={leaf} onChange={(window) => onChange({ ...leaf, ...window })} />
          </div>
        </div>
      );
    case "first-order":
      return <p className="min-h-10 content-center">It is the customer's first order.</p>;
    case "customer-email":
      return (
        <div className="grid gap-3">
          <span className="text-sm font-semibold">Only for customers with</span>
          <WordsBox label="One of these e-mail addresses" words={leaf.emails} onChange={(emails) => onChange({ ...leaf, emails })} />
          <WordsBox
            label="Or an address at one of these domains"
            hint="Such as example.com, separated by commas."
            words={leaf.domains}
            onChange={(domains) => onChange({ ...leaf, domains: domains.map((domain) => domain.replace(/^@/, "")) })}
          />
        </div>
      );
  }
}
