import { localAddressLines } from "#app/store/domain/delivery/store-address.ts";
import { InCurrency } from "#app/kit/money.tsx";
import { lazy, Suspense, useState } from "react";
import { useLocation, type ShouldRevalidateFunctionArgs } from "react-router";
import { PREVIEW_CHANGE } from "#app/checkout/ui/staff/change/change-view.ts";
import { canChange } from "#app/orders/ui/staff/board/next-steps.ts";
import { propertyOf } from "#app/values/narrow.ts";
import { handleChangeForm } from "./change-form.server.ts";
import { findOrderDetail } from "#app/orders/data/orders.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { readPageQuery, readParam } from "#app/http/answers/read-query.server.ts";
import { urlKey } from "#app/values/addresses/url.schema.ts";
import { orderPageQuery } from "#app/orders/domain/order-list.schema.ts";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { useNow } from "#app/kit/hooks/use-now.ts";
import { usePrintOnce } from "#app/kit/hooks/use-print-once.ts";
import { OrderPage, UNPAID } from "#app/orders/ui/staff/detail/order-page.tsx";
import { PrintReceipt, PrintTicket } from "#app/orders/ui/staff/detail/print-ticket.tsx";
import { Button, ButtonLink } from "#app/kit/button.tsx";
import { sendOrderForm } from "#app/orders/ui/staff/forms/send-order-form.ts";
import { useLiveData } from "#app/orders/ui/staff/alerts/order-feed.tsx";
import type { Route } from "./+types/detail";
import { describeMessages } from "#app/orders/workflows/messages/message-channels.server.ts";
import { orderOfReceipt } from "#app/orders/workflows/receipt/number-receipt.server.ts";
import { staffOrderDetail } from "./staff-order-detail.server.ts";
import { listPrinterRows } from "#app/orders/data/counter/printers.server.ts";
import { handlePageForm } from "./kitchen-form.server.ts";
import { paymentLinkOf } from "./payment-link-view.server.ts";
import { readOrderFacts, ticketShop } from "./order-lists.server.ts";

const ChangeOrder = lazy(async () => ({ default: (await import("#app/checkout/ui/staff/change/change-order.tsx")).ChangeOrder }));

/** Rarely needed. */
const PaymentLinkPanel = lazy(async () => ({ default: (await import("#app/checkout/ui/staff/payment-link-panel.tsx")).PaymentLinkPanel }));

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData === undefined ? "Order" : `${loaderData.order.number || UNPAID} · Orders` },
];

/** One order; `?print=ticket` or `?print=receipt` renders it for 80 mm paper. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, facts } = await readOrderFacts(context);
  const services = context.get(servicesContext);
  const found = await findOrderDetail(
    db,
    readParam(params.id, urlKey, () => notFound(request)),
  );
  if (found === undefined) throw notFound(request);
  const { settings } = facts;
  const { print, change } = readPageQuery(request, orderPageQuery);
  const detail = print === "receipt" ? { ...found, order: await orderOfReceipt(services.db, found.order) } : found;
  return {
    order: { ...(await staffOrderDetail(db, detail, facts)), messages: await describeMessages(services, detail.order) },
    link: await paymentLinkOf(detail.order, settings, services),
    print,
    isChanging: change !== null,
    hasPrinters: (await listPrinterRows(db)).some((printer) => printer.isOn),
    shop: {
      ...ticketShop(settings),
      address: localAddressLines(settings).join(", "),
      telephone: settings.TELEPHONE,
      taxNumber: settings.TAX_NUMBER,
    },
    now: facts.now,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return (await handleChangeForm(form, context)) ?? handlePageForm(form, context);
}

export function clientAction(args: Route.ClientActionArgs) {
  return sendOrderForm(args);
}

/** Also after an error: a conflict means that the page is outdated. A preview changes nothing. */
export function shouldRevalidate(facts: ShouldRevalidateFunctionArgs): boolean {
  return hasConnection(facts) && facts.formData?.get("intent") !== PREVIEW_CHANGE;
}

const TOO_LATE = "This order cannot be changed any more.";

export default function OrderDetailPage({ loaderData }: Route.ComponentProps) {
  const { order, link, print, shop, isChanging } = loaderData;
  const { state } = useLocation();
  const changed = propertyOf(state, "changed");
  // The editor and its input stay while another refund is in progress.
  const isOpen = canChange({ ...order, isSettling: false });
  useLiveData();
  const now = useNow(loaderData.now, 1000);
  const [printedFor] = useState(loaderData.now);
  usePrintOnce(print !== null);
  const editor = (unsent: string) => (
    <Suspense fallback={<p className="text-ink-2">Loading…</p>}>
      <ChangeOrder order={order} unsent={unsent} />
    </Suspense>
  );
  if (print === null)
    return (
      <InCurrency code={order.currency}>
        <OrderPage
          key={order.id}
          order={order}
          now={now}
          hasPrinters={loaderData.hasPrinters}
          changed={typeof changed === "string" ? changed : ""}
          editor={isChanging && isOpen ? editor : null}
        >
          {isChanging && !isOpen ? <p role="alert">{TOO_LATE}</p> : null}
          {link === null ? null : (
            <Suspense>
              <h2 className="mb-3 text-xl">Waiting for payment until {link.until}</h2>
              <PaymentLinkPanel orderId={order.id} link={link} />
            </Suspense>
          )}
        </OrderPage>
      </InCurrency>
    );
  return (
    <main className="min-h-dvh bg-canvas py-4 print:bg-transparent print:p-0">
      <p className="mb-4 flex justify-center gap-2 print:hidden">
        <Button size="desk" onClick={() => window.print()}>
          Print
        </Button>
        <ButtonLink size="desk" look="outline" to={`/admin/orders/${order.id}`}>
          Back to the order
        </ButtonLink>
      </p>
      <style>{"@page { size: 80mm auto; margin: 4mm }"}</style>
      <InCurrency code={order.currency}>
        {print === "ticket" ? <PrintTicket order={order} shop={shop} now={printedFor} /> : <PrintReceipt order={order} shop={shop} />}
      </InCurrency>
    </main>
  );
}
