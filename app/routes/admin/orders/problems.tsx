import { Money } from "#app/kit/money.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { data, href, Link, redirect } from "react-router";
import { problemsForStaff, settlePaymentProblem } from "#app/checkout/workflows/settle/settle-problem.server.ts";
import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { withinPages } from "#app/http/staff/within-pages.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { BY_TIME, type ListAct, type ListColumn, type ListFilter } from "#app/kit/list/list-columns.ts";
import { ListPage } from "#app/kit/list/list-page.tsx";
import { ListViews } from "#app/kit/list/list-views.tsx";
import { listPaymentProblems, listProblemPage, type PaymentProblem } from "#app/orders/data/payment-problems.server.ts";
import { problemList } from "#app/orders/domain/problem-list.schema.ts";
import { remedySchema } from "#app/orders/domain/changes/payment-remedies.schema.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { OrdersHeader } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import { ProblemCard } from "#app/orders/ui/staff/problems/problem-card.tsx";
import { PROBLEM_LABELS, type ProblemView, type RemedyAnswerView } from "#app/orders/ui/staff/problems/problem-view.ts";
import { PAYMENT_PROBLEM_KINDS } from "#app/payments/domain/payment-problem.ts";
import { staffActor } from "#app/orders/domain/changes/order-permissions.ts";
import { fieldNumber, fieldText } from "#app/values/form.ts";
import { formatMoney, inCurrency } from "#app/values/money.ts";
import type { Route } from "./+types/problems";
import { readOrderFacts } from "./order-lists.server.ts";

const SETTLED_SHOWN = 20;

export const meta: Route.MetaFunction = () => [{ title: "Payment problems · Orders" }];

/** Payments that need a staff member, as cards, the longest wait first, and recently settled ones; `?state=settled` shows rows. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { db, facts, counts } = await readOrderFacts(context);
  const query = readPageQuery(request, problemList);
  const isOpen = query.state === "";
  const [list, lately] = await Promise.all([
    listProblemPage(db, query),
    isOpen && query.q === "" && query.kind === "" ? listPaymentProblems(db, { settled: true, limit: SETTLED_SHOWN }) : [],
  ]);
  const currency = facts.settings.CURRENCY;
  const { rows, ...found } = withinPages({ url, context }, query, list);
  const open = isOpen ? await problemsForStaff(db, rows, staffActor(facts.user)) : [];
  return {
    query,
    ...found,
    rows: isOpen ? rows.map((row) => identity(row, currency)) : rows.map((row) => settledView(row, currency)),
    problems: open.map((problem): ProblemView => ({
      ...identity(problem, currency),
      customer: problem.customerName ?? "",
      phone: problem.customerPhone ?? "",
      what: problem.what,
      told: problem.told,
      openedAt: problem.openedAt,
      remedies: problem.remedies,
    })),
    settled: lately.map((row) => settledView(row, currency)),
    counts,
    now: facts.now,
  };
}

function identity({ id, kind, orderId, orderNumber, orderCurrency, amount, intentId }: PaymentProblem, shopCurrency: string) {
  const title = orderNumber ?? (orderId === null ? "No order" : "Unpaid order");
  return { id, kind, orderId, title, amount, currency: orderCurrency ?? shopCurrency, intentId };
}

function settledView(problem: PaymentProblem, shopCurrency: string) {
  const { openedAt, settledAt, settledBy, settlement } = problem;
  return { ...identity(problem, shopCurrency), settledAt: settledAt ?? openedAt, by: settledBy ?? "", settlement: settlement ?? "" };
}

const STATUS = { done: 200, later: 200, "not-found": 404, refused: 422, forbidden: 403, conflict: 409, payment: 409 } as const;

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const form = await request.formData();
  const body = { problem: fieldNumber(form, "problem"), remedy: fieldText(form, "remedy"), note: fieldText(form, "note") };
  const problemId = typeof body.problem === "number" ? body.problem : 0;
  const read = readForm(body, remedySchema);
  const answer = (kind: RemedyAnswerView["kind"], message: string, field: RemedyAnswerView["field"] = null): RemedyAnswerView => ({
    problemId,
    kind,
    message,
    field,
  });
  if (!read.ok) return data(answer("refused", firstError(read.error), "note" in read.error ? "note" : null), { status: 422 });
  const { problem, remedy, note } = read.value;
  const settled = await settlePaymentProblem(services, { problemId: problem, remedy, note, actor: staffActor(user) });
  const status = STATUS[settled.kind];
  switch (settled.kind) {
    case "done":
      return data(answer("done", ""), { status });
    case "not-found":
      return data(answer("refused", "There is no such problem any more. Reload the page."), { status });
    default:
      return data(answer(settled.kind === "later" ? "later" : "refused", settled.message), { status });
  }
}

/** Also after an error: a conflict means that the page is outdated. */
export const shouldRevalidate = hasConnection;

