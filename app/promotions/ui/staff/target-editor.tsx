import { useId, useState } from "react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { Fold } from "#app/kit/fold.tsx";
import { SEARCH_CALL, type Hit } from "#app/kit/pickers/hit.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import { PickedList } from "#app/kit/pickers/picked-list.tsx";
import { useHits } from "#app/kit/pickers/use-hits.ts";
import type { Target } from "#app/promotions/domain/promotion.ts";
import { splitList } from "#app/values/list-text.ts";

const EMPTY: Target = {
  everything: false,
  productIds: [],
  categoryIds: [],
  tags: [],
  excludedProductIds: [],
  excludedCategoryIds: [],
};
export const EVERYTHING: Target = { ...EMPTY, everything: true };

interface TargetEditorProps {
  readonly label: string;
  readonly hint?: string;
  /** As stored: empty lists may be missing. */
  readonly value: Partial<Target> | null;
  readonly onChange: (value: Target) => void;
}

/** The products that a rule covers: every item, or chosen categories, products and tags, less exclusions. */
export function TargetEditor({ label, hint, value, onChange }: TargetEditorProps) {
  const id = useId();
  const target: Target = { ...EMPTY, ...value };
  const change = (changes: Partial<Target>) => onChange({ ...target, ...changes });
  return (
    <fieldset className="grid gap-2 rounded border border-hairline p-3">
      <legend className="px-1 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {[true, false].map((everything) => (
          <label key={String(everything)} className="inline-flex min-h-10 items-center gap-2">
            <input
              type="radio"
              name={`${id}-everything`}
              checked={target.everything === everything}
              onChange={() => change({ everything })}
              className="size-5 accent-primary"
            />
            {everything ? "Every item" : "Only some"}
          </label>
        ))}
      </div>
      {target.everything ? null : (
        <>
          <IdsPicker
            label="Categories and their subcategories"
            kind="category"
            ids={target.categoryIds}
            onChange={(categoryIds) => change({ categoryIds })}
          />
          <IdsPicker label="Products" kind="product" ids={target.productIds} onChange={(productIds) => change({ productIds })} />
          <WordsBox label="Tags" words={target.tags} onChange={(tags) => change({ tags })} />
        </>
      )}
      <LeftOut target={target} change={change} />
      {hint === undefined || hint === "" ? null : <p className="text-sm text-ink-2">{hint}</p>}
    </fieldset>
  );
}

interface LeftOutProps {
  readonly target: Target;
  readonly change: (changes: Partial<Target>) => void;
}

function LeftOut({ target, change }: LeftOutProps) {
  const excluded = target.excludedProductIds.length + target.excludedCategoryIds.length + (target.excludedTags ?? []).length;
  return (
    <Fold
      title={excluded === 0 && target.excludesReduced !== true ? "Leave some out" : "Left out"}
      open={excluded > 0 || target.excludesReduced === true}
    >
      <div className="grid gap-2 pb-1">
        <IdsPicker
          label="Not these categories"
          kind="category"
          ids={target.excludedCategoryIds}
          onChange={(excludedCategoryIds) => change({ excludedCategoryIds })}
        />
        <IdsPicker
          label="Not these products"
          kind="product"
          ids={target.excludedProductIds}
          onChange={(excludedProductIds) => change({ excludedProductIds })}
        />
        <WordsBox label="Not these tags" words={target.excludedTags ?? []} onChange={(excludedTags) => change({ excludedTags })} />
        <label className="inline-flex min-h-10 items-center gap-2">
          <input
            type="checkbox"
            checked={target.excludesReduced === true}
            onChange={(event) => change({ excludesReduced: event.target.checked })}
            className="size-5 accent-primary"
          />
          Not what is reduced already
        </label>
      </div>
    </Fold>
  );
}

interface IdsPickerProps {
  readonly label: string;
  readonly kind: "product" | "category";
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** Records chosen by name, inside a control that stores JSON. */
export function IdsPicker({ label, kind, ids, onChange }: IdsPickerProps) {
  const id = useId();
  const [loaded, setLoaded] = useState<readonly Hit[]>([]);
  const missing = ids.filter((each) => !loaded.some((hit) => hit.id === String(each)));
  const search = useHits(
    missing.length === 0 ? null : `${SEARCH_CALL}?${new URLSearchParams({ kind, ids: missing.join(",") }).toString()}`,
  );
  const fresh = search.state === "found" ? search.hits.filter((hit) => missing.includes(Number(hit.id))) : [];
  if (fresh.length > 0) setLoaded([...loaded, ...fresh]);
  const hits = ids.map((each): Hit => {
    const found = loaded.find((hit) => hit.id === String(each));
    return found ?? { kind, id: String(each), label: `No. ${each}`, detail: "", to: null, picture: null };
  });
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <HitCombobox
        id={id}
        kind={kind}
        taken={ids.map(String)}
        placeholder="Search"
        onPick={(hit) => {
          setLoaded([...loaded.filter((each) => each.id !== hit.id), hit]);
          announce(`${hit.label} is added`);
          onChange([...ids, Number(hit.id)]);
        }}
      />
      <PickedList hits={hits} isOrdered={false} onChange={(next) => onChange(next.map((hit) => Number(hit.id)))} />
    </div>
  );
}

interface WordsBoxProps {
  readonly label: string;
  readonly hint?: string;
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
}

/** Words separated by commas. */
export function WordsBox({ label, hint, words, onChange }: WordsBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState(words.join(", "));
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        id={id}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(splitList(event.target.value));
        }}
        className={CONTROL_CLASS}
      />
      <span className="text-xs text-ink-2">{hint ?? "Separated by commas."}</span>
    </div>
  );
}
