import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { BUSINESS_DAY_STARTS_AT_MINUTES } from "#app/values/limits.ts";
import { regionFormat } from "#app/values/clock/region-format.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { withPlainAmounts } from "#app/values/form-fields.schema.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { data, Form, href, redirect } from "react-router";
import { readForm } from "#app/http/answers/read-form.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { redirectSaying } from "#app/http/staff/flash.server.ts";
import { requireStaff } from "#app/http/staff/staff-user.server.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { closeDayForm, closeDayQuery } from "#app/orders/domain/closing/closing.schema.ts";
import { mayCloseDays } from "#app/orders/domain/closing/closing-permissions.ts";
import { paymentTable, salesTable, taxRows } from "#app/orders/domain/closing/closing-tables.ts";
import { dayWords } from "#app/orders/domain/figures/report-period.ts";
import { AmountTableView, TaxTable } from "#app/orders/ui/staff/closing/amount-tables.tsx";
import { ClosingForm, type ClosingAnswer } from "#app/orders/ui/staff/closing/closing-form.tsx";
import { closeDay } from "#app/orders/workflows/closing/close-day.server.ts";
import { countOpenOrders } from "#app/orders/data/closing/countable-orders.server.ts";
import { previewClosing } from "#app/orders/workflows/closing/preview-closing.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { counted } from "#texts/plural.ts";
import { formatHour, formatInstant } from "#app/values/clock/shop-clock.ts";
import type { Route } from "./+types/close";

/** The values that closing a day would store, with the form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!mayCloseDays(requireStaff(context))) throw redirect(href("/admin/end-of-day"));
  const services = context.get(servicesContext);
  const { db } = services;
  const now = services.now();
  const settings = await readSettings(db);
  const { CURRENCY } = settings;
  const clock = shopClock(settings);
  const { day } = readPageQuery(request, closeDayQuery);
  const [{ last, lastKey, next }, open] = await Promise.all([previewClosing(db, day, now, clock.timeZone), countOpenOrders(db)]);
  if (next === null) return { next: null, last: last === null ? null : { number: last.number, day: dayWords(last.day, clock.region) } };
  const { days, span } = next;
  const { kind: gateway } = await services.payments.current();
  return {
    last: null,
    next: {
      day: span.day,
      title: dayWords(span.day, clock.region),
      days,
      from: formatInstant(span.startsAt, clock, now),
      to: formatInstant(span.endsAt, clock, now),
      isEarly: span.endsAt.getTime() === now.getTime(),
      counted: next.counted,
      terminal: next.terminal.recorded,
      seen: next.seen,
      isSimulated: gateway === "simulator",
      lastKey,
      // Cash counted in another currency cannot be this day's float.
      float: last?.currency === CURRENCY.toLowerCase() ? last.floatCents : 0,
      open,
      reopened:
        last === null || last.reopenedAt === null ? null : { number: last.number, by: last.reopenedByName, because: last.reopenedBecause },
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const settings = await readSettings(services.db);
  const format = moneyFormat(settings);
  const form = await request.formData();
  const typed = textsOf(form);
  const refuse = (status: number, message: string, errors: ClosingAnswer["errors"] = {}) =>
    data<ClosingAnswer>({ message, errors, typed }, { status });
  const read = readForm(textsOf(withPlainAmounts(form, closeDayForm, format)), closeDayForm);
  if (!read.ok) return refuse(422, "", Object.fromEntries(Object.entries(read.error).map(([field, message]) => [field, [message]])));
  const closed = await closeDay(services, requireStaff(context), read.value);
  if (!closed.ok) {
    const { status, field, message } = closed.error;
    return field === "terminal" ? refuse(status, "", { terminal: [message] }) : refuse(status, message);
  }
  const { number, day } = closed.value;
  return redirectSaying(services, href("/admin/end-of-day/:id", { id: String(number) }), {
    text: `${dayWords(day, regionFormat(settings.LOCALE))} is closed.`,
  });
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

export { hasConnection as shouldRevalidate } from "#app/kit/lost-connection.ts";

const TRAIL = [{ to: href("/admin/end-of-day"), label: "End of day" }];

export default function CloseDay({ loaderData: { next, last }, actionData }: Route.ComponentProps) {
  const format = useMoneyFormat();
  const { region } = useShopClock();
  if (next === null)
    return (
      <>
        <PageHeader title="Close the day" trail={TRAIL} />
        {actionData === undefined ? null : <ProblemNote blocks>{actionData.message}</ProblemNote>}
        <EmptyState
          action={
            last === null ? null : (
              <ButtonLink look="outline" to={href("/admin/end-of-day/:id", { id: String(last.number) })}>
                Open {last.day}
              </ButtonLink>
            )
          }
        >
          Today is closed already. The next day begins at {formatHour(BUSINESS_DAY_STARTS_AT_MINUTES / 60, region)}. What happens until then
          counts for it.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title={`Close ${next.title}`} trail={TRAIL} />
      <div className="mb-6 grid max-w-3xl gap-3">
        {next.isSimulated ? (
          <ProblemNote blocks={false}>
            Card payments on the site are tests until you enter Stripe keys: no money moved. They count here and in the files of the
            bookkeeper as if they were real.
          </ProblemNote>
        ) : null}
        {next.reopened === null ? null : (
          <ProblemNote blocks={false}>
            Day no. {next.reopened.number} was reopened by {next.reopened.by}: {next.reopened.because} Closing it again keeps the number.
          </ProblemNote>
        )}
        <p className="text-ink-2">
          Counts what was paid and refunded from {next.from} to {next.isEarly ? "now" : next.to}. Cards count when the order was accepted,
          payments in person when it was completed, or when staff took the money with the order.
        </p>
        {next.open === 0 ? null : (
          <p>{counted(next.open, "order is", "orders are")} still open. What is paid later counts on the day it is paid.</p>
        )}
        {next.days.from === next.days.to ? null : (
          <Form method="get" className="flex flex-wrap items-end gap-2" aria-label="Another day">
            <label className="grid gap-1 text-sm font-semibold">
              Day
              <input
                key={next.day}
                type="date"
                name="day"
                defaultValue={next.day}
                min={next.days.from ?? undefined}
                max={next.days.to}
                required
                className="control min-h-11"
              />
            </label>
            <Button type="submit" look="outline">
              Show
            </Button>
          </Form>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <div className="grid gap-8">
          <AmountTableView table={salesTable(next.counted, format)} />
          <AmountTableView table={paymentTable(next.counted, null)} />
          <TaxTable rows={taxRows(next.counted, format)} />
        </div>
        <ClosingForm key={next.day} {...next} answer={actionData} />
      </div>
    </>
  );
}
