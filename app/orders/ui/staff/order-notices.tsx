import { AlertTriangleIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useFeed } from "./alerts/order-feed.tsx";
import type { OrderFormAnswer, StaffOrder } from "./staff-order.ts";

interface AnswerNoticeProps {
  readonly answer: OrderFormAnswer | undefined;
  /** A list shows conflicts itself, because the order has changed and its card may have moved or left. */
  readonly isListed?: boolean;
}

/** An action's result inside its card. The list itself shows success. */
export function AnswerNotice({ answer, isListed = false }: AnswerNoticeProps) {
  const isElsewhere =
    answer === undefined || answer.kind === "done" || answer.kind === "confirm" || (isListed && answer.kind === "conflict");
  return (
    <div role="alert">
      {answer?.kind === "lost" ? <LostNotice message={answer.message} /> : null}
      {isElsewhere || answer.kind === "lost" ? null : (
        <p
          className={`mt-3 rounded border p-2 text-sm font-semibold ${answer.kind === "conflict" || answer.kind === "pending" ? "border-harbour bg-harbour-tint" : "border-beet bg-beet-tint text-beet"}`}
        >
          {answer.message}
        </p>
      )}
    </div>
  );
}

/** Shown until the connection returns. */
function LostNotice({ message }: { readonly message: string }) {
  const { beat, silentSeconds } = useFeed();
  const [beatWhenLost] = useState(beat);
  const isBack = silentSeconds === null && beat > beatWhenLost;
  return (
    <p
      className={`mt-3 rounded border p-2 text-sm font-semibold ${isBack ? "border-harbour bg-harbour-tint" : "border-beet bg-beet-tint text-beet"}`}
    >
      {isBack ? "The connection is back. This is the order's current state." : message}
    </p>
  );
}

/** The red banner of a payment problem, with retry, reject or payment at pickup. */
export function PaymentProblem({ order }: { readonly order: Pick<StaffOrder, "paymentProblem" | "isDisputed" | "status"> }) {
  if (order.paymentProblem === null && !order.isDisputed) return null;
  return (
    <div className="mt-3 flex items-start gap-2 rounded border-2 border-beet bg-beet-tint p-3 text-sm">
      <AlertTriangleIcon aria-hidden className="mt-0.5 size-5 shrink-0 text-beet" />
      <div>
        {order.paymentProblem === null ? null : (
          <p>
            <strong>Payment problem.</strong> {order.paymentProblem}
            {order.status === "received" ? " Accept again to retry, let the customer pay at pickup, or reject." : " "}
            {order.status === "received" ? null : (
              <Link to="/admin/orders/problems" className="inline-flex min-h-6 items-center font-semibold underline underline-offset-2">
                See what settles it
              </Link>
            )}
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
