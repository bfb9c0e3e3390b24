import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { AlertTriangleIcon } from "lucide-react";
import { useState } from "react";
import { Link, useActionData, useFetcher, type FetcherWithComponents } from "react-router";
import { Button } from "#app/kit/button.tsx";
import { ConfirmButton, type Question } from "#app/kit/confirm.tsx";
import { Fold } from "#app/kit/fold.tsx";
import { Moment } from "#app/orders/ui/staff/order-words.tsx";
import type { ProblemRemedy } from "#app/payments/domain/payment-problem.ts";
import { MAX_REASON_LENGTH } from "#app/values/limits.ts";
import { formatMoney, inCurrency } from "#app/values/money.ts";
import { PROBLEM_LABELS, type ProblemView, type RemedyAnswerView } from "./problem-view.ts";

type Remedy = Exclude<ProblemRemedy, "by_hand">;

/** Labels of the buttons with their amounts. */
function remedyLabel(remedy: Remedy, amount: string): string {
  switch (remedy) {
    case "retry_capture":
      return `Accept and charge ${amount}`;
    case "accept_at_pickup":
      return "Accept, pay at pickup";
    case "refund_again":
      return `Refund ${amount} again`;
    case "release_hold":
      return `Undo this payment of ${amount}`;
  }
}

/** The confirmation before a payment action; none can be undone. */
function remedyQuestion(remedy: Remedy, amount: string, title: string): Question {
  const yes = remedyLabel(remedy, amount);
  switch (remedy) {
    case "retry_capture":
      return { title: `Charge ${amount} for ${title}?`, text: "The order is accepted and the customer's card is charged now.", yes };
    case "accept_at_pickup":
      return { title: `Accept ${title} unpaid?`, text: `Nothing is charged. Take ${amount} when the order is handed over.`, yes };
    case "refund_again":
      return { title: `Refund ${amount} for ${title}?`, text: "The money goes back to the customer's card. This cannot be undone.", yes };
    case "release_hold":
      return {
        title: `Undo this payment of ${amount}?`,
        text: "If the order still waits for this payment, it is given up. The customer gets the money back. This cannot be undone.",
        yes,
        isDanger: true,
      };
  }
}

interface ProblemCardProps {
  readonly problem: ProblemView;
  readonly now: Date;
}

/** A payment problem: the cause, the text that the customer sees, and remedies. */
export function ProblemCard({ problem, now }: ProblemCardProps) {
  const fetcher = useFetcher<RemedyAnswerView>({ key: `problem:${problem.id}` });
  const posted = useActionData<RemedyAnswerView>();
  const answer = fetcher.data ?? (posted?.problemId === problem.id ? posted : undefined);
  return (
    <article id={`problem-${problem.id}`} aria-labelledby={`problem-${problem.id}-title`} className="ticket grid content-start gap-3 p-4">
      <ProblemHeader problem={problem} now={now} />
      <p className="text-base wrap-anywhere">{problem.what}</p>
      <ProblemFacts problem={problem} />
      <RemedyButtons problem={problem} fetcher={fetcher} />
      {problem.remedies.includes("by_hand") ? <SettledForm problem={problem} fetcher={fetcher} answer={answer} /> : null}
      <div role="alert">
        {answer === undefined || answer.kind === "done" || answer.field !== null ? null : (
          <p
            className={`rounded border p-2 font-semibold ${answer.kind === "later" ? "border-harbour bg-harbour-tint" : "border-beet bg-beet-tint text-beet"}`}
          >
            {answer.message}
          </p>
        )}
      </div>
    </article>
  );
}

function ProblemHeader({ problem, now }: ProblemCardProps) {
  const format = inCurrency(useMoneyFormat(), problem.currency);
  return (
    <header className="flex items-start gap-3">
      <AlertTriangleIcon aria-hidden className="mt-1 size-5 shrink-0 text-beet" />
      <div className="min-w-0">
        <h3 id={`problem-${problem.id}-title`} className="text-lg">
          {PROBLEM_LABELS[problem.kind]}
        </h3>
        <p className="figures text-ink-2">
          {problem.orderId === null ? (
            problem.title
          ) : (
            <Link className="inline-flex min-h-6 items-center underline underline-offset-2" to={`/admin/orders/${problem.orderId}`}>
              {problem.title}
            </Link>
          )}
          {` · ${formatMoney(problem.amount, format)} · `}
          <Moment at={problem.openedAt} now={now} />
        </p>
      </div>
    </header>
  );
}

