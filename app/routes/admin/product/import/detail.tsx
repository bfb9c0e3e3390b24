import { formatBytes } from "#app/media/domain/upload.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import { data, href, redirect, useRevalidator } from "react-router";
import { findRun, hasFile, listItems, listProblems, updateRun } from "#app/catalogue/data/import/import-runs.server.ts";
import { BUSY_STATES, UNDOABLE_STATES } from "#app/catalogue/domain/import/import-run.ts";
import { formatForm, itemsQuery, mappingForm, typedMapping } from "#app/catalogue/domain/import/import.schema.ts";
import { columnLabel, columnsOf, guessMapping } from "#app/catalogue/domain/import/mapping.ts";
import { cancelRun, closeAbandonedRun, discardRun, startAct, type ImportAct } from "#app/catalogue/workflows/import/import-runs.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { ConfirmButton } from "#app/kit/confirm.tsx";
import { announce } from "#app/kit/focus/announcer.tsx";
import { giveFocus } from "#app/kit/focus/focus-target.ts";
import { Fold } from "#app/kit/fold.tsx";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { Status } from "#app/kit/status.tsx";
import { ADMIN_ROWS_PER_PAGE } from "#app/values/limits.ts";
import { fail } from "#app/values/result.ts";
import { ImportItems, ImportProblems } from "./findings.tsx";
import { MappingForm } from "./mapping-form.tsx";
import { countWords, LOOK_EVERY_MS, STATE_WORDS } from "./run-words.ts";
import type { Route } from "./+types/detail";
import type { MoneyFormat } from "#app/values/money.ts";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

const MOST_PROBLEMS = 200;

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  const run = await findRun(db, id);
  if (run === undefined) throw notFound(request);
  const { outcome, page } = readPageQuery(request, itemsQuery);
  const [found, problems, isHere] = await Promise.all([
    listItems(db, id, { outcome, from: (page - 1) * ADMIN_ROWS_PER_PAGE, limit: ADMIN_ROWS_PER_PAGE }),
    listProblems(db, id, MOST_PROBLEMS),
    hasFile(db, id),
  ]);
  const { rows: items, total } = withinPages(
    { url, context },
    { page, per_page: ADMIN_ROWS_PER_PAGE },
    { rows: found.items, total: found.total },
  );
  const { mapping, facts } = run;
  return {
    run: { ...run, facts: null, mapping: null },
    isHere,
    outcome,
    page,
    items: items.map(({ line, name, outcome: became, productId, changes }) => ({
      line,
      name,
      outcome: became,
      changes,
      to: productId === null ? null : href("/admin/product/edit/:id", { id: String(productId) }),
    })),
    total,
    problems: { ...problems, problems: problems.problems.map(({ line, message, lost }) => ({ line, message, lost })) },
    reading:
      mapping === null || facts === null || !isHere
        ? null
        : {
            mapping,
            headings: facts.headings,
            samples: facts.samples,
            choices: columnsOf(mapping.format, mapping.columns).map((value) => ({ value, label: columnLabel(value) })),
          },
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const user = requireStaff(context);
  const actor = { userId: user.id, userName: user.name };
  const id = readId(request, params.id);
  const run = await findRun(db, id);
  if (run === undefined) throw notFound(request);
  const form = await request.formData();
  const here = href("/admin/product/import/:id", { id: String(id) });
  const intent = form.get("intent");
  const refuse = (message: string) => data({ message, typed: null }, { status: 422 });
  const start = async (act: ImportAct) => {
    const started = await startAct(services, run, act, actor);
    return started.ok ? redirect(here) : refuse(started.error);
  };
  switch (intent) {
    case "format": {
      const chosen = readForm({ format: form.get("format") }, formatForm);
      if (!chosen.ok) return refuse(firstError(chosen.error));
      const { headings = [], samples = [] } = run.facts ?? {};
      await updateRun(db, id, { mapping: guessMapping(headings, samples, chosen.value.format) });
      return redirect(here);
    }
    case "check": {
      const column = (run.facts?.headings ?? []).map((_, index) => form.get(`column-${index}`) ?? "");
      const chosen = readForm({ ...Object.fromEntries(form), column }, mappingForm);
      const started = chosen.ok ? await startAct(services, run, "check", actor, chosen.value) : fail(firstError(chosen.error));
      if (started.ok) return redirect(here);
      const sent = { format: form.get("format"), decimal: form.get("decimal"), column };
      const typed = run.mapping === null ? null : { mapping: typedMapping(sent, run.mapping), withPictures: form.has("pictures") };
      return data({ message: started.error, typed }, { status: 422 });
    }
    case "run":
    case "undo":
      return start(intent);
    case "stop":
      await cancelRun(db, id);
      return redirect(here);
    case "close":
      await closeAbandonedRun(db, id, services.now());
      return redirect(here);
    case "discard":
      await discardRun(db, id);
      return redirectSaying(services, href("/admin/product/import"), { text: `“${run.fileName.slice(0, 80)}” is discarded.` });
    default:
      return refuse("Choose what to do.");
  }
}

