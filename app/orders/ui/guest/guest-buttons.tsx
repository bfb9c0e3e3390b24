import * as texts from "#texts/orders/page/order-actions.ts";
import * as againTexts from "#texts/orders/page/order-again.ts";
import { useFetcher } from "react-router";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import type { GuestAnswer } from "./guest-answer.ts";
import type { GuestOrder } from "./guest-order.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";
import { useSubmitOnce } from "#app/kit/hooks/use-submit-once.ts";

/** Customer actions: "I'm here", and cancel before acceptance. */
export function GuestButtons({ order, answer }: { readonly order: GuestOrder; readonly answer: GuestAnswer | undefined }) {
  const arrival = useFetcher<GuestAnswer>();
  const arriveOnce = useSubmitOnce(arrival);
  const cancel = useFetcher<GuestAnswer>();
  const cancelOnce = useSubmitOnce(cancel);
  // The result is at the top, far above the button on a phone.
  useAnswer(cancel, (answer) => {
    const now = document.getElementById("now");
    if (!answer.ok || now === null) return;
    now.scrollIntoView({ block: "start" });
    now.focus({ preventScroll: true });
  });
  const action = `/payment-complete?order=${encodeURIComponent(order.token)}`;
  const shown = cancel.data ?? arrival.data ?? (answer?.isReorder === true ? undefined : answer);
  return (
    <div className="grid gap-4 print:hidden">
      {order.canArrive ? (
        <arrival.Form method="post" action={action} onSubmit={arriveOnce}>
          <input type="hidden" name="intent" value="arrived" />
          <Button type="submit" size="large" className="w-full sm:w-auto" disabled={arrival.state !== "idle"}>
            {texts.iAmHere}
          </Button>
        </arrival.Form>
      ) : null}
      <div role="status" className="grid gap-2 empty:hidden">
        {order.hasArrived && order.status === "ready" ? <p className="font-semibold text-leaf">{texts.counterKnows}</p> : null}
        {shown === undefined || shown.message === "" ? null : <Answer answer={shown} />}
      </div>
      {order.canCancel ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-ink-2 underline underline-offset-2">
            {texts.cancelThis}
          </summary>
          <cancel.Form method="post" action={action} className="mt-2 grid gap-2" onSubmit={cancelOnce}>
            <input type="hidden" name="intent" value="cancel" />
            <p className="text-ink-2">{order.payNote === "" ? texts.cardIsReleased : texts.nothingPaid}</p>
            <Button type="submit" look="danger-outline" className="justify-self-start" disabled={cancel.state !== "idle"}>
              {texts.cancel(order.number ?? "")}
            </Button>
          </cancel.Form>
        </details>
      ) : null}
    </div>
  );
}

interface OrderAgainProps {
  readonly order: { readonly token: string };
  /** The response to a plain form. */
  readonly answer?: GuestAnswer | undefined;
  /** Names the order to screen readers where the page lists several. */
  readonly number?: string;
  readonly className?: string;
}

/** Reorder: fills the cart and lists the differences. */
export function OrderAgain({ order, answer, number, className = "w-full" }: OrderAgainProps) {
  const again = useFetcher<GuestAnswer>();
  const orderOnce = useSubmitOnce(again);
  useAnswer(again, (given) => {
    if (given.ok) announceCartChange();
  });
  const shown = again.data ?? (answer?.isReorder === true ? answer : undefined);
  return (
    <div className="grid gap-3 print:hidden">
      <again.Form method="post" action={`/payment-complete?order=${encodeURIComponent(order.token)}`} onSubmit={orderOnce}>
        <input type="hidden" name="intent" value="reorder" />
        <Button
          type="submit"
          look="outline"
          size={number === undefined ? "large" : "touch"}
          className={className}
          disabled={again.state !== "idle"}
          // While Enter is held, the browser keeps clicking, also after the response.
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
        >
          {againTexts.orderAgain}
          {number === undefined ? null : <span className="sr-only">{againTexts.ofOrder(number)}</span>}
        </Button>
      </again.Form>
      <div role="status" className="grid gap-2 empty:hidden">
        {shown === undefined ? null : <Answer answer={shown} />}
      </div>
    </div>
  );
}

function Answer({ answer }: { readonly answer: GuestAnswer }) {
  return (
    <>
      <p className={`font-semibold ${answer.ok ? "" : "text-beet"}`}>{answer.message}</p>
      {answer.changes.length === 0 ? null : (
        <ul className="list-disc pl-5 text-ink-2">
          {answer.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      {answer.ok && answer.changes.length > 0 ? (
        <ButtonLink to="/cart" className="justify-self-start">
          {againTexts.viewCart}
        </ButtonLink>
      ) : null}
    </>
  );
}
