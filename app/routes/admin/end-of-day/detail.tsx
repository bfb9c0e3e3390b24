import { regionFormat } from "#app/values/clock/region-format.ts";
import { PostForm } from "#app/kit/forms/post-form.tsx";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { useEffect, useRef } from "react";
import { data, href, Link, useNavigation } from "react-router";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readForm } from "#app/http/answers/read-form.server.ts";
import { readPageQuery, readId } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import { InCurrency } from "#app/kit/money.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { Status } from "#app/kit/status.tsx";
import { findLastClosing, listClosingVersions } from "#app/orders/data/closing/day-closings.server.ts";
import { closingQuery, reopenForm } from "#app/orders/domain/closing/closing.schema.ts";
import { mayCloseDays } from "#app/orders/domain/closing/closing-permissions.ts";
import { cashTable, paymentTable, salesTable, taxRows } from "#app/orders/domain/closing/closing-tables.ts";
import { dayWords } from "#app/orders/domain/figures/report-period.ts";
import { AmountTableView, TaxTable } from "#app/orders/ui/staff/closing/amount-tables.tsx";
import { DayPayouts } from "#app/orders/ui/staff/closing/day-payouts.tsx";
import { reopenDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { formatInstant } from "#app/values/clock/shop-clock.ts";
import { readDayPayoutsView } from "./payouts-view.server.ts";
import type { Route } from "./+types/detail";

/** A closed day as it was stored, with its payouts as the provider currently lists them; `?version=` shows an earlier version. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const number = readId(request, params.id);
  const { version } = readPageQuery(request, closingQuery);
  const [versions, last, settings] = await Promise.all([listClosingVersions(db, number), findLastClosing(db), readSettings(db)]);
  const row = version === "" ? versions[0] : versions.find((each) => each.version === Number(version));
  if (row === undefined) throw notFound(request);
  const clock = shopClock(settings);
  const at = (instant: Date) => formatInstant(instant, clock, now());
  const format = moneyFormat(settings);
  const cash = { float: row.floatCents, terminal: row.terminalCents, counted: row.countedCashCents };
  return {
    number,
    shop: settings.APP_NAME,
    currency: row.currency,
    version: row.version,
    day: dayWords(row.day, clock.region),
    from: at(row.startsAt),
    to: at(row.endsAt),
    closed: `${at(row.closedAt)} by ${row.closedByName}`,
    note: row.note,
    tables: [salesTable(row.counted, format), paymentTable(row.counted, cash), cashTable(row.counted, cash)],
    taxes: taxRows(row.counted, format),
    payouts: await readDayPayoutsView(services, row, settings),
    reopened: row.reopenedAt === null ? null : { at: at(row.reopenedAt), by: row.reopenedByName, because: row.reopenedBecause },
    versions: versions.map((each) => ({ version: each.version, closed: `${at(each.closedAt)} by ${each.closedByName}` })),
    mayReopen: last?.id === row.id && mayCloseDays(requireStaff(context)),
  };
}

/** Reopens the day, if it is the last closed one. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const number = readId(request, params.id);
  const read = readForm(Object.fromEntries(await request.formData()), reopenForm);
  if (!read.ok) return data({ message: "", because: read.error["because"] ?? "" }, { status: 422 });
  const reopened = await reopenDay(services, requireStaff(context), { number, because: read.value.because });
  if (!reopened.ok) return data({ message: reopened.error.message, because: "" }, { status: reopened.error.status });
  const { LOCALE } = await readSettings(services.db);
  return redirectSaying(services, href("/admin/end-of-day/close"), {
    text: `${dayWords(reopened.value.day, regionFormat(LOCALE))} is open again. Its closing stays readable as version ${reopened.value.version}.`,
  });
}

export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

export default function ClosedDay({ loaderData, actionData }: Route.ComponentProps) {
  const { number, shop, currency, version, day, from, to, closed, note, tables, taxes, payouts, reopened, versions, mayReopen } =
    loaderData;
  return (
    <>
      <PageHeader
        title={day}
        trail={[{ to: href("/admin/end-of-day"), label: "End of day" }]}
        status={reopened === null ? <Status tone="on">Closed</Status> : <Status tone="late">Reopened</Status>}
      >
        <Button look="outline" size="desk" className="min-h-11 lg:min-h-9 print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </PageHeader>
      <div className="mb-6 grid max-w-3xl gap-3">
        {actionData === undefined || actionData.message === "" ? null : <ProblemNote blocks>{actionData.message}</ProblemNote>}
        {reopened === null ? null : (
          <div className="rounded border border-saffron p-3">
            <p className="wrap-anywhere">
              Reopened {reopened.at} by {reopened.by}: {reopened.because}
            </p>
            {mayReopen ? (
              <p className="mt-2 print:hidden">
                <ButtonLink size="desk" className="min-h-11" to={href("/admin/end-of-day/close")}>
                  Close it again
                </ButtonLink>
              </p>
            ) : null}
          </div>
        )}
        <p className="wrap-anywhere text-ink-2">
          {shop}, day no. {number}
          {versions.length === 1 ? "" : `, version ${version} of ${versions.length}`}. Counts what was paid and refunded from {from} to {to}
          . Closed {closed}.
        </p>
        {note === "" ? null : <p className="border-l-2 border-hairline pl-3 wrap-anywhere whitespace-pre-wrap">{note}</p>}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2 print:grid-cols-2 print:gap-y-4">
        <InCurrency code={currency}>
          {tables.map((table) => (
            <AmountTableView key={table.title} table={table} />
          ))}
          <TaxTable rows={taxes} />
        </InCurrency>
      </div>
      {payouts === null ? null : <DayPayouts {...payouts} />}
      <Versions {...loaderData} />
      {mayReopen && reopened === null ? <Reopen refusal={actionData} /> : null}
    </>
  );
}

function Versions({ number, version, versions }: Pick<Route.ComponentProps["loaderData"], "number" | "version" | "versions">) {
  if (versions.length === 1) return null;
  return (
    <section aria-labelledby="versions-title" className="mt-8 print:hidden">
      <h2 id="versions-title" className="rule mb-2 pb-1 text-lg">
        Versions
      </h2>
      <ul>
        {versions.map((each) => (
          <li key={each.version}>
            <Link
              to={`${href("/admin/end-of-day/:id", { id: String(number) })}?version=${each.version}`}
              aria-current={each.version === version ? "true" : undefined}
              className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 aria-[current=true]:font-bold aria-[current=true]:text-ink lg:min-h-8"
            >
              Version {each.version}, closed {each.closed}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reopen({ refusal }: { readonly refusal: { readonly because: string } | undefined }) {
  const isBusy = useNavigation().state !== "idle";
  const reason = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusal !== undefined) reason.current?.focus();
  }, [refusal]);
  return (
    <Fold title="Reopen this day" look="title" className="mt-8 max-w-3xl print:hidden" open={refusal !== undefined}>
      <p className="mb-3 text-ink-2">
        Only the last closed day can be reopened. This version stays readable, and who reopened it, when and why is recorded.
      </p>
      <PostForm className="grid max-w-md gap-3" noValidate>
        <TextField
          ref={reason}
          name="because"
          label="Reason"
          error={refusal?.because === "" ? undefined : refusal?.because}
          maxLength={MAX_REASON_LENGTH}
          autoComplete="off"
        />
        <p>
          <Button type="submit" look="outline" disabled={isBusy}>
            Reopen the day
          </Button>
        </p>
      </PostForm>
    </Fold>
  );
}
