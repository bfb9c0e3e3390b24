import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { LoaderCircleIcon } from "lucide-react";
import { ButtonLink } from "#app/kit/button.tsx";
import { formatMoney } from "#app/values/money.ts";
import type { GuestOrder } from "./guest-order.ts";
import { useOrderUpdates } from "./use-order-updates.ts";

/** The payment is in progress: the page updates itself. */
export function ProcessingPayment({ order }: { readonly order: GuestOrder }) {
  const format = useMoneyFormat();
  const updates = useOrderUpdates(order);
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>Payment is being checked</title>
      <LoaderCircleIcon aria-hidden className="size-8 animate-spin text-primary" />
      <h1 className="mt-3 text-3xl">Your bank is checking the payment</h1>
      <p role="status" className="mt-3 text-lg">
        {formatMoney(order.totals.finalTotal, format)}.{" "}
        <span className="noscript:hidden">There's nothing you need to do: the result shows up here, usually within seconds.</span>
        <span className="hidden noscript:inline">Reload this page in a few seconds to see the result.</span>
      </p>
      <p className="mt-2 text-ink-2">
        {updates.isLost
          ? "No connection right now. We'll keep trying."
          : "Please don't pay again. You can keep this page open or come back to it later."}
      </p>
      <Phone telephone={order.store.telephone} />
    </div>
  );
}

/** The payment does not match the order: says so, and that staff work on it. */
export function DoubtfulPayment({ order }: { readonly order: GuestOrder }) {
  useOrderUpdates(order);
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>We need to check your payment</title>
      <h1 className="text-3xl">We need to check your payment</h1>
      <p role="status" className="mt-3 text-lg">
        {order.sentence}
      </p>
      <p className="mt-2 text-ink-2">Please don't pay again. This page shows what comes of it.</p>
      <Phone telephone={order.store.telephone} />
    </div>
  );
}

/** A payment link that expired unpaid or was cancelled by staff. */
function EndedLink({ order }: { readonly order: GuestOrder }) {
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>This payment link has ended</title>
      <h1 className="text-3xl">This payment link has ended</h1>
      <p className="mt-3 text-lg">The order was not paid in time, or the shop has cancelled it. You have not been charged.</p>
      <p className="mt-2 text-ink-2">If you still want it, order again or get in touch with {order.store.name}.</p>
      <Phone telephone={order.store.telephone} />
      <div className="cut mt-6 flex flex-wrap gap-3 pt-6">
        <ButtonLink to="/">See the menu</ButtonLink>
      </div>
    </div>
  );
}

/** Not paid: the reason, and the way back to the saved checkout. */
export function FailedPayment({ order }: { readonly order: GuestOrder }) {
  useOrderUpdates(order);
  if (order.isByLink) return <EndedLink order={order} />;
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>Error: The payment did not go through</title>
      <h1 className="text-3xl">The payment did not go through</h1>
      <p role="alert" className="mt-3 text-lg">
        {order.paymentError ?? "This order has not been paid."} You have not been charged.
      </p>
      <p className="mt-2 text-ink-2">Your cart and everything you typed are still there.</p>
      <div className="cut mt-6 flex flex-wrap gap-3 pt-6">
        <ButtonLink to="/checkout" reloadDocument>
          Back to the checkout
        </ButtonLink>
        <ButtonLink to="/cart" look="outline">
          View cart
        </ButtonLink>
      </div>
      <Phone telephone={order.store.telephone} />
    </div>
  );
}

/** Unknown order: does not reveal whether one exists, and offers contact. */
export function UnknownOrder({ telephone }: { readonly telephone: string }) {
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>Order not found</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl">We can't find this order</h1>
      <p className="mt-3 text-lg">The link may be incomplete. Open it again from your email; the link there leads to your order.</p>
      <p className="mt-2 text-ink-2">If you have just paid and see this page, please call us before you pay again.</p>
      <Phone telephone={telephone} />
      <div className="cut mt-6 flex flex-wrap gap-3 pt-6">
        <ButtonLink to="/">See the menu</ButtonLink>
        <ButtonLink to="/my-orders" look="outline">
          Find my orders
        </ButtonLink>
      </div>
    </div>
  );
}

/** Rate limited: the order is safe; try again later. */
export function AskedTooOften({ message, telephone }: { readonly message: string; readonly telephone: string }) {
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>One moment, please</title>
      <h1 className="text-3xl">One moment, please</h1>
      <p className="mt-3 text-lg">{message}</p>
      <Phone telephone={telephone} />
    </div>
  );
}

function Phone({ telephone }: { readonly telephone: string }) {
  if (telephone === "") return null;
  return (
    <p className="mt-4">
      Questions?{" "}
      <a href={`tel:${telephone.replace(/[^+\d]/g, "")}`} className="figures font-semibold text-primary underline underline-offset-2">
        {telephone}
      </a>
    </p>
  );
}
