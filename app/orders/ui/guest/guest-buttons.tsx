import { useFetcher } from "react-router";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import type { GuestAnswer } from "./guest-answer.ts";
import type { GuestOrder } from "./guest-order.ts";
import { useAnswer } from "#app/kit/hooks/use-answer.ts";

/** Customer actions: "I'm here", and cancel before acceptance. */
export function GuestButtons({ order, answer }: { readonly order: GuestOrder; readonly answer: GuestAnswer | undefined }) {
  const arrival = useFetcher<GuestAnswer>();
  const cancel = useFetcher<GuestAnswer>();
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
        <arrival.Form method="post" action={action}>
          <input type="hidden" name="intent" value="arrived" />
          <Button type="submit" size="large" className="w-full sm:w-auto" aria-disabled={arrival.state !== "idle"}>
            I'm here
          </Button>
        </arrival.Form>
      ) : null}
      <div role="status" className="grid gap-2 empty:hidden">
        {order.hasArrived && order.status === "ready" ? <p className="font-semibold text-leaf">The counter knows you're here.</p> : null}
        {shown === undefined || shown.message === "" ? null : <Answer answer={shown} />}
      </div>
      {order.canCancel ? (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center text-ink-2 underline underline-offset-2">
            Cancel this order
          </summary>
          <cancel.Form method="post" action={action} className="mt-2 grid gap-2">
            <input type="hidden" name="intent" value="cancel" />
            <p className="text-ink-2">
              {order.payNote === "" ? "Your card is released at once; nothing is charged." : "Nothing has been paid."}
            </p>
            <Button type="submit" look="danger-outline" className="justify-self-start" aria-disabled={cancel.state !== "idle"}>
              Cancel order {order.number}
            </Button>
          </cancel.Form>
        </details>
      ) : null}
    </div>
  );
}

/** Reorder, at the end of the page: fills the cart and says what differs. */
export function OrderAgain({ order, answer }: { readonly order: GuestOrder; readonly answer: GuestAnswer | undefined }) {
  const again = useFetcher<GuestAnswer>();
  useAnswer(again, (given) => {
    if (given.ok) announceCartChange();
  });
  const shown = again.data ?? (answer?.isReorder === true ? answer : undefined);
  return (
    <div className="grid gap-3 print:hidden">
      <again.Form method="post" action={`/payment-complete?order=${encodeURIComponent(order.token)}`}>
        <input type="hidden" name="intent" value="reorder" />
        <Button type="submit" look="outline" size="large" className="w-full" aria-disabled={again.state !== "idle"}>
          Order again
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
          View cart
        </ButtonLink>
      ) : null}
    </>
  );
}
