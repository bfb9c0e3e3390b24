import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, choiceFilter, type ListColumn } from "#app/kit/list/list-columns.ts";
import { Count, ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { listCustomerRows, type CustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import { listCustomerTags } from "#app/orders/data/customers/customer-records.server.ts";
import { customerList } from "#app/orders/domain/customers/customer.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { Money } from "#app/kit/money.tsx";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/index";

/** More tags than a select list can show. */
const MOST_TAGS = 300;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const query = readPageQuery(request, customerList);
  const [list, tags, settings] = await Promise.all([listCustomerRows(db, query), listCustomerTags(db, MOST_TAGS), readSettings(db)]);
  const clock = shopClock(settings);
  const { rows, total } = withinPages({ url, context }, query, list);
  return {
    query,
    total,
    tags: tags.map((tag) => ({ value: tag, label: tag })),
    rows: rows.map(
      ({ firstAt: _firstAt, lastAt, consentAt: _consentAt, consentSource: _consentSource, marketingConsent: _consent, ...row }) => ({
        ...row,
        last: lastAt === null ? "" : formatInstant(lastAt, clock, now()),
      }),
    ),
  };
}

type Row = Omit<CustomerRow, "firstAt" | "lastAt" | "consentAt" | "consentSource" | "marketingConsent"> & { readonly last: string };

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Name", cell: (row) => row.name, sort: "name" },
  {
    title: "Contact",
    cell: (row) => (
      <span className="block wrap-anywhere">
        {row.email}
        {row.phone === "" ? null : <span className="figures block text-xs text-ink-2">{row.phone}</span>}
      </span>
    ),
    card: "below",
  },
  { title: "Tags", cell: (row) => row.tags.join(", "), isMinor: true },
  { title: "Orders", cell: (row) => <Count value={row.orderCount} />, sort: "orders", isFigure: true, card: "none" },
  { title: "Spent", cell: (row) => <Money cents={row.spent} />, sort: "spent", isFigure: true, card: "below-side" },
  {
    title: "Last order",
    cell: (row) => <span className="md:whitespace-nowrap">{row.last === "" ? "None" : row.last}</span>,
    sort: "last",
    orders: BY_TIME,
    card: "none",
  },
  {
    title: "Status",
    cell: (row) => (row.isBlocked ? <Status tone="bad">Blocked</Status> : <Status tone="on">Active</Status>),
    card: "side",
  },
];

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { query, rows, total, tags } = loaderData;
  return (
    <>
      <PageHeader title="Customers" />
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={[
          ...(tags.length === 0 ? [] : [{ name: "tag", label: "Tag", options: tags }]),
          choiceFilter("blocked", "Blocked", { yes: "Yes", no: "No" }),
          choiceFilter("consent", "Marketing emails", { given: "Agreed", withdrawn: "Declined", none: "Not asked" }),
        ]}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: href("/admin/customers/:id", { id: String(row.id) }) })}
        acts={[{ intent: "csv", label: "Download CSV", opens: href("/admin/customers/customers.csv") }]}
        nouns="customers"
        searchHint="Name, email or phone"
        empty={<EmptyState>Everyone who orders is listed here, with their orders, notes and allergies.</EmptyState>}
      />
    </>
  );
}
