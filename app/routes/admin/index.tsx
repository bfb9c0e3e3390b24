import { recordOf } from "#app/values/narrow.ts";
import { Link, redirect } from "react-router";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { openSentence } from "#app/store/domain/hours/open-sentence.ts";
import type { Settings } from "#app/store/domain/settings.ts";
import { storeHours } from "#app/store/domain/hours/store-hours.ts";
import { businessDay } from "#app/values/time.ts";
import { canOpen } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { servicesContext, staffContext, type Services } from "#app/http/context.server.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { BarChart } from "#app/orders/ui/staff/dashboard/bar-chart.tsx";
import { Checklist } from "#app/orders/ui/staff/dashboard/checklist.tsx";
import { KeyFigures } from "#app/orders/ui/staff/dashboard/key-figures.tsx";
import { PeriodBar } from "#app/orders/ui/staff/dashboard/period-bar.tsx";
import { RankedRows, ReportPanel, type ShownTable } from "#app/orders/ui/staff/dashboard/report-panel.tsx";
import { readAttention } from "#app/orders/data/attention.server.ts";
import { findFirstPlaced } from "#app/orders/data/figures/order-facts.server.ts";
import type { PeriodFigures } from "#app/orders/domain/figures/figures.ts";
import { MAX_REPORT_DAYS } from "#app/orders/domain/figures/report-period.ts";
import { REPORT_TABLES, reportTable, type ReportTable } from "#app/orders/domain/figures/report-tables.ts";
import type { Route } from "./+types/index";
import { Alarms, type Alarm } from "#app/orders/ui/staff/dashboard/alarms.tsx";
import { Attention } from "#app/orders/ui/staff/dashboard/attention.tsx";
import { listAlarms } from "./alarms.server.ts";
import { refuseBusyDay } from "#app/checkout/workflows/busy-day.server.ts";
import { BusyDayOffer } from "./setup/busy-day-offer.tsx";
import { readSetup, setupProgress } from "./setup/setup-state.server.ts";
import { readReport, waitingSentence } from "./report.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Dashboard" }];

/** The day's metrics, for users who may see them. Users without a role see only that they have none (contract: who may open what). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db } = services;
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const settings = await readSettings(db);
  if (!canOpen("/admin/figures.csv", user)) return { user, telephone: settings.TELEPHONE, alarms: [], dashboard: null };
  const dashboard = await readDashboard(services, request, settings, user);
  if (!dashboard.mayChangeShop) return { user, telephone: settings.TELEPHONE, alarms: [], dashboard };
  const setupLinks = (dashboard.setup?.steps ?? []).filter(({ state }) => state === "open").map(({ id }) => `/admin/site-settings#${id}`);
  // The setup itself lists these tasks.
  const alarms = (await listAlarms(services, request)).filter(({ isNotice, to }) => !isNotice || to === null || !setupLinks.includes(to));
  return { user, telephone: settings.TELEPHONE, alarms, dashboard };
}

/** All data of this user's dashboard. Raw metrics stay on the server; the page gets only what it renders. */
async function readDashboard(services: Services, request: Request, settings: Settings, user: StaffUser) {
  const { db } = services;
  const now = services.now();
  const zone = settings.STORE_TIMEZONE;
  const mayChangeShop = canOpen("/admin/setup", user);
  const [{ period, report, waiting }, attention, steps, busyDayRefusal, firstPlaced] = await Promise.all([
    readReport(db, request, now, settings),
    canOpen("/admin/orders", user) ? readAttention(db, now) : null,
    mayChangeShop ? readSetup(services, settings, user.id) : null,
    mayChangeShop ? refuseBusyDay(services) : "for administrators",
    findFirstPlaced(db),
  ]);
  const sums = (figures: PeriodFigures) => ({ days: figures.days, facts: figures.facts.filter(({ kind }) => kind === "sum") });
  return {
    range: period.range,
    label: period.label,
    days: period.days,
    today: businessDay(now, zone),
    search: `?${new URLSearchParams(period.range === null ? { ...period.days } : { range: period.range }).toString()}`,
    figures:
      report === null
        ? null
        : {
            report: { ...report, current: sums(report.current), before: { ...sums(report.before), days: [] } },
            tables: recordOf(REPORT_TABLES, (name) => shown(reportTable(name, report))),
          },
    waiting: waitingSentence(waiting),
    hasOrders: firstPlaced !== null,
    attention,
    setup: steps === null ? null : setupProgress(steps),
    mayChangeShop,
    offersBusyDay: busyDayRefusal === null,
    open: settings.OPENING_SOON
      ? { isOpen: false, sentence: "Opening soon: only staff see the shop" }
      : openSentence(storeHours(settings), now),
  };
}

/** The page gets the first rows of a long table and their total; the file has all rows. */
function shown(table: ReportTable): ShownTable {
  return { ...table, rows: table.rows.slice(0, MAX_REPORT_DAYS), total: table.rows.length };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { user, telephone, alarms, dashboard } = loaderData;
  if (dashboard === null) return <NoRole name={user.name} email={user.email} telephone={telephone} />;
  return <Overview dashboard={dashboard} alarms={alarms} />;
}