type Row = Partial<ReturnType<typeof settledView>> & ReturnType<typeof identity>;

const VIEWS = [
  { value: "", label: "Open" },
  { value: "settled", label: "Settled" },
];
const FILTERS: readonly ListFilter[] = [
  { name: "kind", label: "Kind", options: PAYMENT_PROBLEM_KINDS.map((value) => ({ value, label: PROBLEM_LABELS[value] })) },
];

const ACTS: readonly ListAct[] = [{ intent: "csv", label: "Download CSV", opens: href("/admin/orders/problems.csv") }];

function columnsAt(now: Date, isOpen: boolean): readonly ListColumn<Row>[] {
  return [
    { title: "Order", cell: (row) => row.title },
    { title: "Problem", cell: (row) => PROBLEM_LABELS[row.kind] },
    { title: "What was done", cell: (row) => row.settlement },
    { title: "By", cell: (row) => row.by },
    {
      title: "When",
      cell: (row) => (row.settledAt === undefined ? null : <Moment at={row.settledAt} now={now} />),
      sort: isOpen ? "opened" : "settled",
      orders: BY_TIME,
    },
    { title: "Amount", cell: (row) => <Money cents={row.amount} currency={row.currency} />, isFigure: true, card: "side" },
  ];
}

/** The payment's order, or a search for the payment if it has none. */
function factsOf({ id, title, orderId, intentId }: Row) {
  const to = orderId === null ? `?state=settled&q=${encodeURIComponent(intentId ?? "")}` : `/admin/orders/${orderId}`;
  return { id: String(id), label: title, to };
}

export default function PaymentProblems({ loaderData }: Route.ComponentProps) {
  const { query, rows, total, isTotalCapped, problems, settled, counts } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 10_000);
  const isOpen = query.state === "";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <OrdersHeader title="Payment problems" current="problems" counts={counts} />
      <ListViews name="state" current={query.state} views={VIEWS} />
      <ListPage<Row>
        query={query}
        rows={rows}
        total={total}
        isTotalCapped={isTotalCapped}
        columns={columnsAt(now, isOpen)}
        factsOf={factsOf}
        filters={FILTERS}
        acts={ACTS}
        nouns="payment problems"
        searchHint="Order, customer or payment"
        empty={
          <EmptyState
            action={
              <ButtonLink to="/admin/orders?status=all" look="outline" size="desk" className="min-h-11">
                To all orders
              </ButtonLink>
            }
          >
            {isOpen
              ? "Every payment agrees with the card provider. When one needs attention, it is shown here and the bell rings."
              : "No payment has needed attention yet."}
          </EmptyState>
        }
        instead={
          isOpen ? (
            <section aria-label="Open">
              <h2 className="sr-only">Open</h2>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] items-start gap-x-4 gap-y-6">
                {problems.map((problem) => (
                  <ProblemCard key={problem.id} problem={problem} now={now} />
                ))}
              </div>
            </section>
          ) : undefined
        }
      />
      <SettledLately settled={settled} now={now} />
    </div>
  );
}

interface SettledLatelyProps extends Pick<Route.ComponentProps["loaderData"], "settled"> {
  readonly now: Date;
}

function SettledLately({ settled, now }: SettledLatelyProps) {
  const format = useMoneyFormat();
  if (settled.length === 0) return null;
  return (
    <section aria-labelledby="settled-title" className="mt-4">
      <h2 id="settled-title" className="rule mb-1 pb-1 text-lg">
        Recently settled
      </h2>
      <ul>
        {settled.map((problem) => (
          <li key={problem.id} className="grid gap-x-4 border-b border-hairline py-2 sm:grid-cols-[1fr_auto]">
            <span className="min-w-0 wrap-anywhere">
              {problem.orderId === null ? (
                problem.title
              ) : (
                <Link to={`/admin/orders/${problem.orderId}`} className="inline-flex min-h-6 items-center underline underline-offset-2">
                  {problem.title}
                </Link>
              )}
              {` · ${PROBLEM_LABELS[problem.kind]} · `}
              <span className="figures">{formatMoney(problem.amount, inCurrency(format, problem.currency))}</span>
              <span className="block text-ink-2">{problem.settlement}</span>
            </span>
            <span className="text-ink-2">
              {problem.by} · <Moment at={problem.settledAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
