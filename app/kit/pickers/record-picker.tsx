import { useEffect, useRef, useState, type ComponentType, type ReactNode } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { SEARCH_CALL, type Hit, type PickerExtraProps } from "./hit.ts";
import { createRecord } from "./create-record.ts";
import { HitCombobox } from "./hit-combobox.tsx";
import { PickedList } from "./picked-list.tsx";
import { useHits } from "./use-hits.ts";

/** Kinds that can be created from a name alone. */
const CREATABLE: ReadonlySet<string> = new Set(["category"]);

interface RecordPickerProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly kind: string;
  /** The selected records, so that their names are known. */
  readonly chosen: readonly Hit[];
  /** Several, and their order matters. */
  readonly isMany?: boolean;
  /** Several, and their order does not matter. */
  readonly isUnordered?: boolean;
  /** Rendered below each selected record. */
  readonly belowEach?: (hit: Hit) => ReactNode;
  /** Rendered below the picker: another way to find or create records. */
  readonly below?: ComponentType<PickerExtraProps>;
}

/** Related records, found by typing a part of the name. The field's value is their ids ("12,7"). */
export function RecordPicker({ chosen, kind, isMany = false, isUnordered = false, belowEach, below, ...field }: RecordPickerProps) {
  const known = useKnownHits(chosen);
  const nameOf = (id: string) => known.hits.find((hit) => hit.id === id)?.label ?? `No. ${id}`;
  return (
    <RecordControl {...field} show={(text) => idsOf(text).map(nameOf).join(", ")}>
      {({ maxLength: _maxLength, required: _required, ...control }) => (
        <Picker {...control} kind={kind} known={known} isMany={isMany} isUnordered={isUnordered} belowEach={belowEach} below={below} />
      )}
    </RecordControl>
  );
}

type HitPickerProps = ControlProps & Pick<RecordPickerProps, "kind" | "isMany" | "below">;

/** The same control for use inside a larger control, outside a record form field. */
export function HitPicker({ kind, isMany = false, below, ...control }: HitPickerProps) {
  const known = useKnownHits([]);
  return <Picker {...control} kind={kind} known={known} isMany={isMany} isUnordered={false} belowEach={undefined} below={below} />;
}

interface PickerProps extends ControlProps {
  readonly kind: string;
  readonly known: KnownHits;
  readonly isMany: boolean;
  readonly isUnordered: boolean;
  readonly belowEach: ((hit: Hit) => ReactNode) | undefined;
  readonly below: RecordPickerProps["below"];
}

interface KnownHits {
  readonly hits: readonly Hit[];
  readonly learn: (hits: readonly Hit[]) => void;
}

/** The records whose names this picker has. */
function useKnownHits(chosen: readonly Hit[]): KnownHits {
  const [hits, setHits] = useState(chosen);
  const learn = (more: readonly Hit[]) =>
    setHits((before) => [...before.filter((hit) => !more.some((each) => each.id === hit.id)), ...more]);
  return { hits, learn };
}

function idsOf(text: string): readonly string[] {
  return text.split(",").filter((id) => id !== "");
}

function Picker({ kind, known, isMany, isUnordered, belowEach, below: Below, id, name, value, onChange, ...aria }: PickerProps) {
  const isClient = useIsClient();
  const [problem, setProblem] = useState<string | null>(null);
  const ids = idsOf(value);
  // Others may be picked while a record is being created.
  const latestValue = useRef(value);
  useEffect(() => {
    latestValue.current = value;
  }, [value]);
  // Ids from a draft, or from another user's version.
  const missing = ids.filter((each) => !known.hits.some((hit) => hit.id === each));
  const learned = useHits(
    missing.length === 0 ? null : `${SEARCH_CALL}?${new URLSearchParams({ kind, ids: missing.join(",") }).toString()}`,
  );
  if (learned.state === "found" && learned.hits.some((hit) => missing.includes(hit.id))) known.learn(learned.hits);
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
    return answer.ok;
  };
  const pick = (hit: Hit) => {
    setProblem(null);
    known.learn([hit]);
    const current = idsOf(latestValue.current);
    if (current.includes(hit.id)) return;
    announce(`${hit.label} is added`);
    onChange(isMany ? [...current, hit.id].join(",") : hit.id);
  };
  const picked = ids.map((each) => known.hits.find((hit) => hit.id === each) ?? unnamed(kind, each));
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
        onCreate={CREATABLE.has(kind) ? create : undefined}
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
      {Below === undefined ? null : <Below isMany={isMany} onPick={pick} onLearn={(hit) => known.learn([hit])} />}
    </div>
  );
}

function unnamed(kind: string, id: string): Hit {
  return { kind, id, label: `No. ${id}`, detail: "", to: null, picture: null };
}
