import * as texts from "#texts/catalogue/navigation.ts";
import { SearchIcon } from "lucide-react";
import { useState, type ComponentType } from "react";
import { Form } from "react-router";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { Button } from "#app/kit/button.tsx";

interface SearchFormProps {
  readonly q?: string;
  readonly className?: string;
  /** Distinguishes it from another search on the page. */
  readonly label?: string;
  /** Without a button for lack of room; Enter searches. */
  readonly isBare?: boolean;
}

interface SuggestionList {
  readonly List: ComponentType<{ readonly input: HTMLInputElement }>;
  readonly input: HTMLInputElement;
  /** A new key per field: text typed before the list has loaded is searched again. */
  readonly key: number;
}

/** Search over the whole menu: `/?q=`. Suggestions load when the field is first focused, so that no page waits for them. */
export function SearchForm({ q = "", className = "", label, isBare = false }: SearchFormProps) {
  const [list, setList] = useState<SuggestionList | null>(null);
  const suggest = (input: HTMLInputElement) => {
    if (list?.input === input) return;
    import("./suggestions.tsx").then(
      ({ Suggestions }) => setList((former) => ({ List: Suggestions, input, key: (former?.key ?? 0) + 1 })),
      (error: unknown) => {
        // No connection: the search itself shows the error. Anything else is a bug.
        if (!(error instanceof TypeError)) throw error;
      },
    );
  };
  return (
    <Form role="search" aria-label={label} action="/" className={`relative flex-wrap gap-2 ${className}`}>
      <label className="relative min-w-0 grow basis-40">
        <span className="sr-only">{texts.searchMenu}</span>
        <SearchIcon aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
        <input
          key={q}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={texts.searchMenu}
          enterKeyHint="search"
          className="control min-h-11 w-full pr-1 pl-10"
          onFocus={(event) => suggest(event.currentTarget)}
        />
      </label>
      {isBare ? null : (
        <Button type="submit" look="outline">
          {texts.search}
        </Button>
      )}
      {list === null || !list.input.isConnected ? null : <list.List key={list.key} input={list.input} />}
    </Form>
  );
}