export default function ImportRunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { run, isHere, items, total, page, outcome, problems } = loaderData;
  const { revalidate } = useRevalidator();
  const isBusy = BUSY_STATES.includes(run.state);
  useInterval(() => void revalidate(), isBusy ? LOOK_EVERY_MS : null);
  const summary = useOutcomeFocus(run);
  const isReadable = run.state === "uploaded" || run.state === "checked";
  return (
    <>
      <PageHeader
        title={run.fileName}
        trail={[
          { to: "/admin/product", label: "Products" },
          { to: href("/admin/product/import"), label: "Import" },
        ]}
        status={<Status tone={STATE_WORDS[run.state].tone}>{STATE_WORDS[run.state].words}</Status>}
      >
        {run.state === "done" || run.state === "undone" ? (
          <ButtonLink to={href("/admin/product/import")} look="outline" size="desk">
            Import another file
          </ButtonLink>
        ) : null}
      </PageHeader>
      <Origin run={run} />
      {actionData === undefined || isReadable ? null : (
        <div role="alert" className="mb-4">
          <ProblemNote blocks>{actionData.message}</ProblemNote>
        </div>
      )}
      {isBusy ? <Progress run={run} isHere={isHere} /> : null}
      {run.failure === null ? null : <ProblemNote blocks>{run.failure}</ProblemNote>}
      {run.state === "uploaded" ? <Mapping loaderData={loaderData} actionData={actionData} /> : null}
      {isBusy ? null : <RunOutcome run={run} summary={summary} />}
      <RunActs run={run} isHere={isHere} />
      {run.state === "checked" && loaderData.reading !== null ? (
        <Fold className="mt-4" title="Change how the file is read" open={actionData !== undefined}>
          <div className="pt-3">
            <Mapping loaderData={loaderData} actionData={actionData} />
          </div>
        </Fold>
      ) : null}
      {run.state === "uploaded" || run.counts === null ? null : (
        <>
          <ImportProblems {...problems} />
          <ImportItems items={items} total={total} page={page} perPage={ADMIN_ROWS_PER_PAGE} outcome={outcome} counts={run.counts} />
        </>
      )}
    </>
  );
}

function Origin({ run }: Pick<Route.ComponentProps["loaderData"], "run">) {
  const format = useMoneyFormat();
  return (
    <p className="mb-4 text-ink-2">
      {formatBytes(run.sizeBytes, format)}
      {run.rowsTotal === null ? null : `, ${counted(run.rowsTotal, "row", "rows", format)}`}, uploaded by {run.userName}.
      {run.undoneBy === null ? null : ` Undone by ${run.undoneBy}.`}
    </p>
  );
}

