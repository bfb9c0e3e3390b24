import { href, Link } from "react-router";
import { listRuns } from "#app/catalogue/data/import/import-runs.server.ts";
import { IMPORT_CALL } from "#app/catalogue/domain/import/upload.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { itemsQuery } from "#app/catalogue/domain/import/import.schema.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Pager } from "#app/kit/pager.tsx";
import { Status } from "#app/kit/status.tsx";
import { useFeed } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import { ADMIN_ROWS_PER_PAGE } from "#app/values/limits.ts";
import { countWords, sizeWords, STATE_WORDS } from "./run-words.ts";
import type { Route } from "./+types/index";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now } = context.get(servicesContext);
  const { page } = readPageQuery(request, itemsQuery);
  const { runs, total } = await listRuns(db, (page - 1) * ADMIN_ROWS_PER_PAGE, ADMIN_ROWS_PER_PAGE);
  const shown = runs.map(({ id, fileName, sizeBytes, state, counts, userName, createdAt }) => ({
    id,
    fileName,
    sizeBytes,
    state,
    counts,
    userName,
    createdAt,
  }));
  return { page, total, runs: shown, now: now() };
}

export default function Imports({ loaderData }: Route.ComponentProps) {
  const { page, total, runs } = loaderData;
  const { zone } = useFeed();
  const now = useNow(loaderData.now, 10_000);
  return (
    <>
      <PageHeader title="Import products" trail={[{ to: "/admin/product", label: "Products" }]}>
        <ButtonLink to={href("/admin/product/export")} look="outline" size="desk" reloadDocument>
          Export all products
        </ButtonLink>
      </PageHeader>
      <form
        method="post"
        action={IMPORT_CALL}
        encType="multipart/form-data"
        className="grid max-w-2xl justify-items-start gap-3 rounded border border-hairline bg-surface p-4"
      >
        <label htmlFor="import-file" className="font-semibold">
          A product file (CSV, up to 50 MB)
        </label>
        <input
          id="import-file"
          type="file"
          name="file"
          required
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-describedby="import-hint"
          className="w-full min-w-0 text-base file:mr-3 file:min-h-11 file:rounded file:border file:border-solid file:border-field file:bg-surface file:px-4 file:font-semibold lg:text-sm lg:file:min-h-8"
        />
        <p id="import-hint" className="text-sm text-ink-2">
          An export of Shopify or WooCommerce, of this shop, or any table with names and prices. Nothing changes before you have seen what
          it would do.
        </p>
        <Button type="submit" className="lg:min-h-8">
          Upload file
        </Button>
      </form>
      <h2 className="mt-8 mb-2 text-lg">Past imports</h2>
      {runs.length === 0 ? (
        <p className="border-y border-hairline py-8 text-center text-ink-2">None yet. Every import stands here, and can be undone.</p>
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {runs.map((run) => (
            <li key={run.id} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto_12rem]">
              <span className="min-w-0">
                <Link
                  to={href("/admin/product/import/:id", { id: String(run.id) })}
                  className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-primary underline underline-offset-2 lg:min-h-6"
                >
                  {run.fileName}
                </Link>
                <span className="block text-xs text-ink-2">
                  {run.userName}, <Moment at={run.createdAt} now={now} zone={zone} /> · {sizeWords(run.sizeBytes)}
                </span>
              </span>
              <span className="figures self-center">{countWords(run.counts)}</span>
              <span className="self-center">
                <Status tone={STATE_WORDS[run.state].tone}>{STATE_WORDS[run.state].words}</Status>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} perPage={ADMIN_ROWS_PER_PAGE} total={total} noun="imports" />
    </>
  );
}
