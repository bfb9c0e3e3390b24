import { FileSize } from "#app/media/ui/file-size.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { data, href, useRevalidator } from "react-router";
import { listRuns } from "#app/catalogue/data/import/list-runs.server.ts";
import { BUSY_STATES, IMPORT_STATES } from "#app/catalogue/domain/import/import-run.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { pictureAddressNote } from "#app/catalogue/domain/import/picture-addresses.ts";
import { importList } from "#app/catalogue/domain/import/import.schema.ts";
import { startUndoOfRuns } from "#app/catalogue/workflows/import/undo-runs.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { readSelected, withoutSelection } from "#app/http/staff/staff-action.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { BY_TIME, type ListAct, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { Status } from "#app/kit/status.tsx";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import { LOOK_EVERY_MS, outcomeWords, STATE_WORDS, undoWords } from "./run-words.ts";
import { UploadForm } from "./upload-form.tsx";
import type { Route } from "./+types/index";
import { counted, pluralForm } from "#texts/plural.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, env, now } = context.get(servicesContext);
  const query = readPageQuery(request, importList);
  const { rows: runs, total } = withinPages({ url, context }, query, await listRuns(db, query));
  const format = moneyFormat(await readSettings(db));
  const shown = runs.map(({ id, fileName, sizeBytes, state, counts, notes, userName, createdAt }) => ({
    id,
    fileName,
    sizeBytes,
    state,
    outcome: outcomeWords({ state, counts, notes }, format),
    userName,
    createdAt,
  }));
  return { query, total, runs: shown, pictureNote: pictureAddressNote(env.publicUrl), now: now() };
}

/** A larger selection is more likely a mistake, and would keep the request waiting. */
const MOST_UNDONE_AT_ONCE = 100;

/** The bulk bar: undoes the chosen imports. */
export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const user = requireStaff(args.context);
  const form = await args.request.formData();
  const refuse = (message: string) => data({ message }, { status: 422 });
  if (form.get("intent") !== "undo") return refuse("Choose what to do.");
  const ids = await readSelected(args, form, {
    query: importList,
    matching: async (db, query, limit) => (await listRuns(db, { ...query, page: 1, per_page: limit })).rows.map((run) => run.id),
    nouns: ["import", "imports"],
  });
  if (!ids.ok) return refuse(ids.error);
  if (ids.value.length > MOST_UNDONE_AT_ONCE) return refuse(`Choose at most ${MOST_UNDONE_AT_ONCE} imports at once.`);
  const begun = await startUndoOfRuns(services, ids.value, { userId: user.id, userName: user.name });
  if ("busy" in begun) return refuse(`“${begun.busy.fileName}” is being worked on. Wait until that is done.`);
  if (begun.started === 0) return refuse("Nothing of these imports is in the shop, so there is nothing to undo.");
  return redirectSaying(services, withoutSelection(args.url), { text: undoWords(begun.started, begun.left) });
}

type Run = Route.ComponentProps["loaderData"]["runs"][number];

const FILTERS: readonly ListFilter[] = [
  { name: "state", label: "State", options: IMPORT_STATES.map((value) => ({ value, label: STATE_WORDS[value].words })) },
];

const columnsAt = (now: Date): readonly ListColumn<Run>[] => [
  { title: "File", cell: (run) => run.fileName, sort: "name" },
  { title: "Products", cell: (run) => run.outcome },
  { title: "Uploaded by", cell: (run) => run.userName },
  { title: "When", cell: (run) => <Moment at={run.createdAt} now={now} />, sort: "created", orders: BY_TIME },
  { title: "Size", cell: (run) => <FileSize bytes={run.sizeBytes} />, sort: "size", isFigure: true, card: "none" },
  { title: "State", cell: stateCell, card: "side" },
];

const ACTS: readonly ListAct[] = [
  {
    intent: "undo",
    label: "Undo imports",
    isDanger: true,
    question: (count, format) => ({
      title: count === 1 ? "Undo this import?" : `Undo ${counted(count, "import", "imports", format)}?`,
      text: "The latest first. Products they made go to the bin, changed ones get their earlier values. What was changed since stays as it is.",
      yes: pluralForm(count, "Undo import", "Undo imports"),
      isDanger: true,
    }),
  },
  { intent: "csv", label: "Download CSV", opens: href("/admin/product/import/runs.csv") },
];

export default function Imports({ loaderData, actionData }: Route.ComponentProps) {
  const { query, total, runs } = loaderData;
  const { revalidate } = useRevalidator();
  useInterval(() => void revalidate(), runs.some((run) => BUSY_STATES.includes(run.state)) ? LOOK_EVERY_MS : null);
  const now = useNow(loaderData.now, 10_000);
  return (
    <>
      <PageHeader title="Import products" trail={[{ to: "/admin/product", label: "Products" }]}>
        <ButtonLink to={href("/admin/product/export")} look="outline" size="desk" reloadDocument>
          Export all products
        </ButtonLink>
      </PageHeader>
      <UploadForm />
      {loaderData.pictureNote === null ? null : <p className="mt-3 max-w-2xl text-ink-2">{loaderData.pictureNote}</p>}
      <h2 className="mt-8 mb-2 text-lg">Past imports</h2>
      <ListPage
        query={query}
        rows={runs}
        total={total}
        columns={columnsAt(now)}
        filters={FILTERS}
        factsOf={(run) => ({ id: String(run.id), label: run.fileName, to: href("/admin/product/import/:id", { id: String(run.id) }) })}
        acts={ACTS}
        message={actionData?.message}
        nouns="imports"
        searchHint="File or staff member"
        empty={<EmptyState>No imports yet. Each import is listed here and can be undone.</EmptyState>}
      />
    </>
  );
}

function stateCell({ state }: Run) {
  return <Status tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].words}</Status>;
}
