import { SearchIcon } from "lucide-react";
import { Form } from "react-router";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { Button } from "#app/kit/button.tsx";

/** Search over the whole menu: `/?q=`. */
export function SearchForm({ q = "", className = "" }: { q?: string; className?: string }) {
  return (
    <Form role="search" action="/" className={`flex flex-wrap gap-2 ${className}`}>
      <label className="relative min-w-0 grow basis-40">
        <span className="sr-only">Search the menu</span>
        <SearchIcon aria-hidden className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
        <input
          key={q}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder="Search the menu"
          enterKeyHint="search"
          className="control min-h-11 w-full pl-10"
        />
      </label>
      <Button type="submit" look="outline">
        Search
      </Button>
    </Form>
  );
}
