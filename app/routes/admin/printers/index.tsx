import { href } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { changeSelected } from "#app/http/staff/staff-action.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { choiceFilter, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { listPrinterRows, matchingPrinters, printerRecords, type PrinterRow } from "#app/orders/data/counter/printers.server.ts";
import { printerList } from "#app/orders/domain/counter/printer.schema.ts";
import { pageOf } from "#app/values/page-of.ts";
import type { Route } from "./+types/index";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = readPageQuery(request, printerList);
  const rows = matchingPrinters(await listPrinterRows(context.get(servicesContext).db), query);
  return { query, ...withinPages({ url, context }, query, pageOf(rows, query)) };
}

export function action(args: Route.ActionArgs) {
  return changeSelected(args, {
    store: printerRecords(),
    query: printerList,
    matching: async (db, query) => matchingPrinters(await listPrinterRows(db), query).map((row) => row.id),
    nouns: ["printer", "printers"],
    acts: {
      on: { done: "switched on", change: (value) => ({ ...value, isOn: true }) },
      off: { done: "switched off", change: (value) => ({ ...value, isOn: false }) },
    },
  });
}

const FILTERS: readonly ListFilter[] = [choiceFilter("status", "Status", { on: "On", off: "Off" })];

const COLUMNS: readonly ListColumn<PrinterRow>[] = [
  { title: "Printer", cell: (row) => row.name, sort: "name" },
  { title: "Address", cell: (row) => `${row.host}:${row.port}` },
  { title: "Prints", cell: (row) => row.station ?? "Whole orders" },
  { title: "Status", cell: (row) => (row.isOn ? <Status tone="on">On</Status> : <Status tone="off">Off</Status>), card: "side" },
];

const pathOf = (id: number) => href("/admin/printers/edit/:id", { id: String(id) });

export default function Printers({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/printers/add")} size="desk">
      Add printer
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Printers">{total === 0 ? null : add}</PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: pathOf(row.id) })}
        acts={[
          { intent: "on", label: "Switch on" },
          { intent: "off", label: "Switch off" },
        ]}
        nouns="printers"
        searchHint="Name, address or station"
        empty={<EmptyState action={add}>A receipt printer in the shop's network prints each order as it is accepted.</EmptyState>}
        message={actionData?.message}
      />
    </>
  );
}
