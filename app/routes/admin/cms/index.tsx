import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { href, Link, useSearchParams } from "react-router";
import { findHomeId } from "#app/content/data/home-page.server.ts";
import { listBrokenLinks } from "#app/content/data/link-targets.server.ts";
import { contentOf, listPageIds, listPageRows, pageRecords, published, type PageRow } from "#app/content/data/page-records.server.ts";
import { pageList } from "#app/content/domain/page.schema.ts";
import { brokenWords } from "#app/content/ui/staff/broken-links.tsx";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { changeSelected } from "#app/http/staff/staff-action.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, choiceFilter, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { PageStatus } from "./page-status.tsx";
import type { Route } from "./+types/index";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const query = readPageQuery(request, pageList);
  const [list, settings, homeId] = await Promise.all([listPageRows(db, query), readSettings(db), findHomeId(db)]);
  const clock = shopClock(settings);
  const { rows, total } = withinPages({ url, context }, query, list);
  const ids = [...rows.map((row) => row.id), ...(homeId === undefined ? [] : [homeId])];
  const texts = await pageRecords.find(db, ids);
  const found = [...texts.keys()];
  const links = await listBrokenLinks(
    db,
    found.map((id) => texts.get(id)?.value ?? { html: "" }),
  );
  const brokenOf = (id: number | undefined) => links[found.findIndex((each) => each === id)]?.length ?? 0;
  return {
    query,
    total,
    brokenAtHome: brokenOf(homeId),
    rows: rows.map(({ updatedAt, publishAt, ...row }) => ({
      ...row,
      broken: brokenOf(row.id),
      changed: formatInstant(updatedAt, clock, now()),
      publishes: publishAt === null ? null : formatInstant(publishAt, clock, now()),
    })),
  };
}

export function action(args: Route.ActionArgs) {
  return changeSelected(args, {
    store: pageRecords,
    query: pageList,
    matching: listPageIds,
    nouns: ["page", "pages"],
    acts: {
      publish: { done: "published", change: published },
      unpublish: { done: "unpublished", change: (value) => ({ ...value, publishAt: null, live: null }) },
      discard: {
        done: "put back to what is public",
        change: (value) =>
          value.live === null || value.live === undefined ? value : { ...value, ...contentOf(value.live), publishAt: null },
      },
    },
  });
}

type Row = Omit<PageRow, "updatedAt" | "publishAt"> & {
  readonly changed: string;
  readonly publishes: string | null;
  readonly broken: number;
};

const FILTERS: readonly ListFilter[] = [
  choiceFilter("state", "State", { published: "Published", changed: "Published, with changes", draft: "Draft", scheduled: "Scheduled" }),
];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Page", cell: (row) => row.title, sort: "title" },
  { title: "Address", cell: (row) => `/${row.slug}`, sort: "slug" },
  {
    title: "Links",
    cell: (row) => (row.broken === 0 ? null : <Status tone="bad">{brokenWords(row.broken)}</Status>),
  },
  { title: "Last change", cell: (row) => row.changed, sort: "changed", orders: BY_TIME, card: "none" },
  { title: "State", cell: (row) => <PageStatus state={row.state} publishes={row.publishes} />, card: "side" },
];

export default function Pages({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total, brokenAtHome } = loaderData;
  const [search] = useSearchParams();
  const add = (
    <ButtonLink to={href("/admin/cms/page/create")} size="desk">
      Create page
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Pages">
        <ButtonLink to={href("/admin/cms/home")} look="outline" size="desk">
          Edit home page
        </ButtonLink>
        {total === 0 && search.size === 0 ? null : add}
      </PageHeader>
      {brokenAtHome === 0 ? null : (
        <p className="mb-4">
          <Link to={href("/admin/cms/home")} className="inline-flex min-h-11 items-center font-semibold text-beet underline lg:min-h-8">
            {`Home page: ${brokenWords(brokenAtHome)}`}
          </Link>
        </p>
      )}
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.title, to: href("/admin/cms/page/:id", { id: String(row.id) }) })}
        acts={[
          { intent: "publish", label: "Publish pages" },
          { intent: "unpublish", label: "Unpublish pages" },
          { intent: "discard", label: "Discard changes" },
        ]}
        nouns="pages"
        searchHint="Title or address"
        empty={<EmptyState action={add}>Pages answer what customers ask: about you, delivery, allergens.</EmptyState>}
        message={actionData?.message}
      />
    </>
  );
}
