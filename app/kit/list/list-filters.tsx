import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { SlidersHorizontalIcon, XIcon } from "lucide-react";
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Form, Link, useNavigate, useSearchParams } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { CommittedSelect } from "#app/kit/forms/committed-select.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { isLocalDate } from "#app/values/time.ts";
import { activeFilters, addressWithout, namesOf, type ActiveFilter } from "./active-filters.ts";
import { addressWith, type ListFilter, type ListOrder, type ListState } from "./list-columns.ts";

const TYPING_MS = 300;
/** Long enough to type all digits of a date's year. */
const TYPING_DAY_MS = 800;
const FIELD = "min-h-11 max-w-full min-w-0 rounded border border-field bg-surface px-3 text-base hover:border-ink sm:min-h-10 sm:text-sm";

interface ListFiltersProps {
  readonly query: ListState;
  readonly filters: readonly ListFilter[];
  /** "Name or telephone" */
  readonly searchHint: string;
  /** "categories" */
  readonly nouns: string;
  /** Filters are folded until one is active, to leave room for the rows. */
  readonly areFolded?: boolean;
  /** Empty = no sorting. */
  readonly orders: readonly ListOrder[];
  /** The table's heads sort, too, so wide screens need no select. */
  readonly hasHeads: boolean;
}

/**
 * Search and filters as a plain form; with scripts it searches while the user types. Active filters are listed below and can be removed.
 */
export function ListFilters({ query, filters, searchHint, nouns, areFolded = false, orders, hasHeads }: ListFiltersProps) {
  const [search] = useSearchParams();
  const filterNames = ["q", ...filters.flatMap(namesOf)];
  const { form, send, sendNow, go } = useListSearch(search, filterNames);
  const active = activeFilters(query, search, filters, useShopClock().region);
  // The values as the list parsed them: invalid ones are not sent on.
  const kept = Object.entries(query).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" && search.has(name) && ![...filterNames, "sort"].includes(name) ? [{ name, value }] : [],
  );
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-2">
      <Form
        ref={form}
        method="get"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          sendNow();
        }}
        className="flex flex-wrap items-center gap-2"
      >
        {kept.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FollowedInput
          type="search"
          name="q"
          aria-label={searchHint}
          placeholder={searchHint}
          value={query.q}
          maxLength={MAX_SEARCH_LENGTH}
          onChange={() => send(TYPING_MS)}
          className={`${CONTROL_CLASS} sm:w-64`}
        />
        <Folded isFolded={areFolded && active.length === 0} isPhoneFolded={filters.length + orders.length > 1} count={active.length}>
          {filters.map((filter) => (
            <FilterField key={filter.label} filter={filter} search={search} send={send} />
          ))}
          <OrderSelect orders={orders} sort={search.has("sort") ? query.sort : ""} hasHeads={hasHeads} onSort={(sort) => go({ sort })} />
        </Folded>
        <span className="hidden noscript:block">
          <Button type="submit" look="outline" size="desk" className="min-h-10">
            Search
          </Button>
        </span>
      </Form>
      <ActiveFilters active={active} search={search} nouns={nouns} />
    </div>
  );
}

/** Navigates to the fields `own` of the form as an address: immediately, or after a pause in typing. */
function useListSearch(search: URLSearchParams, own: readonly string[]) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const go = (values: Readonly<Record<string, string>>) =>
    void navigate(addressWith(search, values), { replace: true, preventScrollReset: true });
  const sendNow = () => {
    clearTimeout(timer.current);
    if (form.current === null) return;
    const typed = new FormData(form.current);
    const textOf = (value: FormDataEntryValue | null) => (typeof value === "string" ? value.trim() : "");
    go(Object.fromEntries(own.map((name) => [name, textOf(typed.get(name))])));
  };
  const send = (afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(sendNow, afterMs);
  };
  return { form, send, sendNow, go };
}

interface OrderSelectProps {
  readonly orders: readonly ListOrder[];
  readonly sort: string;
  readonly hasHeads: boolean;
  readonly onSort: (sort: string) => void;
}

function OrderSelect({ orders, sort, hasHeads, onSort }: OrderSelectProps) {
  if (orders.length === 0) return null;
  return (
    <CommittedSelect
      name="sort"
      aria-label="Order"
      value={sort}
      onCommit={(select) => onSort(select.value)}
      className={`${FIELD} max-sm:grow max-sm:basis-[45%] sm:max-w-56 ${hasHeads ? "md:hidden" : ""}`}
    >
      <option value="">Usual order</option>
      {orders.map((order) => (
        <option key={order.sort} value={order.sort}>
          {order.label}
        </option>
      ))}
    </CommittedSelect>
  );
}

