import * as texts from "#texts/checkout/payment-link.tsx";
import { lazy, Suspense, useState } from "react";
import { data, redirect } from "react-router";
import { findOrderStatus } from "#app/checkout/workflows/guest-order.server.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { requestContext, servicesContext } from "#app/http/context.server.ts";
import { watchOrder } from "#app/http/limits/watch-order.server.ts";
import { InCurrency } from "#app/kit/money.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { isPayableByLink } from "#app/orders/domain/payment-link.ts";
import { GuestItems, TogetherWords } from "#app/orders/ui/guest/guest-items.tsx";
import type { GuestOrder } from "#app/orders/ui/guest/guest-order.ts";
import { AskedTooOften, UnknownOrder } from "#app/orders/ui/guest/unpaid-order.tsx";
import { useOrderUpdates } from "#app/orders/ui/guest/use-order-updates.ts";
import { readTogetherWords } from "#app/orders/workflows/together-words.server.ts";
import { noCardSentence } from "#app/payments/domain/card-problem.ts";
import { cardFormView } from "#app/routes/shop/checkout/card-form-view.server.ts";
import { guestOrder } from "#app/routes/shop/payment-complete/guest-page.server.ts";
import { orderQuery } from "#app/routes/shop/query.schema.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { formatMoney } from "#app/values/money.ts";
import type { Route } from "./+types/index";

/** Lazy, because it contains the card form of the checkout. */
const PayByLink = lazy(async () => ({ default: (await import("#app/checkout/ui/payment/pay-by-link.tsx")).PayByLink }));

/** Where the customer pays an order that staff took with a payment link. If it cannot be paid here, the order's page says why. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { order: token } = readPageQuery(request, orderQuery);
  const watched = await watchOrder(services, request, context.get(requestContext), () => findOrderStatus(services, token));
  const headers = { "Cache-Control": "private, no-store" };
  if (watched.kind !== "found") {
    const { TELEPHONE: telephone } = await readSettings(services.db);
    if (watched.kind === "unknown") return data({ kind: "unknown" as const, telephone }, { status: 404, headers });
    const again = { ...headers, "Retry-After": String(watched.retryAfterSeconds) };
    return data({ kind: "wait" as const, message: watched.message, telephone }, { status: 429, headers: again });
  }
  const { order, settings } = watched.value;
  const now = services.now();
  if (!isPayableByLink(order, now) || order.payBy === null)
    return redirect(`/payment-complete?order=${encodeURIComponent(token)}`, { headers });
  const payments = await services.payments.current();
  const together = await readTogetherWords(services.db, order, settings);
  const clock = shopClock(settings);
  return data(
    {
      kind: "open" as const,
      order: guestOrder(watched.value, now, "kept", services.env.publicUrl, together),
      until: formatReopening(order.payBy, now, clock),
      requested: order.requestedFor === null ? null : formatReopening(order.requestedFor, now, clock),
      card: cardFormView(payments, settings),
      cardProblem: payments.takesCards ? null : noCardSentence(settings.TELEPHONE),
    },
    { headers },
  );
}

/** Addresses with a token are private: no caching, no referrer. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  const wait = loaderHeaders.get("Retry-After");
  const again = wait === null ? {} : { "Retry-After": wait };
  return { "Cache-Control": "private, no-store", "Referrer-Policy": "same-origin", ...again };
}

type PageData = Route.ComponentProps["loaderData"];

export default function PayOrderPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-8 pb-16">
      <meta name="robots" content="noindex" />
      <PageBody page={loaderData} />
    </main>
  );
}

function PageBody({ page }: { readonly page: PageData }) {
  switch (page.kind) {
    case "unknown":
      return <UnknownOrder telephone={page.telephone} />;
    case "wait":
      return <AskedTooOften message={page.message} telephone={page.telephone} />;
    case "open":
      return (
        <InCurrency code={page.order.currency}>
          <OpenLink page={page} />
        </InCurrency>
      );
  }
}

function OpenLink({
  page: { order, until, requested, card, cardProblem },
}: {
  readonly page: Extract<PageData, { readonly kind: "open" }>;
}) {
  const format = useMoneyFormat();
  const [isWorking, setWorking] = useState(false);
  const { finalTotal } = order.totals;
  return (
    <>
      <title>{texts.payForOrder}</title>
      {isWorking ? null : <Updates order={order} />}
      <p className="text-lg text-ink-2">{order.firstName === "" ? order.store.name : texts.hello(order.firstName)}</p>
      <h1 className="mt-1 text-4xl">{texts.payForOrder}</h1>
      <p className="mt-3 max-w-prose text-lg">
        {texts.begins(
          order.store.name,
          <span className="figures">{formatMoney(finalTotal, format)}</span>,
          <span className="figures font-semibold">{until}</span>,
        )}
      </p>
      <TogetherWords words={order.together} />
      {order.paymentError === null ? null : (
        <p className="mt-3 max-w-prose font-semibold text-beet">{texts.lastTryFailed(order.paymentError)}</p>
      )}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_420px] lg:items-start">
        <section aria-labelledby="items-title" className="ticket px-4 pt-5 pb-6 sm:px-6 lg:order-last">
          <h2 id="items-title" className="rule mb-4 pb-2 text-xl">
            {order.fulfillment === "pickup" ? texts.orderForPickup : texts.orderForDelivery}
          </h2>
          <GuestItems order={order} />
          {requested === null ? null : <p className="mt-4">{texts.forTime(<span className="figures font-semibold">{requested}</span>)}</p>}
          {order.deliveryAddress === null ? null : <p className="mt-4 wrap-anywhere">{texts.toAddress(order.deliveryAddress)}</p>}
        </section>
        {cardProblem === null ? (
          <Suspense fallback={<div className="min-h-56 rounded border border-hairline bg-surface" />}>
            <PayByLink token={order.token} amount={finalTotal} view={card} onWorking={setWorking} />
          </Suspense>
        ) : (
          <p className="rounded border-2 border-beet bg-surface p-4 font-semibold text-beet">{cardProblem}</p>
        )}
      </div>
    </>
  );
}

/** The order may be paid in another window, expired or cancelled: the page polls. */
function Updates({ order }: { readonly order: GuestOrder }) {
  useOrderUpdates(order);
  return null;
}
