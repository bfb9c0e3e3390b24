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
import { Status, type StatusTone } from "#app/kit/status.tsx";
import { listWebhooks, matchingWebhooks, webhookStatus, type WebhookRow } from "#app/orders/data/webhooks/webhooks.server.ts";
import { webhookList } from "#app/orders/domain/webhooks/webhook.schema.ts";
import { WEBHOOK_EVENTS } from "#app/orders/domain/webhooks/webhook.ts";
import { webhookRecordsOf } from "#app/orders/workflows/webhooks/webhooks.server.ts";
import { pageOf } from "#app/values/page-of.ts";
import type { Route } from "./+types/index";

const rowOf = (row: WebhookRow) => ({ id: row.id, url: row.url, events: row.events, status: webhookStatus(row) });

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const query = readPageQuery(request, webhookList);
  const rows = matchingWebhooks(await listWebhooks(context.get(servicesContext).db), query);
  return { query, ...withinPages({ url, context }, query, pageOf(rows.map(rowOf), query)) };
}

export function action(args: Route.ActionArgs) {
  return changeSelected(args, {
    store: webhookRecordsOf(args.context.get(servicesContext)),
    query: webhookList,
    matching: async (db, query) => matchingWebhooks(await listWebhooks(db), query).map((row) => row.id),
    nouns: ["webhook", "webhooks"],
    acts: {
      on: { done: "switched on", change: (value) => ({ ...value, isOn: true }) },
      off: { done: "switched off", change: (value) => ({ ...value, isOn: false }) },
    },
  });
}

type Row = ReturnType<typeof rowOf>;

const FILTERS: readonly ListFilter[] = [choiceFilter("status", "Status", { on: "On", failing: "Failing", off: "Off" })];

const STATUS: Readonly<Record<Row["status"], readonly [StatusTone, string]>> = {
  on: ["on", "On"],
  failing: ["late", "Failing"],
  off: ["off", "Off"],
  "given-up": ["bad", "Off: failed for days"],
};

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Address", cell: (row) => <span className="wrap-anywhere">{row.url}</span>, sort: "url" },
  { title: "Events", cell: (row) => (row.events.length === WEBHOOK_EVENTS.length ? "All" : row.events.join(", ")) },
  { title: "Status", cell: (row) => <Status tone={STATUS[row.status][0]}>{STATUS[row.status][1]}</Status>, card: "side" },
];

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/webhooks/add")} size="desk">
      Add webhook
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Webhooks">{total === 0 ? null : add}</PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.url, to: href("/admin/webhooks/edit/:id", { id: String(row.id) }) })}
        acts={[
          { intent: "on", label: "Switch on" },
          { intent: "off", label: "Switch off" },
        ]}
        nouns="webhooks"
        searchHint="Address"
        empty={<EmptyState action={add}>A webhook tells another program at once when an order comes in or changes.</EmptyState>}
        message={actionData?.message}
      />
    </>
  );
}