interface ActiveFiltersProps {
  readonly active: readonly ActiveFilter[];
  readonly search: URLSearchParams;
  readonly nouns: string;
}

/** The active filters, each with a button to remove it. */
function ActiveFilters({ active, search, nouns }: ActiveFiltersProps) {
  if (active.length === 0) return null;
  return (
    <ul aria-label={`Shown ${nouns}`} className="flex flex-wrap items-center gap-2">
      {active.map((filter) => (
        <li key={filter.words} className="min-w-0">
          <Link
            to={addressWith(search, filter.without)}
            preventScrollReset
            className="inline-flex min-h-8 max-sm:min-h-11 items-center gap-1.5 rounded border border-hairline bg-canvas px-2.5 wrap-anywhere hover:border-ink"
          >
            {filter.words}
            <XIcon aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">, remove filter</span>
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={addressWithout(search, active)}
          preventScrollReset
          className="inline-flex min-h-8 max-sm:min-h-11 items-center px-1 font-semibold text-primary underline underline-offset-2"
        >
          Clear
        </Link>
      </li>
    </ul>
  );
}

/** A field with local state that follows the address when a link changes it, but not while typing. */
function FollowedInput({ value, ...props }: ComponentProps<"input"> & { readonly value: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    if (input !== null && document.activeElement !== input && input.value.trim() !== value) input.value = value;
  }, [value]);
  return <input ref={field} defaultValue={value} {...props} />;
}

interface FoldedProps {
  /** Folded at every width. */
  readonly isFolded: boolean;
  /** Folded on phones, where the filters would fill the screen. */
  readonly isPhoneFolded: boolean;
  /** The number of active filters. */
  readonly count: number;
  readonly children: ReactNode;
}

function Folded({ isFolded, isPhoneFolded, count, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const words = (
    <>
      <SlidersHorizontalIcon aria-hidden className="size-4" />
      <span className="underline underline-offset-2">Filters{isFolded ? "" : " and order"}</span>
    </>
  );
  const look = "inline-flex min-h-11 items-center gap-1.5 pr-2 font-semibold text-primary";
  if (isFolded)
    return (
      <details className="max-sm:w-full">
        <summary className={`${look} list-none sm:min-h-10 [&::-webkit-details-marker]:hidden`}>{words}</summary>
        <div className="flex flex-wrap items-center gap-2 pb-1">{children}</div>
      </details>
    );
  return (
    <>
      {isPhoneFolded ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={`${look} sm:hidden noscript:hidden`}
        >
          {words}
          {count === 0 ? null : <span className="figures">({count})</span>}
        </button>
      ) : null}
      <div
        id={id}
        className={`flex flex-wrap items-center gap-2 max-sm:w-full sm:contents ${isPhoneFolded && !isOpen ? "max-sm:not-noscript:hidden" : ""}`}
      >
        {children}
      </div>
    </>
  );
}

/** Ignores an invalid day. */
function dayOf(text: string | null): string {
  return text !== null && isLocalDate(text) ? text : "";
}

interface FilterFieldProps {
  readonly filter: ListFilter;
  readonly search: URLSearchParams;
  /** Submits the form after this pause in typing. */
  readonly send: (afterMs: number) => void;
}

function FilterField({ filter, search, send }: FilterFieldProps) {
  if ("from" in filter) {
    return (
      <fieldset className="flex min-w-0 items-center gap-2 max-sm:w-full max-sm:flex-wrap">
        <legend className="sr-only">{filter.label}</legend>
        {(["from", "to"] as const).map((end) => (
          <label key={end} className="flex min-w-0 items-center gap-2 max-sm:flex-1">
            <span className="text-ink-2">{end === "from" ? "From" : "to"}</span>
            <FollowedInput
              type="date"
              name={filter[end]}
              value={dayOf(search.get(filter[end]))}
              onChange={() => send(TYPING_DAY_MS)}
              className={`${FIELD} px-2 max-sm:w-full max-sm:flex-1`}
            />
          </label>
        ))}
        {filter.note === undefined ? null : <span className="text-xs text-ink-2">{filter.note}</span>}
      </fieldset>
    );
  }
  const { name, label, options, anyValue = "" } = filter;
  return (
    <CommittedSelect
      name={name}
      aria-label={label}
      value={search.get(name) ?? anyValue}
      onCommit={() => send(0)}
      className={`${FIELD} max-sm:grow max-sm:basis-[45%] sm:max-w-56`}
    >
      <option value={anyValue}>{label}: any</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </CommittedSelect>
  );
}
