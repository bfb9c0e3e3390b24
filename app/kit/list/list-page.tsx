import { Refused } from "#app/kit/forms/refused.tsx";
import { formatNumber } from "#app/values/number.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { Link, useNavigation, useSearchParams } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { filterKey } from "#app/kit/focus/same-page.ts";
import { Pager } from "#app/kit/pager.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import {
  addressWith,
  ordersOf,
  type ListAct,
  type ListColumn,
  type ListFilter,
  type ListOrder,
  type ListState,
  type RowFacts,
} from "./list-columns.ts";
import { activeFilters, addressWithout } from "./active-filters.ts";
import { sortedText, totalText } from "./total-text.ts";
import { ListFilters } from "./list-filters.tsx";
import { ListGrid } from "./list-grid.tsx";
import { ListTable } from "./list-table.tsx";
import { useFocusOnRows } from "./use-focus-on-rows.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useSelection } from "./use-selection.ts";
import { capitalised } from "#app/values/text.ts";

interface ListPageProps<Row> {
  readonly query: ListState;
  readonly rows: readonly Row[];
  /** On all pages together. */
  readonly total: number;
  readonly isTotalCapped?: boolean;
  readonly columns: readonly ListColumn<Row>[];
  readonly factsOf: (row: Row) => RowFacts;
  readonly filters?: readonly ListFilter[];
  readonly acts?: readonly ListAct[];
  /** "categories" */
  readonly nouns: string;
  readonly searchHint: string;
  /** Shown when there are no records at all. */
  readonly empty: ReactNode;
  /** Replaces "No products fit: …" where these filters need a better sentence. */
  readonly noFit?: string | undefined;
  /** The message of a refused bulk action. */
  readonly message?: string | undefined;
  /** Replaces the rows while there is no search, for example with the whole tree; the filters are then folded. */
  readonly whole?: ReactNode;
  /** Another search that may find more, offered when nothing is found here. */
  readonly elsewhere?: { readonly to: string; readonly label: string };
  /** Rows as tiles instead of a table. */
  readonly tile?: ((row: Row) => ReactNode) | undefined;
  /** Replaces the table with another view of the same rows, such as a sheet. Rows then cannot be selected. */
  readonly instead?: ReactNode;
  /** Default: the orders of the columns. */
  readonly orders?: readonly ListOrder[] | undefined;
}

/**
 * Everything below the header of a list: search, filters, table or cards, bulk actions, pages, and the empty states. J and K, or the arrows
 * from a row, move through the rows; X selects one, Enter opens it, A goes to the bulk actions.
 */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { query, rows, total, columns, factsOf, filters = [], acts = [], nouns, message } = props;
  const area = useRef<HTMLDivElement>(null);
  const [search] = useSearchParams();
  const orders = props.orders ?? ordersOf(columns);
  const ids = rows.map((row) => factsOf(row).id);
  const selection = useSelection(query.selected, ids);
  const canMove = props.instead === undefined && props.whole === undefined;
  const canChoose = acts.length > 0 && props.instead === undefined;
  const active = activeFilters(query, search, filters, useShopClock().region);
  // There are rows, but none on a page this far back.
  const isBehind = active.length === 0 || total > 0;
  useListAnnouncement(props, orders);
  const isLoading = useNavigation().state === "loading";
  useRowKeys({ area, canMove, canChoose, toggle: selection.toggle });
  useFocusOnRows(area, selection.selected, ids);

  if (total === 0 && active.length === 0 && query.page === 1 && props.whole === undefined) return props.empty;
  return (
    <div ref={area} aria-busy={isLoading}>
      <ListFilters
        query={query}
        filters={filters}
        searchHint={props.searchHint}
        nouns={nouns}
        areFolded={props.whole !== undefined}
        orders={props.whole === undefined ? orders : []}
        hasHeads={props.tile === undefined && props.instead === undefined}
      />
      <Refused message={message} />
      {rows.length > 0 || props.whole !== undefined ? (
        <ListRows {...props} selection={canChoose ? selection : undefined} />
      ) : (
        <NoRows {...props} active={active} isBehind={isBehind} />
      )}
      {props.whole !== undefined || rows.length === 0 ? null : (
        <ListFoot {...props} selection={canChoose ? selection : undefined} selected={selection.selected} pageIds={ids} />
      )}
    </div>
  );
}