function ProblemFacts({ problem }: { readonly problem: ProblemView }) {
  return (
    <dl className="grid gap-2 border-t border-dashed border-hairline pt-3">
      {problem.told === "" ? null : (
        <div>
          <dt className="text-ink-2">The customer reads</dt>
          <dd className="wrap-anywhere">“{problem.told}”</dd>
        </div>
      )}
      {problem.customer === "" ? null : (
        <div>
          <dt className="text-ink-2">Customer</dt>
          <dd className="wrap-anywhere">
            {problem.customer}
            {problem.phone === "" ? null : (
              <>
                {" · "}
                <a className="inline-flex min-h-6 items-center underline underline-offset-2" href={`tel:${problem.phone}`}>
                  {problem.phone}
                </a>
              </>
            )}
          </dd>
        </div>
      )}
      {problem.intentId === null ? null : (
        <div>
          <dt className="text-ink-2">Payment at the provider</dt>
          <dd className="figures text-xs wrap-anywhere">{problem.intentId}</dd>
        </div>
      )}
    </dl>
  );
}

interface RemedyProps {
  readonly problem: ProblemView;
  readonly fetcher: FetcherWithComponents<RemedyAnswerView>;
}

/** Remedies that change the payment. */
function RemedyButtons({ problem, fetcher }: RemedyProps) {
  const format = inCurrency(useMoneyFormat(), problem.currency);
  const remedies = problem.remedies.filter((remedy) => remedy !== "by_hand");
  if (remedies.length === 0) return null;
  return (
    <fetcher.Form method="post" className="grid gap-2">
      <input type="hidden" name="problem" value={problem.id} />
      {remedies.map((remedy, index) => (
        <ConfirmButton
          key={remedy}
          question={remedyQuestion(remedy, formatMoney(problem.amount, format), problem.title)}
          name="remedy"
          value={remedy}
          look={index === 0 ? "filled" : "outline"}
          disabled={fetcher.state !== "idle"}
          className="h-auto py-2 whitespace-normal"
        >
          {fetcher.formData?.get("remedy") === remedy ? "One moment…" : remedyLabel(remedy, formatMoney(problem.amount, format))}
        </ConfirmButton>
      ))}
    </fetcher.Form>
  );
}

/** For a problem that staff have resolved outside the shop. */
function SettledForm({ problem, fetcher, answer }: RemedyProps & { readonly answer: RemedyAnswerView | undefined }) {
  const [note, setNote] = useState("");
  const noteError = answer?.field === "note" ? answer.message : undefined;
  return (
    <Fold title="I have settled this myself…" open={noteError !== undefined}>
      <fetcher.Form method="post" className="grid gap-2">
        <input type="hidden" name="problem" value={problem.id} />
        {/* A page may have several cards, so field names are not unique ids. */}
        <label className="grid gap-1 font-semibold">
          What did you do?
          <textarea
            name="note"
            rows={2}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            maxLength={MAX_REASON_LENGTH}
            aria-invalid={noteError !== undefined || undefined}
            aria-describedby={`note-${problem.id}`}
            className="control py-2 font-normal"
          />
        </label>
        <p id={`note-${problem.id}`} className={noteError === undefined ? "text-ink-2" : "font-semibold text-beet"}>
          {noteError ?? "For example: refunded on the provider's own pages, called the customer."}
        </p>
        <Button
          type="submit"
          name="remedy"
          value="by_hand"
          look="outline"
          disabled={fetcher.state !== "idle"}
          className="justify-self-start"
        >
          Mark as settled
        </Button>
      </fetcher.Form>
    </Fold>
  );
}
