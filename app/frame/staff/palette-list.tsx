import { Autocomplete } from "@base-ui/react/autocomplete";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useShortcutList, type Shortcut } from "#app/kit/hooks/use-shortcuts.ts";
import { useStoredText } from "#app/kit/hooks/use-stored-text.ts";
import { spokenCount, useHits, type HitSearch } from "#app/kit/pickers/use-hits.ts";
import type { AdminSection } from "./navigation.ts";
import { HIT_KINDS, type HitKind } from "#app/staff/domain/search.ts";
import { jsonOf } from "#app/values/json.ts";
import { textOf } from "#app/values/narrow.ts";

const RECENT_KEY = "shopbell:recent";
const MOST_RECENT = 6;
const KIND_WORDS: Readonly<Record<HitKind, string>> = {
  customer: "Customers",
  order: "Orders",
  product: "Products",
  category: "Categories",
  template: "Customization templates",
  option: "Options",
  page: "Pages of the shop",
  media: "Pictures",
};

/** One result: a page to open or an action. */
interface Entry {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly to: string | null;
  readonly run: (() => void) | null;
}

interface EntryGroup {
  readonly label: string;
  readonly items: readonly Entry[];
}

interface PaletteListProps {
  readonly sections: readonly AdminSection[];
  readonly searchCall: string | null;
  readonly onClose: () => void;
}

/** The search field and its results: recently opened first, then pages, actions of this page, and records. */
export default function PaletteList({ sections, searchCall, onClose }: PaletteListProps) {
  const [typed, setTyped] = useState("");
  const [stored, store] = useStoredText(RECENT_KEY);
  const navigate = useNavigate();
  const shortcuts = useShortcutList();
  const q = typed.trim();
  const search = useHits(q === "" || searchCall === null ? null : `${searchCall}?${new URLSearchParams({ q }).toString()}`);
  const recent = parseRecent(stored);
  const groups = paletteGroups({ q, sections, shortcuts, recent, hits: search.hits });
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);

  const choose = (entry: Entry) => {
    onClose();
    if (entry.run !== null) {
      // The dialog must close first: the action may move the focus.
      setTimeout(entry.run);
      return;
    }
    if (entry.to === null) return;
    const others = recent.filter((each) => each.to !== entry.to);
    if (!isPersonal(entry.to)) store(JSON.stringify([{ label: entry.label, to: entry.to }, ...others].slice(0, MOST_RECENT)));
    void navigate(entry.to);
  };

  const spoken = search.state === "found" ? `${count} found` : spokenCount(search);
  return (
    <Autocomplete.Root
      items={groups}
      mode="none"
      inline
      open
      autoHighlight="always"
      value={typed}
      onValueChange={(text, details) => {
        if (details.reason !== "item-press") setTyped(text);
      }}
      itemToStringValue={(entry: Entry) => entry.label}
    >
      <Autocomplete.Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type into it
        autoFocus
        aria-label="Page, record or action"
        placeholder="Page, record or action"
        className="w-full rounded-t border-b border-hairline bg-surface px-4 py-3.5 text-base outline-none"
      />
      <p role="status" className="sr-only">
        {q === "" ? "" : spoken}
      </p>
      <div className="max-h-[60dvh] overflow-y-auto py-2">
        {groups.length === 0 && search.state !== "loading" ? (
          <p className="px-4 py-3 text-ink-2">
            {search.state === "failed" ? "The search did not answer. Type again." : `Nothing fits “${q}”.`}
          </p>
        ) : null}
        <EntryList onChoose={choose} />
      </div>
    </Autocomplete.Root>
  );
}

function EntryList({ onChoose }: { readonly onChoose: (entry: Entry) => void }) {
  return (
    <Autocomplete.List>
      {(group: EntryGroup) => (
        <Autocomplete.Group key={group.label} items={group.items} className="pb-2">
          <Autocomplete.GroupLabel className="px-4 py-1 text-xs font-semibold text-ink-2">{group.label}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: Entry) => (
              <Autocomplete.Item
                key={entry.id}
                value={entry}
                onClick={() => onChoose(entry)}
                className="flex min-h-10 cursor-pointer items-center gap-3 px-4 data-highlighted:marked"
              >
                <span className="min-w-0 grow truncate">{entry.label}</span>
                <span className="figures shrink-0 text-xs text-ink-2">{entry.detail}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

interface PaletteContents {
  /** The typed text. */
  readonly q: string;
  readonly sections: readonly AdminSection[];
  readonly shortcuts: readonly Shortcut[];
  readonly recent: readonly Recent[];
  readonly hits: HitSearch["hits"];
}

/** The entries that match the typed words, by group; empty groups are left out. */
function paletteGroups({ q, sections, shortcuts, recent, hits }: PaletteContents): readonly EntryGroup[] {
  const fits = (label: string) =>
    q
      .toLowerCase()
      .split(/\s+/)
      .every((word) => label.toLowerCase().includes(word));
  const page = (label: string, to: string, detail: string): Entry => ({ id: to, label, detail, to, run: null });
  const kinds = HIT_KINDS.filter((kind) => hits.some((hit) => hit.kind === kind));
  const groups: readonly EntryGroup[] = [
    { label: "Recent", items: q === "" ? recent.map((each) => ({ ...page(each.label, each.to, ""), id: `recent:${each.to}` })) : [] },
    {
      label: "Pages",
      items: sections
        .filter((each) => fits(`${each.label} ${each.keywords ?? ""}`))
        .map((each) => page(each.label, each.path, `G ${each.key.toUpperCase()}`)),
    },
    {
      label: "Here",
      items: shortcuts
        .filter((each) => !each.keys.startsWith("g ") && each.keys !== "mod+k" && fits(each.label))
        .map((each) => ({ id: `do:${each.keys}`, label: each.label, detail: keyWords(each.keys), to: null, run: each.run })),
    },
    ...kinds.map((kind) => ({
      label: KIND_WORDS[kind],
      items: hits.flatMap((hit) => (hit.kind === kind && hit.to !== null ? [page(hit.label, hit.to, hit.detail)] : [])),
    })),
  ];
  return groups.filter((group) => group.items.length > 0);
}

function keyWords(keys: string): string {
  return keys.replace("mod+", "Ctrl ").toUpperCase().replace("CTRL", "Ctrl");
}

interface Recent {
  readonly label: string;
  readonly to: string;
}

/** Records named after customers: their names must not remain in this browser after sign-out. */
const isPersonal = (to: string) => /^\/admin\/(?:customers|orders)\/./.test(to);

/** The recent entries of this browser; invalid data counts as none. */
function parseRecent(text: string | null): readonly Recent[] {
  const list = jsonOf(text ?? "[]");
  return Array.isArray(list)
    ? list.filter((each): each is Recent => {
        const to = textOf(each, "to");
        return textOf(each, "label") !== undefined && to !== undefined && !isPersonal(to);
      })
    : [];
}
