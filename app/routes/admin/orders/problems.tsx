import { data, redirect, Link } from "react-router";
import { listProblemsForStaff, settlePaymentProblem } from "#app/checkout/workflows/settle/settle-problem.server.ts";
import { firstError, readForm } from "#app/http/answers/read-form.server.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { EmptyState } from "#app/kit/empty-state.tsx";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { listPaymentProblems, type PaymentProblem } from "#app/orders/data/payment-problems.server.ts";
import type { OrderActorFacts } from "#app/orders/domain/order.ts";
import { remedySchema } from "#app/orders/domain/changes/payment-remedies.schema.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import { OrderTabs } from "#app/orders/ui/staff/board/order-tabs.tsx";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import { ProblemCard } from "#app/orders/ui/staff/problems/problem-card.tsx";
import { PROBLEM_LABELS, type ProblemView, type RemedyAnswerView } from "#app/orders/ui/staff/problems/problem-view.ts";
import { hasRole } from "#app/staff/domain/permissions.ts";
import type { StaffUser } from "#app/staff/domain/user.ts";
import { fieldNumber, fieldText } from "#app/values/form.ts";
import { formatUsd } from "#app/values/money.ts";
import type { Route } from "./+types/problems";
import { readOrderFacts } from "./order-lists.server.ts";

const SETTLED_SHOWN = 20;

export const meta: Route.MetaFunction = () => [{ title: "Payment problems · Orders" }];

/** Payments that need a person, those that wait longest first, and what was settled lately. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, facts, counts, zone } = await readOrderFacts(context);
  const [open, settled] = await Promise.all([
    listProblemsForStaff(db, actorOf(facts.user)),
    listPaymentProblems(db, { settled: true, limit: SETTLED_SHOWN }),
  ]);
  return {
    problems: open.map((problem): ProblemView => ({
      ...identity(problem),
      customer: problem.customerName ?? "",
      phone: problem.customerPhone ?? "",
      intentId: problem.intentId,
      what: problem.what,
      told: problem.told,
      openedAt: problem.openedAt,
      remedies: problem.remedies,
    })),
    settled: settled.flatMap((problem) =>
      problem.settledAt === null
        ? []
        : [{ ...identity(problem), settledAt: problem.settledAt, by: problem.settledBy ?? "", settlement: problem.settlement ?? "" }],
    ),
    counts,
    zone,
    now: facts.now,
  };
}

function identity({ id, kind, orderId, orderNumber, amount }: PaymentProblem) {
  return { id, kind, orderId, title: orderNumber ?? (orderId === null ? "No order" : "Unpaid order"), amount };
}

function actorOf(user: StaffUser): OrderActorFacts {
  return { kind: "staff", userId: user.id, name: user.name, isAdmin: hasRole(user, "super-admin") };
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
  const settled = await settlePaymentProblem(services, { problemId: problem, remedy, note, actor: actorOf(user) });
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

/** Also after a refusal: a conflict means that the page is old. */
export const shouldRevalidate = hasConnection;

export default function PaymentProblems({ loaderData }: Route.ComponentProps) {
  const { problems, settled, counts, zone } = loaderData;
  useLiveData();
  const now = useNow(loaderData.now, 10_000);
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl">Payment problems</h1>
      <OrderTabs current="problems" counts={counts} />
      {problems.length === 0 ? (
        <EmptyState
          action={
            <ButtonLink to="/admin/orders?status=all" look="outline" size="desk" className="min-h-11">
              To all orders
            </ButtonLink>
          }
        >
          Every payment agrees with the card provider. When one needs somebody, it is shown here and the bell rings.
        </EmptyState>
      ) : (
        <section aria-label="Open">
          <h2 className="sr-only">Open</h2>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] items-start gap-x-4 gap-y-6">
            {problems.map((problem) => (
              <ProblemCard key={problem.id} problem={problem} now={now} zone={zone} />
            ))}
          </div>
        </section>
      )}
      {settled.length === 0 ? null : (
        <section aria-labelledby="settled-title" className="mt-4">
          <h2 id="settled-title" className="rule mb-1 pb-1 text-lg">
            Settled lately
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
                  <span className="figures">{formatUsd(problem.amount)}</span>
                  <span className="block text-ink-2">{problem.settlement}</span>
                </span>
                <span className="text-ink-2">
                  {problem.by} · <Moment at={problem.settledAt} now={now} zone={zone} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
