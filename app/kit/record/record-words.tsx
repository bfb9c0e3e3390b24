import { XIcon } from "lucide-react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { HitCombobox } from "#app/kit/pickers/hit-combobox.tsx";
import { RecordControl } from "./record-fields.tsx";
import { splitList } from "#app/values/list-text.ts";

interface RecordWordsProps {
  readonly name: string;
  readonly label: string;
  /** The search kind that suggests words. */
  readonly kind: string;
}

/** Short words, such as tags: existing ones are suggested, others are created. The field's value is "new, spicy". */
export function RecordWords({ kind, ...field }: RecordWordsProps) {
  return <RecordControl {...field}>{({ required: _required, ...control }) => <Words {...control} kind={kind} />}</RecordControl>;
}

function Words({
  id,
  name,
  value,
  onChange,
  kind,
  maxLength,
  ...aria
}: ControlProps & { readonly kind: string; readonly maxLength: number | undefined }) {
  const isClient = useIsClient();
  if (!isClient)
    return (
      <>
        <input id={id} name={name} defaultValue={value} maxLength={maxLength} className={CONTROL_CLASS} {...aria} />
        <span className="text-xs text-ink-2">Separated by commas: new, spicy.</span>
      </>
    );
  const words = splitList(value);
  const put = (next: readonly string[]) => onChange(next.join(", "));
  const add = (text: string) => {
    const fresh = splitList(text).filter((word) => !words.some((each) => each.toLowerCase() === word.toLowerCase()));
    if (fresh.length === 0) return;
    put([...words, ...fresh]);
    announce(`${fresh.join(", ")} added`);
  };
  const remove = (word: string) => {
    put(words.filter((each) => each !== word));
    document.getElementById(id)?.focus();
    announce(`${word} removed`);
  };
  return (
    <div className="grid gap-2">
      <input type="hidden" name={name} value={value} />
      <HitCombobox
        {...aria}
        id={id}
        kind={kind}
        taken={words}
        placeholder="Search or create"
        onPick={(hit) => add(hit.label)}
        onCreate={add}
      />
      {words.length === 0 ? null : (
        <ul className="flex flex-wrap gap-1.5">
          {words.map((word) => (
            <WordTag key={word} word={word} onRemove={() => remove(word)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function WordTag({ word, onRemove }: { readonly word: string; readonly onRemove: () => void }) {
  return (
    <li className="inline-flex items-center rounded-tag border border-hairline bg-canvas pl-2 text-sm">
      {word}
      <button
        type="button"
        aria-label={`Remove ${word}`}
        onClick={onRemove}
        className="grid size-8 place-items-center rounded-tag text-ink-2 hover:text-ink max-sm:size-11"
      >
        <XIcon aria-hidden className="size-4" />
      </button>
    </li>
  );
}