/** The column mapping, with the last rejected input. */
function Mapping({ loaderData: { run, reading }, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  if (reading === null) return null;
  const typed = actionData?.typed;
  return (
    <MappingForm
      {...reading}
      mapping={typed?.mapping ?? reading.mapping}
      withPictures={typed?.withPictures ?? run.withPictures}
      message={actionData?.message}
    />
  );
}

function Act({
  intent,
  label,
  look = "filled",
}: {
  readonly intent: string;
  readonly label: string;
  readonly look?: "filled" | "outline";
}) {
  return (
    <PostForm>
      <Button type="submit" name="intent" value={intent} look={look} size="desk" className="min-h-11 lg:min-h-8">
        {label}
      </Button>
    </PostForm>
  );
}

interface ProgressProps {
  readonly run: Pick<Route.ComponentProps["loaderData"]["run"], "state" | "rowsDone" | "rowsTotal" | "isCancelled">;
  readonly isHere: boolean;
}

const PROGRESS_WORDS: ReadonlyMap<string, string> = new Map([
  ["undoing", "Undoing"],
  ["checking", "Looking at the file"],
]);

function Progress({ run, isHere }: ProgressProps) {
  const format = useMoneyFormat();
  const total = run.rowsTotal ?? 0;
  const words = PROGRESS_WORDS.get(run.state) ?? "Importing";
  return (
    <div className="grid max-w-xl gap-2">
      <label className="grid gap-1 font-semibold">
        {words}…
        {run.state === "undoing" ? (
          <progress className="w-full accent-primary" />
        ) : (
          <progress max={Math.max(1, total)} value={run.rowsDone} className="w-full accent-primary" />
        )}
      </label>
      {run.state === "undoing" ? null : (
        <p className="figures text-ink-2">
          {formatNumber(run.rowsDone, format)} of {counted(total, "row", "rows", format)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {run.isCancelled ? <p>Stopping after this part…</p> : <Act intent="stop" label="Stop" look="outline" />}
        <noscript>
          <a href="?" className="inline-flex min-h-11 items-center font-semibold text-primary underline">
            Look again
          </a>
        </noscript>
        {isHere || run.state === "undoing" ? null : <Act intent="close" label="The command was ended" look="outline" />}
      </div>
    </div>
  );
}

function picturesText(
  state: string,
  { picturesWanted, picturesStored }: { readonly picturesWanted: number; readonly picturesStored: number },
  format: MoneyFormat,
): string {
  if (state === "checked") return `${counted(picturesWanted, "picture", "pictures", format)} would be fetched.`;
  return `${counted(picturesStored, "picture", "pictures", format)} stored.`;
}

type Run = Route.ComponentProps["loaderData"]["run"];

/**
 * When processing of the file ends, the outcome gets the focus. If the user has moved the focus elsewhere, the outcome is announced
 * instead.
 */
function useOutcomeFocus({ state, counts }: Run): RefObject<HTMLParagraphElement | null> {
  const format = useMoneyFormat();
  const summary = useRef<HTMLParagraphElement>(null);
  const isBusy = BUSY_STATES.includes(state);
  // Short jobs end before the page has rendered their start.
  const before = useRef(state);
  const tell = useEffectEvent(() => {
    if (document.activeElement !== document.body || !giveFocus(summary.current))
      announce(`${STATE_WORDS[state].words}: ${countWords(counts, format)}`);
  });
  useLayoutEffect(() => {
    if (before.current !== state && !isBusy && state !== "uploaded") tell();
    before.current = state;
  }, [state, isBusy]);
  return summary;
}

interface RunOutcomeProps {
  readonly run: Run;
  readonly summary: RefObject<HTMLParagraphElement | null>;
}

/** The counts of the file: planned, or imported. */
function RunOutcome({ run, summary }: RunOutcomeProps) {
  const format = useMoneyFormat();
  return (
    <>
      {run.state === "uploaded" || run.counts === null ? null : (
        <p ref={summary} tabIndex={-1} className="text-lg">
          {run.state === "checked" ? "It would bring: " : "Products: "}
          <span className="font-semibold">{countWords(run.counts, format)}</span>.
          {run.counts.picturesWanted === 0 || !run.withPictures ? null : ` ${picturesText(run.state, run.counts, format)}`}
        </p>
      )}
      {run.notes.length === 0 ? null : (
        <ul className="mt-2 grid gap-1">
          {run.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function RunActs({ run, isHere }: { readonly run: Run; readonly isHere: boolean }) {
  const isStopped = run.state === "cancelled" || run.state === "failed";
  const isUndoable = UNDOABLE_STATES.includes(run.state);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {run.state === "checked" || (isStopped && isHere) ? (
        <Act intent="run" label={run.state === "checked" ? "Import now" : "Go on with the import"} />
      ) : null}
      {run.state === "checked" || run.state === "uploaded" ? <Act intent="discard" label="Discard the file" look="outline" /> : null}
      {isUndoable ? (
        <PostForm>
          <input type="hidden" name="intent" value="undo" />
          <ConfirmButton
            look="danger-outline"
            size="desk"
            className="min-h-11 lg:min-h-8"
            question={{
              title: "Undo the whole import?",
              text: "Products it made go to the bin, changed ones get their earlier values. What was changed since stays as it is.",
              yes: "Undo import",
              isDanger: true,
            }}
          >
            Undo import
          </ConfirmButton>
        </PostForm>
      ) : null}
    </div>
  );
}