/** A count in the shop's number format: "1.204" next to "1.204,50 €". */
export function Count({ value }: { readonly value: number }) {
  return formatNumber(value, useMoneyFormat());
}

/** Announces the result of a search. Lists that update by themselves announce their own changes. */
function useListAnnouncement<Row>({ whole, nouns, total, isTotalCapped = false }: ListPageProps<Row>, orders: readonly ListOrder[]): void {
  const [search] = useSearchParams();
  const key = whole === undefined ? filterKey(search) : "";
  const sort = search.get("sort");
  const announced = useRef({ key, sort });
  const format = useMoneyFormat();
  const tell = useEffectEvent((isSorted: boolean) => {
    const found = totalText(nouns, total, isTotalCapped, format);
    announce(isSorted ? `${sortedText(orders.find((order) => order.sort === sort)?.label)} ${found}` : found);
  });
  useEffect(() => {
    const before = announced.current;
    announced.current = { key, sort };
    if (before.key !== key) tell(before.sort !== sort);
  }, [key, sort]);
}

function selectedParam(selected: ListState["selected"]): Readonly<Record<string, string>> {
  return selected.length === 0 ? {} : { selected: selected === "all" ? selected : selected.join(",") };
}

type RowsProps<Row> = ListPageProps<Row> & { readonly selection: ReturnType<typeof useSelection> | undefined };

/** The rows as the page shows them: its own view, tiles, or a table. */
function ListRows<Row>({ query, rows, columns, factsOf, nouns, selection, whole, instead, tile }: RowsProps<Row>) {
  if (whole !== undefined) return whole;
  const shared = { label: capitalised(nouns), rows, factsOf, selection };
  if (tile !== undefined) return <ListGrid {...shared} tile={tile} />;
  return instead ?? <ListTable {...shared} query={query} columns={columns} />;
}

type ListFootProps<Row> = RowsProps<Row> & { readonly selected: ListState["selected"]; readonly pageIds: readonly string[] };

/** The pages and the bulk actions. */
function ListFoot<Row>({ query, total, isTotalCapped = false, nouns, acts = [], selection, selected, pageIds }: ListFootProps<Row>) {
  const counts = { total, isTotalCapped };
  return (
    <>
      <Pager page={query.page} perPage={query.per_page} {...counts} noun={nouns} keep={selectedParam(selected)} />
      {selection === undefined ? null : <BulkBar {...counts} selection={selection} pageIds={pageIds} acts={acts} nouns={nouns} />}
    </>
  );
}

type NoRowsProps<Row> = ListPageProps<Row> & { readonly active: ReturnType<typeof activeFilters>; readonly isBehind: boolean };

function NoRows<Row>({ query, nouns, noFit, elsewhere, active, isBehind }: NoRowsProps<Row>) {
  const [search] = useSearchParams();
  return (
    <div className="border-y border-hairline px-4 py-12 text-center text-base text-ink-2">
      <p>
        {isBehind ? `There is no page ${query.page}.` : (noFit ?? `No ${nouns} fit: ${active.map((filter) => filter.words).join(", ")}.`)}
      </p>
      <p className="mt-2 flex flex-wrap justify-center gap-x-6">
        {[
          isBehind
            ? { to: addressWith(search, {}), label: "Go to the first page" }
            : { to: addressWithout(search, active), label: `Show all ${nouns}` },
          ...(elsewhere === undefined || isBehind ? [] : [elsewhere]),
        ].map(({ to, label }) => (
          <Link key={label} to={to} className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2">
            {label}
          </Link>
        ))}
      </p>
    </div>
  );
}
