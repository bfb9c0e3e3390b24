import { formatDayOf } from "#app/values/clock/shop-clock.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { href } from "react-router";
import {
  listMatchingReviewIds,
  listReviewedProducts,
  listReviewRows,
  reviewRecords,
  type ReviewRow,
} from "#app/content/data/review-records.server.ts";
import { reviewList } from "#app/content/domain/review.schema.ts";
import { Stars } from "#app/content/ui/stars.tsx";
import { ReviewState, SPAM_WORDS } from "#app/content/ui/staff/review-state.tsx";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { readDb } from "#app/http/context.server.ts";
import { changeSelected } from "#app/http/staff/staff-action.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, type ListColumn } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import type { Route } from "./+types/index";

/** More products than a select list can show. */
const MOST_PRODUCTS = 300;
const EXCERPT = 120;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const db = readDb(context);
  const query = readPageQuery(request, reviewList);
  const [list, products, settings] = await Promise.all([
    listReviewRows(db, query),
    listReviewedProducts(db, MOST_PRODUCTS),
    readSettings(db),
  ]);
  const { rows, total } = withinPages({ url, context }, query, list);
  const clock = shopClock(settings);
  return {
    query,
    total,
    rows: rows.map(({ createdAt, body, ...row }) => ({
      ...row,
      when: formatDayOf(createdAt, clock, { hasYear: true }),
      excerpt: excerptOf(body),
    })),
    products: products.map(({ id, name }) => ({ value: String(id), label: name })),
  };
}

function excerptOf(body: string): string {
  const line = body.replaceAll(/\s+/g, " ");
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT).toWellFormed()}…`;
}

export function action(args: Route.ActionArgs) {
  return changeSelected(args, {
    store: reviewRecords,
    query: reviewList,
    matching: listMatchingReviewIds,
    nouns: ["review", "reviews"],
    acts: {
      // Bulk approval skips suspected spam, which staff read one by one.
      approve: {
        done: "approved",
        change: (value) => ((value.spamSign ?? null) === null ? { ...value, status: "approved" as const } : value),
      },
      hide: { done: "hidden", change: (value) => ({ ...value, status: "hidden" as const }) },
    },
  });
}

type Row = Omit<ReviewRow, "createdAt" | "body"> & { readonly when: string; readonly excerpt: string };

const COLUMNS: readonly ListColumn<Row>[] = [
  { title: "Product", cell: (row) => row.product },
  { title: "Stars", cell: (row) => <Stars rating={row.rating} />, sort: "rating", orders: ["fewest first", "most first"] },
  {
    title: "Review",
    cell: (row) => (
      <span className="block max-w-[52ch] md:py-1.5">
        {row.excerpt === "" ? <span className="text-ink-2">No words</span> : row.excerpt}
        <span className="block text-xs text-ink-2">
          {row.authorName}
          {row.isVerified ? ", ordered here" : ""}
          {row.hasReply ? " · replied" : ""}
          {row.spamSign !== null && row.status === "pending" ? <strong className="text-beet"> · {SPAM_WORDS[row.spamSign]}</strong> : null}
        </span>
      </span>
    ),
  },
  { title: "Date", cell: (row) => <span className="whitespace-nowrap">{row.when}</span>, sort: "date", orders: BY_TIME, card: "none" },
  {
    title: "State",
    cell: (row) => (
      <div className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1 md:justify-start">
        <ReviewState status={row.status} />
        {row.status === "pending" && row.spamSign === null ? <ApproveButton row={row} /> : null}
      </div>
    ),
    sort: "queue",
    orders: ["waiting first", "waiting last"],
    card: "side",
  },
];

function ApproveButton({ row }: { readonly row: Pick<Row, "id" | "authorName" | "product"> }) {
  return (
    <PostForm>
      <input type="hidden" name="selected" value={row.id} />
      <Button
        type="submit"
        name="intent"
        value="approve"
        look="outline"
        size="desk"
        aria-label={`Approve ${row.authorName}’s review of ${row.product}`}
      >
        Approve
      </Button>
    </PostForm>
  );
}

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { query, rows, total, products } = loaderData;
  const add = (
    <ButtonLink to={href("/admin/reviews/add")} size="desk">
      Add review
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Reviews">{products.length === 0 ? null : add}</PageHeader>
      <ListPage
        query={query}
        rows={rows}
        total={total}
        columns={COLUMNS}
        filters={[
          {
            name: "status",
            label: "State",
            options: [
              { value: "pending", label: "Waiting" },
              { value: "suspicious", label: "Looks like spam" },
              { value: "approved", label: "Approved" },
              { value: "hidden", label: "Hidden" },
            ],
          },
          { name: "rating", label: "Stars", options: ["5", "4", "3", "2", "1"].map((stars) => ({ value: stars, label: stars })) },
          { name: "product", label: "Product", options: products },
        ]}
        factsOf={(row) => ({
          id: String(row.id),
          label: `${row.authorName}’s review of ${row.product}`,
          to: href("/admin/reviews/:id/edit", { id: String(row.id) }),
        })}
        acts={[
          { intent: "approve", label: "Approve reviews" },
          { intent: "hide", label: "Hide reviews" },
        ]}
        nouns="reviews"
        searchHint="Name, product or words"
        empty={
          <EmptyState action={add}>
            Customers can review what they ordered once they have it. What they write waits here until you approve it.
          </EmptyState>
        }
        message={actionData?.message}
      />
    </>
  );
}
