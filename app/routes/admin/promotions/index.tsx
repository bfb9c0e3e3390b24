import { href, useSearchParams } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb, servicesContext } from "#app/http/context.server.ts";
import { changeSelected } from "#app/http/staff/staff-action.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { FIGURES_FILTER } from "#app/promotions/ui/staff/figures-filter.ts";
import { choiceFilter, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { Count, ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { shareText } from "#app/orders/ui/staff/promotion-report.tsx";
import { countOrders, listGiven, NOTHING_GIVEN } from "#app/promotions/data/promotion-reports.server.ts";
import {
  listPromotionRows,
  matchingPromotions,
  promotionRecords,
  type PromotionRecord,
} from "#app/promotions/data/promotion-records.server.ts";
import { promotionList } from "#app/promotions/domain/promotion-form.schema.ts";
import type { PromotionStatus } from "#app/promotions/domain/promotion.ts";
import type { PromotionState } from "#app/promotions/domain/promotion-state.ts";
import { readBack } from "#app/promotions/domain/read-back.ts";
import { STATE_WORDS } from "#app/promotions/ui/staff/state-words.ts";
import { Money } from "#app/kit/money.tsx";
import { pageOf } from "#app/values/page-of.ts";
import type { Route } from "./+types/index";
import { readNames } from "./readback.server.ts";
import { spanOfRange } from "./report.server.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { now } = context.get(servicesContext);
  const db = readDb(context);
  const query = readPageQuery(request, promotionList);
  const span = await spanOfRange(db, query.range, now());
  const [all, given, orders] = await Promise.all([listPromotionRows(db, now()), listGiven(db, span), countOrders(db, span)]);
  const { rows: page, total } = withinPages({ url, context }, query, pageOf(matchingPromotions(all, query, given), query));
  const names = await readNames(
    db,
    page.map(({ promotion }) => promotion),
  );
  const rows = page.map(({ promotion, ...row }) => {
    const own = given.get(row.id) ?? NOTHING_GIVEN;
    return { ...row, ...own, share: shareText(own.uses, orders, names.format), sentence: readBack(promotion, names) };
  });
  return { query, rows, total };
}

export function action(args: Route.ActionArgs) {
  const { now } = args.context.get(servicesContext);
  return changeSelected(args, {
    store: promotionRecords,
    query: promotionList,
    matching: async (db, query) => matchingPromotions(await listPromotionRows(db, now()), query).map((row) => row.id),
    nouns: ["promotion", "promotions"],
    acts: {
      // An ended promotion can be copied, not resumed.
      activate: { done: "switched on", change: (value) => withStatus(value, "active", ["draft", "paused"]) },
      pause: { done: "paused", change: (value) => withStatus(value, "paused", ["active"]) },
      archive: { done: "ended", change: (value) => withStatus(value, "archived", ["draft", "active", "paused"]) },
    },
  });
}

function withStatus(value: PromotionRecord, status: PromotionStatus, from: readonly PromotionStatus[]): PromotionRecord {
  return from.includes(value.status) ? { ...value, status } : value;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly sentence: string;
  readonly state: PromotionState;
  readonly trigger: "automatic" | "coupon";
  readonly uses: number;
  readonly discount: number;
  readonly revenue: number;
  readonly share: string;
}

const FILTERS: readonly ListFilter[] = [
  {
    name: "state",
    label: "State",
    options: Object.entries(STATE_WORDS).map(([value, { label }]) => ({ value, label })),
  },
  choiceFilter("trigger", "Method", { automatic: "Automatic", coupon: "Code" }),
  FIGURES_FILTER,
];

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Promotion", cell: (row) => row.name, sort: "name" },
  { title: "Discount", cell: (row) => row.sentence },
  {
    title: "Method",
    cell: (row) => <span className="whitespace-nowrap">{row.trigger === "automatic" ? "Automatic" : "Code"}</span>,
    isMinor: true,
  },
  { title: "Uses", cell: (row) => <Count value={row.uses} />, sort: "uses", isFigure: true },
  { title: "Total discounts", cell: (row) => <Money cents={row.discount} />, sort: "discount", isFigure: true },
  { title: "Paid", cell: (row) => <Money cents={row.revenue} />, sort: "revenue", isFigure: true, isMinor: true, card: "none" },
  { title: "Share of orders", cell: (row) => row.share, isFigure: true, isMinor: true, card: "none" },
  { title: "State", cell: (row) => <Status tone={STATE_WORDS[row.state].tone}>{STATE_WORDS[row.state].label}</Status>, card: "side" },
];

export default function Promotions({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total } = loaderData;
  const [search] = useSearchParams();
  const isEmpty = total === 0 && search.size === 0;
  const add = (
    <ButtonLink to={href("/admin/promotions/add")} size="desk">
      Add promotion
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Promotions"
        more={
          <>
            {isEmpty ? null : (
              <ButtonLink
                to={`${href("/admin/promotions/report.csv")}${query.range === "" ? "" : `?range=${query.range}`}`}
                look="outline"
                size="desk"
                reloadDocument
              >
                Export report
              </ButtonLink>
            )}
            <ButtonLink to={href("/admin/coupon-sets")} look="outline" size="desk">
              Coupon sets
            </ButtonLink>
          </>
        }
      >
        {isEmpty ? null : add}
      </PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={FILTERS}
        factsOf={(row) => ({ id: String(row.id), label: row.name, to: href("/admin/promotions/edit/:id", { id: String(row.id) }) })}
        acts={[
          { intent: "activate", label: "Switch on" },
          { intent: "pause", label: "Pause" },
          { intent: "archive", label: "End", isDanger: true },
        ]}
        nouns="promotions"
        searchHint="Name or title of a promotion"
        empty={<EmptyState action={add}>Happy hours, meal deals, codes on flyers: everything that makes an order cheaper.</EmptyState>}
        message={actionData?.message}
      />
    </>
  );
}