function NoRole({ name, email, telephone }: { readonly name: string; readonly email: string; readonly telephone: string }) {
  return (
    <div className="mx-auto max-w-[520px] py-12 text-base">
      <h1 className="text-3xl">Hello {name}</h1>
      <p className="mt-4">You are signed in as {email}, but your account has no role yet, so there is nothing here for you to open.</p>
      <p className="mt-2">Ask an administrator of this shop to give you one{telephone === "" ? "." : `, or call ${telephone}.`}</p>
    </div>
  );
}

type DashboardData = NonNullable<Route.ComponentProps["loaderData"]["dashboard"]>;

function Overview({ dashboard, alarms }: { readonly dashboard: DashboardData; readonly alarms: readonly Alarm[] }) {
  useLiveData();
  const { label, range, days, today, figures, waiting } = dashboard;
  // A shop without any order does not show a page of zeros, unless the address names another period.
  const isEmpty = !dashboard.hasOrders && range === "today" && figures !== null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">Dashboard</h1>
        <OpenNow {...dashboard} />
      </header>
      <Alarms alarms={alarms} />
      {dashboard.attention === null ? null : <Attention attention={dashboard.attention} />}
      {dashboard.offersBusyDay ? <BusyDayOffer /> : null}
      {dashboard.setup === null ? null : <Checklist {...dashboard.setup} />}
      <section aria-labelledby="figures-title" className="grid gap-4">
        <header className="rule pb-1">
          <h2 id="figures-title" className="text-lg">
            {label}
          </h2>
        </header>
        <PeriodBar path="/admin" initial="today" range={range} days={days} today={today} />
        {figures === null ? <p role="status">{waiting}</p> : null}
        {figures === null || isEmpty ? null : <KeyFigures report={figures.report} />}
        {isEmpty ? <p className="text-base">Sales, best sellers and busy hours are shown here from the first order on.</p> : null}
      </section>
      {figures === null || isEmpty ? null : <Panels label={label} search={dashboard.search} {...figures} />}
    </div>
  );
}

/** Links users who may change the opening hours to them. */
function OpenNow({ open, mayChangeShop }: Pick<DashboardData, "open" | "mayChangeShop">) {
  const sentence = (
    <>
      <span aria-hidden className={`size-2 rounded-full ${open.isOpen ? "bg-leaf" : "bg-saffron"}`} />
      {open.sentence}
    </>
  );
  const look = "inline-flex min-h-11 items-center gap-2 rounded border border-hairline px-3 font-semibold lg:min-h-8";
  if (!mayChangeShop) return <p className={look}>{sentence}</p>;
  return (
    <Link to="/admin/site-settings#hours" className={`${look} hover:border-ink`}>
      {sentence}
    </Link>
  );
}

type PanelsProps = NonNullable<DashboardData["figures"]> & Pick<DashboardData, "label" | "search">;

function Panels({ report, tables, label, search }: PanelsProps) {
  const { hours, weekdays, days, items, options, promotions, reasons, answers, ready, money, taxes } = tables;
  const isOneDay = report.current.days.length === 1;
  const panel = { search, empty: "Nothing in this period." };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2">
      {isOneDay ? null : (
        <ReportPanel table={days} {...panel}>
          <BarChart
            title={`${days.title}, ${label}`}
            unit="cents"
            currentLabel={label}
            bars={barsOf(days, (day) => day.replace(/^\w+, |, \d+$/g, ""))}
          />
        </ReportPanel>
      )}
      <ReportPanel table={hours} {...panel}>
        <BarChart
          title={`${hours.title}, ${label}`}
          unit="count"
          currentLabel={label}
          beforeLabel={report.beforeLabel}
          bars={hours.rows.map((row) => ({ label: row.label, tick: row.label, value: row.values[0] ?? 0, before: row.values[1] ?? 0 }))}
        />
      </ReportPanel>
      {isOneDay ? null : (
        <ReportPanel table={weekdays} {...panel}>
          <BarChart
            title={`${weekdays.title}, ${label}`}
            unit="cents"
            currentLabel={label}
            bars={barsOf(weekdays, (day) => day.slice(0, 3))}
          />
        </ReportPanel>
      )}
      <ReportPanel table={items} search={search} empty="Nothing sold in this period yet.">
        <RankedRows table={items} />
      </ReportPanel>
      <ReportPanel table={options} search={search} empty="No options were chosen in this period.">
        <RankedRows table={options} />
      </ReportPanel>
      <ReportPanel table={money} {...panel} />
      <ReportPanel table={taxes} search={search} empty="No tax in this period." />
      <ReportPanel table={promotions} search={search} empty="No promotion was used in this period.">
        <RankedRows table={promotions} />
      </ReportPanel>
      <ReportPanel table={answers} search={search} empty="No order was accepted in this period.">
        <RankedRows table={answers} />
      </ReportPanel>
      <ReportPanel table={ready} search={search} empty="No order with a promised time became ready in this period.">
        <RankedRows table={ready} />
      </ReportPanel>
      <ReportPanel table={reasons} search={search} empty="No order was rejected or cancelled in this period. Good.">
        <RankedRows table={reasons} />
      </ReportPanel>
    </div>
  );
}

function barsOf({ rows }: ReportTable, short: (label: string) => string) {
  return rows.map(({ label, values }) => ({ label, tick: short(label), value: values[0] ?? 0 }));
}
