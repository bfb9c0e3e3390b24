import { Link, redirect } from "react-router";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatUsd } from "#app/values/money.ts";
import { hasRole } from "#app/staff/domain/permissions.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { HoursChart } from "#app/orders/ui/staff/dashboard/hours-chart.tsx";
import type { Route } from "./+types/index";
import { Alarms, type Alarm } from "#app/orders/ui/staff/dashboard/alarms.tsx";
import { Attention } from "#app/orders/ui/staff/dashboard/attention.tsx";
import { Figures } from "#app/orders/ui/staff/dashboard/figures.tsx";
import { dashboardQuery } from "./query.schema.ts";
import { listAlarms } from "./alarms.server.ts";
import { readDashboard } from "./dashboard-figures.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Dashboard" }];

/** The day in numbers, for administrators; who has no role yet learns that, and nothing else (contract: who may open what). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const settings = await readSettings(db);
  if (!hasRole(user, "super-admin")) return { user, telephone: settings.TELEPHONE, alarms: [], dashboard: null };
  return {
    user,
    telephone: settings.TELEPHONE,
    alarms: await listAlarms(services),
    dashboard: await readDashboard(db, settings, now(), readPageQuery(request, dashboardQuery).range),
  };
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

const RANGE_LINKS = [
  { range: "today", label: "Today", to: "/admin" },
  { range: "yesterday", label: "Yesterday", to: "/admin?range=yesterday" },
  { range: "week", label: "7 days", to: "/admin?range=week" },
] as const;

function Overview({ dashboard, alarms }: { readonly dashboard: DashboardData; readonly alarms: readonly Alarm[] }) {
  useLiveData();
  const { figures, figuresBefore, label, beforeLabel, days, open } = dashboard;
  return (
    <div className="grid gap-8">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">Dashboard</h1>
        <Link
          to="/admin/site-settings#hours"
          className="inline-flex min-h-11 items-center gap-2 rounded border border-hairline px-3 lg:min-h-8 font-semibold hover:border-ink"
        >
          <span aria-hidden className={`size-2 rounded-full ${open.isOpen ? "bg-leaf" : "bg-saffron"}`} />
          {open.sentence}
        </Link>
      </header>
      <Alarms alarms={alarms} />
      <Attention attention={dashboard.attention} />
      <section aria-labelledby="figures-title">
        <header className="rule mb-4 flex flex-wrap items-end justify-between gap-2 pb-1">
          <h2 id="figures-title" className="text-lg">
            {label}
          </h2>
          <nav aria-label="Period" className="flex gap-1">
            {RANGE_LINKS.map((link) => (
              <Link
                key={link.range}
                to={link.to}
                preventScrollReset
                aria-current={link.range === dashboard.range ? "true" : undefined}
                className="inline-flex min-h-11 items-center rounded px-3 font-semibold text-ink-2 lg:min-h-8 hover:bg-canvas aria-[current=true]:bg-primary-tint aria-[current=true]:text-primary"
              >
                {link.label}
              </Link>
            ))}
          </nav>
        </header>
        <Figures figures={figures} before={figuresBefore} beforeLabel={beforeLabel} days={days} />
      </section>
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_1fr]">
        <section aria-labelledby="hours-title" className="min-w-0">
          <h2 id="hours-title" className="rule mb-3 pb-1 text-lg">
            Orders by hour
          </h2>
          <HoursChart
            title={`${label}, orders by hour`}
            current={dashboard.hours}
            before={dashboard.hoursBefore}
            currentLabel={label}
            beforeLabel={beforeLabel}
          />
        </section>
        <section aria-labelledby="top-title" className="min-w-0">
          <h2 id="top-title" className="rule mb-3 pb-1 text-lg">
            Sold most
          </h2>
          {dashboard.topItems.length === 0 ? <p className="py-4 text-ink-2">Nothing sold in this period yet.</p> : null}
          <ol className="grid gap-2">
            {dashboard.topItems.map((item) => (
              <li key={item.productId} className="flex items-baseline gap-2">
                <span className="figures w-8 shrink-0 font-display font-bold">{item.quantity}×</span>
                <Link
                  to={`/products/${item.productId}`}
                  className="py-1.5 wrap-anywhere underline decoration-hairline underline-offset-4 hover:decoration-ink lg:py-0"
                >
                  {item.name}
                </Link>
                <span aria-hidden className="leader" />
                <span className="figures">{formatUsd(item.revenue)}</span>
              </li>
            ))}
          </ol>
        </section>
      </div>
      {dashboard.missing.length === 0 ? null : (
        <section aria-labelledby="missing-title" className="ticket max-w-xl p-4">
          <h2 id="missing-title" className="text-lg">
            Before the first real order
          </h2>
          <ul className="mt-2 grid gap-1">
            {dashboard.missing.map((step) => (
              <li key={step.label}>
                <Link to={step.to} className="inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:min-h-8">
                  {step.label}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
