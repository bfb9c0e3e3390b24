import { Combobox } from "@base-ui/react/combobox";
import { useState } from "react";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useLabelWords } from "#app/kit/forms/use-label-words.ts";
import { SEARCH_CALL, type Hit } from "./hit.ts";
import { SearchResult } from "./search-result.tsx";
import { spokenCount, useHits } from "./use-hits.ts";

interface HitComboboxProps {
  readonly id: string;
  readonly kind: string;
  /** Ids that are already selected and not offered again. */
  readonly taken: readonly string[];
  readonly placeholder: string;
  readonly onPick: (hit: Hit) => void;
  /** Offers to create a record with the typed name if there is none. A promise: whether it was created; until then the text stays in the field. */
  readonly onCreate?: ((name: string) => void | Promise<boolean>) | undefined;
  /** Reports the text in the field, for a button next to it. */
  readonly onType?: ((text: string) => void) | undefined;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: true | undefined;
}

/** The last item of the list, which creates a record. */
const CREATE = { id: "", detail: "", to: null, picture: null } as const;

function emptyWords(kind: string): string {
  return kind === "media" ? "No picture has this name. Upload one below." : "Nothing found. Try a part of the name.";
}

/** Whether a record or an ancestor of it ("Breakfast › Eggs") starts with the name: then an arrow key must not skip it for a new record. */
function beginsWith(label: string, name: string): boolean {
  return label.split(/[›>/]/).some((part) => part.trim().toLowerCase().startsWith(name.toLowerCase()));
}

/** Focuses a field with text that is not picked yet and that saving would lose. Returns whether a visible one exists. */
export function focusUnpicked(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLElement>("[data-unpicked] [role=combobox]")];
  const field = fields.find((each) => each.checkVisibility());
  field?.focus();
  return field !== undefined;
}

/** Finds records of one kind by a part of their name, and reports the picked one. */
export function HitCombobox({ id, kind, taken, placeholder, onPick, onCreate, onType, ...aria }: HitComboboxProps) {
  const [typed, setText] = useState("");
  const setTyped = (text: string) => {
    setText(text);
    onType?.(text);
  };
  const [isOpen, setOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const label = useLabelWords();
  const search = useHits(isOpen ? `${SEARCH_CALL}?${new URLSearchParams({ kind, q: typed }).toString()}` : null);
  const open = search.hits.filter((hit) => !taken.includes(hit.id));
  const name = typed.trim();
  const isNew = name !== "" && search.state === "found" && !search.hits.some((hit) => beginsWith(hit.label, name));
  const create = async () => {
    const created = onCreate?.(name);
    if (!(created instanceof Promise)) return setTyped("");
    setCreating(true);
    const isCreated = await created;
    setCreating(false);
    // Another text may have been typed meanwhile.
    if (isCreated) setText((current) => (current.trim() === name ? "" : current));
  };
  const items = onCreate !== undefined && isNew && !isCreating ? [...open, { ...CREATE, kind, label: `Create “${name}”` }] : open;
  return (
    <div className="grid gap-1" data-unpicked={name === "" ? undefined : ""}>
      <Combobox.Root<Hit>
        items={items}
        filter={null}
        value={null}
        inputValue={typed}
        onInputValueChange={(text, details) => {
          // A closing list would clear the field and silently lose the typed text.
          if (details.reason === "input-change" || details.reason === "escape-key") setTyped(text);
        }}
        open={isOpen}
        onOpenChange={setOpen}
        itemToStringLabel={(hit) => hit.label}
        isItemEqualToValue={(a, b) => a.id === b.id}
        onValueChange={(hit) => {
          if (hit === null) return;
          if (hit.id === CREATE.id) return void create();
          onPick(hit);
          setTyped("");
        }}
        autoHighlight
      >
        <Combobox.Input id={id} placeholder={placeholder} className={CONTROL_CLASS} {...label} {...aria} />
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50">
            <Combobox.Popup className="max-h-80 w-(--anchor-width) overflow-y-auto rounded border border-hairline bg-surface py-1 text-sm text-ink shadow-float">
              <Combobox.Status className="sr-only">{spokenCount({ ...search, hits: open })}</Combobox.Status>
              {search.state === "failed" || (search.state === "found" && items.length === 0) ? (
                <p className="px-3 py-2 text-ink-2">
                  {search.state === "failed" ? "The search did not answer. Type again." : emptyWords(kind)}
                </p>
              ) : null}
              <Combobox.List>
                {(hit: Hit) => (
                  <Combobox.Item
                    key={hit.id}
                    value={hit}
                    className="flex min-h-10 cursor-pointer items-center gap-3 px-3 data-highlighted:marked"
                  >
                    <SearchResult hit={hit} />
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      <p role="status" className="text-sm font-semibold text-beet empty:hidden">
        {name === "" || isOpen || isCreating ? null : `“${name}” is not added yet. Choose it from the list, or empty this field.`}
      </p>
    </div>
  );
}
