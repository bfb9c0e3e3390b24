import { XIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, Link, useSearchParams, useSubmit } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { addressWith, type ListFilter, type ListState } from "./list-columns.ts";

const TYPING_MS = 300;

interface ListFiltersProps {
  readonly query: ListState;
  readonly filters: readonly ListFilter[];
  /** "Name or telephone" */
  readonly searchHint: string;
  /** "categories" */
  readonly nouns: string;
}

/** Search and filters as a plain form; with scripts it answers while one types. What is on stands below as words that can be taken away. */
export function ListFilters({ query, filters, searchHint, nouns }: ListFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = useSubmit();
  const isClient = useIsClient();
  const [search] = useSearchParams();
  const active = activeFilters(query, search, filters);
  const send = () => {
    clearTimeout(timer.current);
    if (form.current !== null) void submit(form.current, { replace: true, preventScrollReset: true });
  };
  useEffect(() => {
    // A link has changed the search, not the typing here.
    const input = field.current;
    if (input !== null && document.activeElement !== input && input.value.trim() !== query.q) input.value = query.q;
  }, [query.q]);
  return (
    <div className="mb-3 grid gap-2">
      <Form
        ref={form}
        method="get"
        role="search"
        onSubmit={() => clearTimeout(timer.current)}
        className="flex flex-wrap items-center gap-2"
      >
        {search.get("sort") === null ? null : <input type="hidden" name="sort" value={query.sort} />}
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={`Search ${nouns}`}
          placeholder={searchHint}
          defaultValue={query.q}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(send, TYPING_MS);
          }}
          className={`${CONTROL_CLASS} max-sm:min-h-11 sm:w-72`}
        />
        {filters.map((filter) => (
          <select
            key={`${filter.name}:${search.get(filter.name) ?? ""}`}
            name={filter.name}
            aria-label={filter.label}
            defaultValue={search.get(filter.name) ?? ""}
            onChange={send}
            className="min-h-11 max-w-full min-w-0 rounded border border-field bg-surface px-3 text-base hover:border-ink max-sm:flex-1 sm:min-h-10 sm:text-sm"
          >
            <option value="">{filter.label}: any</option>
            {filter.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ))}
        {isClient ? null : (
          <span className="hidden noscript:block">
            <Button type="submit" look="outline" size="desk" className="min-h-10">
              Search
            </Button>
          </span>
        )}
      </Form>
      {active.length === 0 ? null : (
        <ul aria-label="What is shown" className="flex flex-wrap gap-2">
          {active.map((filter) => (
            <li key={filter.name}>
              <Link
                to={addressWith(search, { [filter.name]: "" })}
                preventScrollReset
                className="inline-flex min-h-8 items-center gap-1.5 rounded border border-hairline bg-canvas px-2.5 hover:border-ink"
              >
                {filter.words}
                <XIcon aria-hidden className="size-3.5" />
                <span className="sr-only">, take away</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The search and the filters that are on, each in words: "“soup”", "Status: hidden". */
export function activeFilters(
  { q }: Pick<ListState, "q">,
  search: URLSearchParams,
  filters: readonly ListFilter[],
): readonly { readonly name: string; readonly words: string }[] {
  return [
    ...(q === "" ? [] : [{ name: "q", words: `“${q}”` }]),
    ...filters.flatMap(({ name, label, options }) => {
      const option = options.find((each) => each.value === search.get(name));
      return option === undefined ? [] : [{ name, words: `${label}: ${option.label.toLowerCase()}` }];
    }),
  ];
}
