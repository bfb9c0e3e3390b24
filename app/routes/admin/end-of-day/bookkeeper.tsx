import { regionFormat } from "#app/values/clock/region-format.ts";
import { DownloadIcon } from "lucide-react";
import { Form, href, Link } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { Button } from "#app/kit/button.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { PageHeader } from "#app/kit/page-header.tsx";
import { listClosingsBetween } from "#app/orders/data/closing/day-closings.server.ts";
import { bookkeeperQuery } from "#app/orders/domain/closing/closing.schema.ts";
import { paymentTable, salesTable, taxRows } from "#app/orders/domain/closing/closing-tables.ts";
import { addCounted } from "#app/orders/domain/closing/counted.ts";
import { journalAccounts, type JournalAccounts } from "#app/orders/domain/closing/journal.ts";
import { daysWords } from "#app/orders/domain/figures/report-period.ts";
import { AmountTableView, TaxTable } from "#app/orders/ui/staff/closing/amount-tables.tsx";
import { Disputes, Payouts } from "#app/orders/ui/staff/closing/payouts-view.tsx";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { counted } from "#texts/plural.ts";
import { businessDay } from "#app/values/time.ts";
import { readPayoutsView, type PayoutsView } from "./payouts-view.server.ts";
import type { Route } from "./+types/bookkeeper";

/** Totals and files of the closed days of a period; this month by default. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, now } = services;
  const query = readPageQuery(request, bookkeeperQuery);
  const settings = await readSettings(db);
  const { STORE_TIMEZONE: zone, CURRENCY, LOCALE } = settings;
  const today = businessDay(now(), zone);
  const [from = today, to = today] = [
    query.from === "" ? `${today.slice(0, 8)}01` : query.from,
    query.to === "" ? today : query.to,
  ].toSorted();
  const closings = await listClosingsBetween(db, from, to);
  const inShopCurrency = closings.filter(({ currency }) => currency === CURRENCY.toLowerCase());
  const sum = addCounted(inShopCurrency.map((closing) => closing.counted));
  const format = { currency: CURRENCY, locale: LOCALE };
  return {
    from,
    to,
    period: daysWords({ from, to }, regionFormat(LOCALE)),
    days: closings.length,
    /** Days closed in another currency are in the files, but not in the totals. */
    others: closings.length - inShopCurrency.length,
    tables: [salesTable(sum, format), paymentTable(sum, null)],
    taxes: taxRows(sum, format),
    accounts: journalAccounts(settings),
    payouts: query.view === "payouts" ? await readPayoutsView(services, { from, to }, settings) : null,
  };
}

const FILES = [
  { file: "order-lines", title: "Order lines", text: "Each item, delivery, tip and refund of each order." },
  { file: "tax", title: "Tax by rate and day", text: "What was taxed, the tax, and the tax of refunds." },
  { file: "journal", title: "Journal", text: "One booking for each day, by account. Debits equal credits." },
] as const;

export default function Bookkeeper({ loaderData }: Route.ComponentProps) {
  const { from, to, payouts } = loaderData;
  const search = `?${new URLSearchParams({ from, to }).toString()}`;
  return (
    <>
      <PageHeader title="For the bookkeeper" trail={[{ to: href("/admin/end-of-day"), label: "End of day" }]} />
      <Form method="get" aria-label="Period" className="mb-4 flex flex-wrap items-end gap-2">
        {[["from", "From", from] as const, ["to", "To", to] as const].map(([name, label, value]) => (
          <label key={`${name} ${value}`} className="grid min-w-0 gap-1 text-sm font-semibold">
            {label}
            <input type="date" name={name} defaultValue={value} required className="control min-h-11 min-w-0" />
          </label>
        ))}
        {payouts === null ? null : <input type="hidden" name="view" value="payouts" />}
        <Button type="submit" look="outline">
          Show
        </Button>
      </Form>
      <p className="mb-4">
        {payouts === null ? (
          <TextLink to={`${search}&view=payouts`}>Payouts and disputes</TextLink>
        ) : (
          <TextLink to={search}>Closed days of this period</TextLink>
        )}
      </p>
      {payouts === null ? <ClosedDays {...loaderData} search={search} /> : <PayoutsArea view={payouts} search={search} />}
    </>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function PayoutsArea({ view, search }: { readonly view: PayoutsView; readonly search: string }) {
  return (
    <>
      {view.isSimulated ? (
        <p className="mb-4 rounded border border-saffron bg-saffron-tint px-3 py-2">
          These payouts and disputes are simulated: without Stripe keys no money moves.
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2">
        <Payouts payouts={view.payouts} problem={view.payoutsProblem} isCut={view.isCut}>
          <FileLink
            file="payouts"
            title="Payouts"
            text="Each payment, refund and fee of each payout, with its order and closed day."
            search={search}
          />
          <FileLink
            file="payout-journal"
            title="Payout journal"
            text="One booking for each payout: bank, fees and disputes against card payments. Its columns are those of the journal."
            search={search}
          />
        </Payouts>
        <Disputes disputes={view.disputes} problem={view.disputesProblem} isCut={view.isDisputesCut} />
      </div>
    </>
  );
}

function ClosedDays({ period, days, others, tables, taxes, accounts, search }: Loaded & { readonly search: string }) {
  return (
    <>
      <p className="mb-6 max-w-[65ch] text-ink-2">
        {period}: {days === 0 ? "no day is closed" : counted(days, "closed day", "closed days")}. Only closed days are in the files: their
        amounts do not change any more. Account numbers and names are those of the settings when you download.
        {others === 0
          ? null
          : ` The sums leave out ${counted(others, "day", "days")} closed in another currency; the files have all days, with the currency of each.`}
      </p>
      {days === 0 ? null : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-2">
          <section aria-labelledby="files-title">
            <h2 id="files-title" className="rule mb-2 pb-1 text-lg">
              Files
            </h2>
            <ul className="grid gap-2">
              {FILES.map((each) => (
                <li key={each.file}>
                  <FileLink {...each} search={search} />
                </li>
              ))}
            </ul>
            <Accounts accounts={accounts} />
          </section>
          {tables.map((table) => (
            <AmountTableView key={table.title} table={table} />
          ))}
          <TaxTable rows={taxes} />
        </div>
      )}
    </>
  );
}

interface FileLinkProps {
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly search: string;
}

function FileLink({ file, title, text, search }: FileLinkProps) {
  return (
    <>
      <a
        href={href("/admin/end-of-day/files/:file", { file }) + search}
        download
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary underline underline-offset-2 lg:min-h-8"
      >
        <DownloadIcon aria-hidden className="size-4" />
        {title} (CSV)
      </a>
      <p className="text-ink-2">{text}</p>
    </>
  );
}

function TextLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-8">
      {children}
    </Link>
  );
}

function Accounts({ accounts }: { readonly accounts: JournalAccounts }) {
  return (
    <Fold title="Accounts of the journal" className="mt-4">
      <table className="text-left">
        <thead>
          <tr className="border-b border-hairline">
            <th scope="col" className="py-1 pr-4">
              Account
            </th>
            <th scope="col" className="py-1">
              Name
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(accounts).map(([account, { number, name }]) => (
            <tr key={account} className="border-b border-hairline">
              <td className="figures py-1 pr-4">{number}</td>
              <td className="py-1">{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  );
}
