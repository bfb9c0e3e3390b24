import { formatDayOf, formatTime } from "#app/values/clock/shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { href, Link } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { UndoButton } from "#app/kit/record/undo-button.tsx";
import { Status } from "#app/kit/status.tsx";
import { findHistoryRow } from "#app/staff/data/history-list.server.ts";
import { isUndoable } from "#app/staff/workflows/undo-entry.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { RECORD_STORES } from "#app/http/staff/record-stores.server.ts";
import { changeLines, entryWords, recordLinks } from "./history-words.ts";
import { readRecordNames } from "./record-names.server.ts";
import { withOrders } from "./subjects.server.ts";
import type { Route } from "./+types/detail";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const id = readId(request, params.id);
  const row = await findHistoryRow(db, id);
  if (row === undefined) throw notFound(request);
  const settings = await readSettings(db);
  const clock = shopClock(settings);
  const [named = { ...row, currency: null }] = await withOrders(db, [row]);
  return {
    id,
    title: entryWords(named),
    who: row.userName,
    at: row.at.toISOString(),
    when: `${formatDayOf(row.at, clock, { month: "long", hasYear: true })} at ${formatTime(row.at, clock)}`,
    isDenied: row.action === "denied",
    undoneBy: row.undoneBy,
    canUndo: await isUndoable(db, RECORD_STORES, id),
    links: recordLinks(row).map(({ to, label }) => ({ to, label: label === row.subject ? named.subject : label })),
    lines: changeLines(named, { clock, format: moneyFormat(settings), names: await readRecordNames(db, row) }),
  };
}

export default function HistoryEntryPage({ loaderData }: Route.ComponentProps) {
  const { id, title, who, at, when, isDenied, undoneBy, canUndo, links, lines } = loaderData;
  const undone = undoneBy === null ? undefined : <Status tone="off">Undone</Status>;
  return (
    <>
      <PageHeader
        title={title}
        trail={[{ to: href("/admin/history"), label: "History" }]}
        status={isDenied ? <Status tone="bad">Denied</Status> : undone}
      >
        {canUndo ? <UndoButton entry={id} label={`Undo: ${title}`} /> : null}
      </PageHeader>
      <p>
        <span className="font-semibold">{who}</span>, <time dateTime={at}>{when}</time>
        {undoneBy === null ? null : `; undone by ${undoneBy}`}
      </p>
      {links.length === 0 ? null : (
        <ul className="mt-3 flex flex-wrap gap-x-4">
          {links.map((link) => (
            <li key={link.to}>
              <Link
                to={link.to}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-8"
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {lines.length === 0 ? (
        <p className="mt-4 border-y border-hairline py-6 text-center text-ink-2">
          {isDenied ? "Nothing happened: the role does not allow it." : "No more details are recorded."}
        </p>
      ) : (
        <ChangeTable lines={lines} />
      )}
    </>
  );
}

function ChangeTable({ lines }: Pick<Route.ComponentProps["loaderData"], "lines">) {
  const hasRecords = lines.some((line) => line.record !== "");
  return (
    <table aria-label="What changed" className="mt-4 block w-full border-collapse text-left text-sm md:table">
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="rule">
          {[...(hasRecords ? ["Record"] : []), "Field", "Before", "After"].map((head) => (
            <th key={head} scope="col" className="px-3 py-2 font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {lines.map((line) => (
          <tr key={`${line.record} ${line.field}`} className="grid border-b border-hairline py-2 align-top md:table-row md:py-0">
            {hasRecords ? <td className="figures px-3 md:py-2">{line.record}</td> : null}
            <th scope="row" className="px-3 font-semibold first-letter:uppercase md:w-56 md:py-2">
              {line.field}
              {line.key === "" ? null : <span className="block text-xs font-normal break-all text-ink-2">{line.key}</span>}
            </th>
            <td className="px-3 wrap-anywhere whitespace-pre-wrap text-ink-2 before:content-['Before:_'] md:py-2 md:before:content-none">
              {line.before || "nothing"}
            </td>
            <td className="px-3 wrap-anywhere whitespace-pre-wrap before:content-['After:_'] md:py-2 md:before:content-none">
              {line.after || "nothing"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
