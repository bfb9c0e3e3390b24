import { AlertTriangleIcon } from "lucide-react";
import type { OrderFormAnswer, OrderView } from "./order-view.ts";

/** What an action answered, inside the card it belongs to. Good news is told by the list itself. */
export function AnswerNotice({ answer }: { readonly answer: OrderFormAnswer | undefined }) {
  return (
    <div role="alert">
      {answer === undefined || answer.kind === "done" ? null : (
        <p
          className={`mt-3 rounded border p-2 text-sm font-semibold ${answer.kind === "conflict" || answer.kind === "pending" ? "border-harbour bg-harbour-tint" : "border-beet bg-beet-tint text-beet"}`}
        >
          {answer.message}
        </p>
      )}
    </div>
  );
}

/** The red banner of a payment problem (ordering rules: "capture fails → stay, offer retry, reject, or pay at pickup"). */
export function PaymentProblem({ order }: { readonly order: Pick<OrderView, "paymentProblem" | "isDisputed" | "status"> }) {
  if (order.paymentProblem === null && !order.isDisputed) return null;
  return (
    <div className="mt-3 flex items-start gap-2 rounded border-2 border-beet bg-beet-tint p-3 text-sm">
      <AlertTriangleIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-beet" />
      <div>
        {order.paymentProblem === null ? null : (
          <p>
            <strong>Payment problem.</strong> {order.paymentProblem}
            {order.status === "received" ? " Accept again to retry, let the customer pay at pickup, or reject." : ""}
          </p>
        )}
        {order.isDisputed ? (
          <p>
            <strong>Disputed.</strong> The customer's bank questions this payment. Answer it at the card provider.
          </p>
        ) : null}
      </div>
    </div>
  );
}
