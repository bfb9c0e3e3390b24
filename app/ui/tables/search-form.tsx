import { Form, Link } from "react-router";
import { SearchIcon } from "lucide-react";
import { MAX_SEARCH_LENGTH } from "#app/domain/limits.ts";
import { Button } from "#app/ui/primitives/button.tsx";

interface SearchFormProps {
  readonly q: string;
  readonly placeholder: string;
  /** What else stays in the address while searching. */
  readonly keep?: Readonly<Record<string, string>>;
  readonly action?: string;
  /** Where "Clear" leads; shown only while something is searched. */
  readonly clearTo: string;
}

/** One search field whose words stand in the address. */
export function SearchForm({ q, placeholder, keep = {}, action, clearTo }: SearchFormProps) {
  return (
    <Form method="get" action={action} role="search" key={q} className="flex w-full items-center gap-2 sm:w-auto">
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="relative grow">
        <span className="sr-only">{placeholder}</span>
        <SearchIcon aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={MAX_SEARCH_LENGTH}
          placeholder={placeholder}
          className="min-h-10 w-full sm:w-72 rounded border border-field bg-surface pr-3 pl-8 text-base placeholder:text-muted hover:border-ink sm:text-sm"
        />
      </label>
      <Button type="submit" look="outline" size="desk" className="min-h-10">
        Search
      </Button>
      {q === "" ? null : (
        <Link to={clearTo} className="inline-flex min-h-10 items-center px-1 text-primary underline underline-offset-2">
          Clear
        </Link>
      )}
    </Form>
  );
}
