import * as texts from "#texts/catalogue/listing.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { CheckIcon } from "lucide-react";
import { useLayoutEffect, useRef, type RefObject } from "react";
import { Form, Link, useSubmit } from "react-router";
import { PRODUCTS_PER_PAGE } from "#app/values/limits.ts";
import { Button, buttonClass } from "#app/kit/button.tsx";
import { useChangeAnnouncement } from "#app/kit/focus/use-change-announcement.ts";
import { focusPage, giveFocus } from "#app/kit/focus/focus-target.ts";
import { CommittedSelect } from "#app/kit/forms/committed-select.tsx";
import { listingSearch, type ListingQuery } from "./listing-address.ts";
import { ProductRows, type ProductsProps } from "./product-row.tsx";
import { capitalised } from "#app/values/text.ts";

const SORTS = [
  { value: "name", label: texts.byName },
  { value: "price", label: texts.byPrice },
  { value: "price-desc", label: texts.byPriceDown },
  { value: "newest", label: texts.byAge },
] as const;

export interface ProductListingProps extends ProductsProps {
  /** The list's path, without query. */
  readonly path: string;
  /** The name of the list's default order. */
  readonly ownOrder: string;
  readonly query: ListingQuery;
  readonly total: number;
  /** There are more than `total`. */
  readonly isTotalCapped: boolean;
  readonly before: number;
  readonly after: number;
  readonly nextPage: number | null;
  readonly previousPage: number | null;
  /** Filter tags; empty = the list is too short to need them. */
  readonly filterTags?: readonly string[];
  /** At the top of the page: its first picture is preloaded. */
  readonly isFirst?: boolean;
}

/** A list of products with sort order, filters and "show more". Its state is in the address, and it works without scripts. */
export function ProductListing({
  path,
  label,
  ownOrder,
  query,
  products,
  actionOf,
  total,
  isTotalCapped,
  before,
  after,
  nextPage,
  previousPage,
  filterTags = [],
  isFirst = false,
}: ProductListingProps) {
  const format = useMoneyFormat();
  const list = useRef<HTMLDivElement>(null);
  useFocusOnMore(list, { path, before, shown: products.length, order: listingSearch({ ...query, page: 1 }) });
  const at = (changes: Partial<ListingQuery>) => `${path}${listingSearch({ ...query, page: 1, ...changes })}`;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-4">
        <p role="status" className="figures text-ink-2">
          {texts.found({ count: total, isMore: isTotalCapped, tags: query.dietaryTags }, format)}
        </p>
        {total > 1 ? <SortForm path={path} ownOrder={ownOrder} query={query} /> : null}
        <DietFilter tags={filterTags} chosen={query.dietaryTags} to={(dietaryTags) => at({ dietaryTags })} />
      </div>
      {products.length === 0 ? (
        <NothingMatches all={at({ dietaryTags: [] })} />
      ) : (
        <>
          {previousPage === null ? null : (
            <Link to={at({ page: previousPage })} className={buttonClass({ look: "outline", className: "mb-6" })}>
              {texts.showBefore(before, format)}
            </Link>
          )}
          <div ref={list}>
            <ProductRows products={products} label={label} actionOf={actionOf} isFirst={isFirst} />
          </div>
          {nextPage === null ? null : (
            <div className="mt-8 flex flex-wrap items-center gap-4">
              <Link to={at({ page: nextPage })} replace preventScrollReset className={buttonClass({ look: "outline" })}>
                {texts.showMore(Math.min(after, PRODUCTS_PER_PAGE))}
              </Link>
              <p className="figures text-sm text-ink-2">{texts.shownOf(before + products.length, total)}</p>
            </div>
          )}
        </>
      )}
    </>
  );
}

function NothingMatches({ all }: { /** The address without filters. */ readonly all: string }) {
  return (
    <div className="border-t-2 border-ink py-10">
      <p className="text-lg">{texts.nothingMatches}</p>
      <Link to={all} className={buttonClass({ look: "outline", className: "mt-4" })}>
        {texts.showAll}
      </Link>
    </div>
  );
}

interface DietFilterProps {
  readonly tags: readonly string[];
  readonly chosen: readonly string[];
  /** The address of the list with these tags. */
  readonly to: (tags: readonly string[]) => string;
}

function DietFilter({ tags, chosen, to }: DietFilterProps) {
  if (tags.length === 0 && chosen.length === 0) return null;
  return (
    <ul aria-label={texts.filterByDiet} className="flex w-full flex-wrap gap-2">
      {[...new Set([...tags, ...chosen])].map((tag) => {
        const isOn = chosen.includes(tag);
        return (
          <li key={tag}>
            <Link
              to={to(isOn ? chosen.filter((each) => each !== tag) : [...chosen, tag])}
              replace
              preventScrollReset
              className={`inline-flex min-h-11 items-center gap-1.5 rounded border px-3 text-sm font-semibold ${isOn ? "border-primary bg-primary-tint text-primary" : "border-field bg-surface hover:border-ink"}`}
            >
              {isOn ? <CheckIcon aria-hidden className="size-4" /> : null}
              <span className="sr-only">{isOn ? texts.removeFilter : texts.only} </span>
              {capitalised(tag)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The visible part of a list. */
interface ShownPart {
  readonly path: string;
  /** The query of the list without its page. */
  readonly order: string;
  readonly before: number;
  readonly shown: number;
}

/** After "show more", focuses the first added product; after a change to another range of pages, the page's title. */
function useFocusOnMore(list: RefObject<HTMLElement | null>, { path, order, before, shown }: ShownPart) {
  const last = useRef({ path, order, before, shown });
  useLayoutEffect(() => {
    const former = last.current;
    last.current = { path, order, before, shown };
    if (former.path !== path || former.order !== order) return;
    if (former.before !== before) focusPage({ byPointer: true });
    else if (shown > former.shown) giveFocus(list.current?.querySelectorAll("h3 a")[former.shown], { byPointer: true });
  }, [list, path, order, before, shown]);
}

/** A change is submitted immediately; without scripts there is a button. */
function SortForm({ path, ownOrder, query }: { path: string; ownOrder: string; query: ListingQuery }) {
  const submit = useSubmit();
  const order = query.sort ?? "";
  const orderWords = SORTS.find(({ value }) => value === order)?.label ?? ownOrder;
  useChangeAnnouncement(order, texts.sortedBy(orderWords));
  return (
    <Form action={path} replace preventScrollReset className="flex min-w-0 flex-wrap items-center gap-2">
      {query.q === undefined ? null : <input type="hidden" name="q" value={query.q} />}
      {query.dietaryTags.map((tag) => (
        <input key={tag} type="hidden" name="tag" value={tag} />
      ))}
      <label htmlFor="sort" className="text-sm text-ink-2">
        {texts.sortBy}
      </label>
      <CommittedSelect
        id="sort"
        name="sort"
        value={order}
        onCommit={(select) => void submit(select.form, { replace: true, preventScrollReset: true })}
        // A fixed width: the page may be painted before the last option has arrived.
        className="control min-h-11 w-42 max-w-full min-w-0 px-2"
      >
        <option value="">{ownOrder}</option>
        {SORTS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </CommittedSelect>
      <span className="hidden noscript:block">
        <Button type="submit" look="outline">
          {texts.sort}
        </Button>
      </span>
    </Form>
  );
}
