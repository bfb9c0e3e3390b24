import { formatDayAndTime } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { href } from "react-router";
import { readDb } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { listHistoryPage, listPeople } from "#app/staff/data/history-list.server.ts";
import { HISTORY_KINDS } from "#app/staff/domain/history-kinds.ts";
import { historyList } from "#app/staff/domain/history.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { historyFilter } from "./history-filter.server.ts";
import { changeLines, entryWords } from "./history-words.ts";
import { withOrders } from "./subjects.server.ts";
import type { Route } from "./+types/index";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const db = readDb(context);
  const query = readPageQuery(request, historyList);
  const settings = await readSettings(db);
  const zone = settings.STORE_TIMEZONE;
  const [found, people] = await Promise.all([
    listHistoryPage(db, await historyFilter(db, query, zone), { from: (query.page - 1) * query.per_page, limit: query.per_page }),
    listPeople(db),
  ]);
  const rows = await withOrders(db, withinPages({ url, context }, query, found).rows);
  const clock = shopClock(settings);
  return {
    query,
    total: found.total,
    isTotalCapped: found.isTotalCapped,
    people: people.map(({ id, name }) => ({ value: String(id), label: name })),
    rows: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      when: formatDayAndTime(row.at, clock, { hasYear: true }),
      who: row.userName,
      what: entryWords(row),
      isDenied: row.action === "denied",
      undoneBy: row.undoneBy,
      fields: [...new Set(changeLines(row, { clock, format: moneyFormat(settings) }).map((line) => line.field))].slice(0, 4).join(", "),
    })),
  };
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "What", cell: (row) => row.what },
  { title: "Changed", cell: (row) => (row.fields === "" ? null : <span className="text-ink-2">{row.fields}</span>), isMinor: true },
  { title: "Who", cell: (row) => <span className="block wrap-anywhere md:min-w-24">{row.who}</span> },
  {
    title: "When",
    sort: "at",
    orders: BY_TIME,
    cell: (row) => (
      <time dateTime={row.at} className="figures md:whitespace-nowrap">
        {row.when}
      </time>
    ),
  },
  {
    title: "State",
    card: "side",
    cell: (row) => {
      if (row.isDenied) return <Status tone="bad">Denied</Status>;
      return row.undoneBy === null ? null : <Status tone="off">Undone</Status>;
    },
  },
];

export default function History({ loaderData }: Route.ComponentProps) {
  const { query, rows, total, isTotalCapped, people } = loaderData;
  const filters: readonly ListFilter[] = [
    { name: "person", label: "Person", options: people },
    { name: "kind", label: "Kind", options: HISTORY_KINDS.map(({ kind, label }) => ({ value: kind, label })) },
    { from: "from", to: "to", label: "Days" },
  ];
  return (
    <>
      <PageHeader title="History" />
      <ListPage
        query={query}
        rows={rows}
        total={total}
        isTotalCapped={isTotalCapped}
        columns={COLUMNS}
        filters={filters}
        factsOf={(row) => ({ id: String(row.id), label: row.what, to: href("/admin/history/:id", { id: String(row.id) }) })}
        acts={[{ intent: "csv", label: "Download CSV", opens: href("/admin/history/entries.csv") }]}
        nouns="entries"
        searchHint="Action, person or order number"
        empty={<EmptyState>Every change by staff is listed here: who, when, before and after. Entries cannot be deleted.</EmptyState>}
      />
    </>
  );
}
