import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { Cents } from "#app/values/money.ts";
import { href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { Count, ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { listClosingPage } from "#app/orders/data/closing/day-closings.server.ts";
import { closingList } from "#app/orders/domain/closing/closing.schema.ts";
import { differenceWords } from "#app/orders/domain/closing/closing-tables.ts";
import { mayCloseDays } from "#app/orders/domain/closing/closing-permissions.ts";
import { moneyKept } from "#app/orders/domain/closing/counted.ts";
import { dayWords } from "#app/orders/domain/figures/report-period.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { InCurrency, Money } from "#app/kit/money.tsx";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/index";

/** The closed days. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const query = readPageQuery(request, closingList);
  const [list, settings] = await Promise.all([listClosingPage(db, query), readSettings(db)]);
  const clock = shopClock(settings);
  const { rows, total } = withinPages({ url, context }, query, list);
  return {
    query,
    total,
    mayClose: mayCloseDays(requireStaff(context)),
    rows: rows.map((row) => ({
      number: row.number,
      day: dayWords(row.day, clock.region),
      orders: row.counted.orders,
      currency: row.currency,
      kept: moneyKept(row.counted),
      difference: row.countedCashCents - row.expectedCashCents,
      closed: `${formatInstant(row.closedAt, clock, now())} by ${row.closedByName}`,
      isReopened: row.reopenedAt !== null,
    })),
  };
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Day", cell: (row) => row.day, sort: "day", orders: BY_TIME },
  { title: "No.", cell: (row) => row.number, isFigure: true },
  { title: "Orders", cell: (row) => <Count value={row.orders} />, isFigure: true },
  {
    title: "Money kept",
    cell: (row) => (
      <InCurrency code={row.currency}>
        <Money cents={row.kept} />
      </InCurrency>
    ),
    isFigure: true,
  },
  {
    title: "Cash",
    cell: (row) => (
      <InCurrency code={row.currency}>
        <Difference cents={row.difference} />
      </InCurrency>
    ),
    isFigure: true,
  },
  { title: "Closed", cell: (row) => row.closed, isMinor: true },
  {
    title: "Status",
    cell: (row) => (row.isReopened ? <Status tone="late">Reopened</Status> : <Status tone="on">Closed</Status>),
    card: "side",
  },
];

const FILTERS: readonly ListFilter[] = [{ label: "Days", from: "from", to: "to" }];

export default function EndOfDay({ loaderData }: Route.ComponentProps) {
  const { query, rows, total, mayClose } = loaderData;
  const close = mayClose ? <ButtonLink to={href("/admin/end-of-day/close")}>Close the day</ButtonLink> : null;
  return (
    <>
      <PageHeader
        title="End of day"
        more={
          <ButtonLink look="outline" to={href("/admin/end-of-day/bookkeeper")}>
            For the bookkeeper
          </ButtonLink>
        }
      >
        {total === 0 && query.q === "" ? null : close}
      </PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({
          id: String(row.number),
          label: row.day,
          to: href("/admin/end-of-day/:id", { id: String(row.number) }),
        })}
        nouns="closed days"
        searchHint="Number, day, note or name"
        empty={
          <EmptyState action={close}>
            Closing the day adds up its orders, tax, tips and refunds, compares the cash in the drawer and keeps the result unchanged.
          </EmptyState>
        }
      />
    </>
  );
}

function Difference({ cents }: { readonly cents: Cents }) {
  return differenceWords(cents, useMoneyFormat());
}
