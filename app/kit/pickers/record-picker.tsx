import { useState, type ComponentType, type ReactNode } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { SEARCH_CALL, type Hit, type PickerExtraProps } from "./hit.ts";
import { createRecord } from "./create-record.ts";
import { HitCombobox } from "./hit-combobox.tsx";
import { PickedList } from "./picked-list.tsx";
import { useHits } from "./use-hits.ts";

/** Kinds that are made from a name alone. */
const CREATABLE: ReadonlySet<string> = new Set(["category"]);

interface RecordPickerProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: string;
  /** What is chosen already, so that it has a name. */
  readonly chosen: readonly Hit[];
  /** Several, in an order that counts. */
  readonly isMany?: boolean;
  /** Several whose order means nothing. */
  readonly isUnordered?: boolean;
  /** What stands below each that is chosen. */
  readonly belowEach?: (hit: Hit) => ReactNode;
  /** Below it: another way to find or make records. */
  readonly below?: ComponentType<PickerExtraProps>;
}

/** Other records, found by typing a part of the name; the field holds their numbers ("12,7"). */
export function RecordPicker({ chosen, kind, isMany = false, isUnordered = false, belowEach, below, ...field }: RecordPickerProps) {
  const [known, setKnown] = useState(chosen);
  const idsOf = (text: string) => text.split(",").filter((id) => id !== "");
  const missing = (text: string) => idsOf(text).filter((id) => !known.some((hit) => hit.id === id));
  const nameOf = (id: string) => known.find((hit) => hit.id === id)?.label ?? `No. ${id}`;
  return (
    <RecordControl {...field} show={(text) => idsOf(text).map(nameOf).join(", ")}>
      {({ maxLength: _maxLength, required: _required, ...control }) => (
        <Picker
          {...control}
          kind={kind}
          known={known}
          missing={missing(control.value)}
          isMany={isMany}
          isUnordered={isUnordered}
          belowEach={belowEach}
          below={below}
          onLearn={(hits) => setKnown((before) => [...before.filter((hit) => !hits.some((each) => each.id === hit.id)), ...hits])}
        />
      )}
    </RecordControl>
  );
}

type HitPickerProps = ControlProps & Pick<RecordPickerProps, "kind" | "isMany" | "below">;

/** The same as part of a greater control, without a field of a record form around it. */
export function HitPicker({ kind, isMany = false, below, ...control }: HitPickerProps) {
  const [known, setKnown] = useState<readonly Hit[]>([]);
  const missing = control.value.split(",").filter((id) => id !== "" && !known.some((hit) => hit.id === id));
  return (
    <Picker
      {...control}
      kind={kind}
      known={known}
      missing={missing}
      isMany={isMany}
      isUnordered={false}
      belowEach={undefined}
      below={below}
      onLearn={(hits) => setKnown((before) => [...before.filter((hit) => !hits.some((each) => each.id === hit.id)), ...hits])}
    />
  );
}

interface PickerProps extends ControlProps {
  readonly kind: string;
  readonly known: readonly Hit[];
  /** Ids that have no name here yet: from a draft, or from another user's version. */
  readonly missing: readonly string[];
  readonly isMany: boolean;
  readonly isUnordered: boolean;
  readonly belowEach: ((hit: Hit) => ReactNode) | undefined;
  readonly below: RecordPickerProps["below"];
  readonly onLearn: (hits: readonly Hit[]) => void;
}

function Picker({
  kind,
  known,
  missing,
  isMany,
  isUnordered,
  belowEach,
  below: Below,
  onLearn,
  id,
  name,
  value,
  onChange,
  ...aria
}: PickerProps) {
  const isClient = useIsClient();
  const [problem, setProblem] = useState<string | null>(null);
  const ids = value.split(",").filter((each) => each !== "");
  const learned = useHits(
    missing.length === 0 ? null : `${SEARCH_CALL}?${new URLSearchParams({ kind, ids: missing.join(",") }).toString()}`,
  );
  if (learned.state === "found" && learned.hits.some((hit) => missing.includes(hit.id))) onLearn(learned.hits);
  if (!isClient) {
    return (
      <>
        <input id={id} name={name} defaultValue={value} inputMode="numeric" className={CONTROL_CLASS} {...aria} />
        <span className="text-xs text-ink-2">{isMany ? "Their numbers, separated by commas." : "Its number."}</span>
      </>
    );
  }
  const create = async (label: string) => {
    const answer = await createRecord({ kind, name: label });
    if (answer.ok) pick(answer.value);
    setProblem(answer.ok ? null : answer.error);
  };
  const pick = (hit: Hit) => {
    setProblem(null);
    onLearn([hit]);
    if (ids.includes(hit.id)) return;
    announce(`${hit.label} is added`);
    onChange(isMany ? [...ids, hit.id].join(",") : hit.id);
  };
  const picked = ids.map((each) => known.find((hit) => hit.id === each) ?? unnamed(kind, each));
  return (
    <div className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      <HitCombobox
        {...aria}
        id={id}
        kind={kind}
        taken={ids}
        placeholder={isMany || ids.length === 0 ? "Search" : "Type to choose another"}
        onPick={pick}
        onCreate={CREATABLE.has(kind) ? (label) => void create(label) : undefined}
      />
      {problem === null ? null : (
        <p role="alert" className="text-sm font-semibold text-beet">
          {problem}
        </p>
      )}
      <PickedList
        hits={picked}
        isOrdered={isMany && !isUnordered}
        belowEach={belowEach}
        onChange={(next) => onChange(next.map((hit) => hit.id).join(","))}
      />
      {Below === undefined ? null : <Below isMany={isMany} onPick={pick} onLearn={(hit) => onLearn([hit])} />}
    </div>
  );
}

function unnamed(kind: string, id: string): Hit {
  return { kind, id, label: `No. ${id}`, detail: "", to: null, picture: null };
}
