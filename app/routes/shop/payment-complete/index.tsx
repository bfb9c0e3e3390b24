import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { InCurrency } from "#app/kit/money.tsx";
import { useEffect } from "react";
import { data, redirectDocument, useSearchParams } from "react-router";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { orderQuery } from "#app/routes/shop/query.schema.ts";
import { watchOrder } from "#app/http/limits/watch-order.server.ts";
import { announceCartChange } from "#app/cart/ui/cart-events.ts";
import { clearCheckoutStorage } from "#app/checkout/ui/clear-checkout-storage.ts";
import { OrderStatusPage } from "#app/orders/ui/guest/order-status.tsx";
import { AskedTooOften, DoubtfulPayment, FailedPayment, ProcessingPayment, UnknownOrder } from "#app/orders/ui/guest/unpaid-order.tsx";
import { isPayableByLink } from "#app/orders/domain/payment-link.ts";
import { findLastCustomerLetter } from "#app/orders/data/orders.server.ts";
import { readTogetherWords } from "#app/orders/workflows/together-words.server.ts";
import { deliveryStatus } from "#app/mail/domain/delivery-status.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import type { Route } from "./+types/index";
import { answerOrderForm } from "./guest-action.server.ts";
import { guestOrder } from "./guest-page.server.ts";

/**
 * The order's permanent page. The payment provider decides whether it is paid; parameters that a bank appends to the address
 * (`redirect_status` and the like) are ignored.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { order } = readPageQuery(request, orderQuery);
  const watched = await watchOrder(services, request, context.get(requestContext), () => findOrderStatus(services, order));
  const headers = { "Cache-Control": "private, no-store" };
  if (watched.kind === "found") {
    const found = watched.value;
    const now = services.now();
    if (isPayableByLink(found.order, now))
      // The card form needs the security policy of its own document.
      return redirectDocument(`/pay-order?order=${encodeURIComponent(order)}`, { headers });
    const [letter, mail, together] = await Promise.all([
      findLastCustomerLetter(services.db, found.order.id),
      readMailState(services),
      readTogetherWords(services.db, found.order, found.settings),
    ]);
    return data(
      {
        order: guestOrder(found, now, deliveryStatus(letter, mail), services.env.publicUrl, together),
        wait: null,
        telephone: found.settings.TELEPHONE,
      },
      { headers },
    );
  }
  const { TELEPHONE } = await readSettings(services.db);
  if (watched.kind === "unknown") return data({ order: null, wait: null, telephone: TELEPHONE }, { status: 404, headers });
  const again = { ...headers, "Retry-After": String(watched.retryAfterSeconds) };
  return data({ order: null, wait: watched.message, telephone: TELEPHONE }, { status: 429, headers: again });
}

/** Addresses with a token are private: no caching, no referrer. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const wait = loaderHeaders.get("Retry-After");
  const again = wait === null ? {} : { "Retry-After": wait };
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin", ...again };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerOrderForm(request, readPageQuery(request, orderQuery).order, context.get(servicesContext), context.get(requestContext));
}

export default function PaymentCompletePage({ loaderData, actionData }: Route.ComponentProps) {
  const { order, wait, telephone } = loaderData;
  const shop = useMoneyFormat();
  const isPaid = order?.paid === "paid";
  useEffect(() => {
    if (!isPaid) return;
    // A paid order has emptied the cart.
    announceCartChange();
    clearCheckoutStorage();
  }, [isPaid]);
  const [query, setQuery] = useSearchParams();
  const isBare = [...query.keys()].every((name) => name === "order");
  useEffect(() => {
    // The bank's appended parameters are not needed, and a payment's secret must not stay in the history or a bookmark.
    if (!isBare) setQuery((before) => ({ order: before.get("order") ?? "" }), { replace: true, preventScrollReset: true });
  }, [isBare, setQuery]);
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-8 pb-16">
      <meta name="robots" content="noindex" />
      {wait === null ? (
        <InCurrency code={order?.currency ?? shop.currency}>
          <OrderOfLink order={order} telephone={telephone} answer={actionData} />
        </InCurrency>
      ) : (
        <AskedTooOften message={wait} telephone={telephone} />
      )}
    </main>
  );
}

type PageData = Route.ComponentProps["loaderData"];

interface OrderOfLinkProps extends Pick<PageData, "order" | "telephone"> {
  readonly answer: Route.ComponentProps["actionData"];
}

function OrderOfLink({ order, telephone, answer }: OrderOfLinkProps) {
  if (order === null) return <UnknownOrder telephone={telephone} />;
  switch (order.paid) {
    case "paid":
      return <OrderStatusPage key={order.token} order={order} answer={answer} />;
    case "processing":
      return <ProcessingPayment order={order} />;
    case "doubtful":
      return <DoubtfulPayment order={order} />;
    default:
      return <FailedPayment order={order} />;
  }
}
