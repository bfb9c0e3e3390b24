import * as pageTexts from "#texts/orders/page/order-page.tsx";
import * as texts from "#texts/orders/page/unpaid-order.tsx";
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
      <title>{texts.beingChecked}</title>
      <LoaderCircleIcon aria-hidden className="size-8 animate-spin text-primary" />
      <h1 className="mt-3 text-3xl">{texts.bankIsChecking}</h1>
      <p role="status" className="mt-3 text-lg">
        {texts.amount(formatMoney(order.totals.finalTotal, format))} <span className="noscript:hidden">{texts.nothingToDo}</span>
        <span className="hidden noscript:inline">{texts.reloadForResult}</span>
      </p>
      <p className="mt-2 text-ink-2">{updates.isLost ? pageTexts.noConnection : texts.keepOpen}</p>
      <Phone telephone={order.store.telephone} />
    </div>
  );
}

/** The payment does not match the order; the page says that staff work on it. */
export function DoubtfulPayment({ order }: { readonly order: GuestOrder }) {
  useOrderUpdates(order);
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>{texts.weNeedToCheck}</title>
      <h1 className="text-3xl">{texts.weNeedToCheck}</h1>
      <p role="status" className="mt-3 text-lg">
        {order.sentence}
      </p>
      <p className="mt-2 text-ink-2">{texts.doNotPayAgain}</p>
      <Phone telephone={order.store.telephone} />
    </div>
  );
}

/** A payment link that expired unpaid or was cancelled by staff. */
function EndedLink({ order }: { readonly order: GuestOrder }) {
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>{texts.linkEnded}</title>
      <h1 className="text-3xl">{texts.linkEnded}</h1>
      <p className="mt-3 text-lg">{texts.linkEndedWhy}</p>
      <p className="mt-2 text-ink-2">{texts.orderAgainOrAsk(order.store.name)}</p>
      <Phone telephone={order.store.telephone} />
      <div className="cut mt-6 flex flex-wrap gap-3 pt-6">
        <ButtonLink to="/">{texts.seeMenu}</ButtonLink>
      </div>
    </div>
  );
}

/** Not paid: the reason, and a link back to the saved checkout. */
export function FailedPayment({ order }: { readonly order: GuestOrder }) {
  useOrderUpdates(order);
  if (order.isByLink) return <EndedLink order={order} />;
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>{texts.paymentFailedTitle}</title>
      <h1 className="text-3xl">{texts.paymentFailed}</h1>
      <p role="alert" className="mt-3 text-lg">
        {order.paymentError ?? texts.notPaid} {texts.notCharged}
      </p>
      <p className="mt-2 text-ink-2">{texts.cartIsStillThere}</p>
      <div className="cut mt-6 flex flex-wrap gap-3 pt-6">
        <ButtonLink to="/checkout" reloadDocument>
          {texts.backToCheckout}
        </ButtonLink>
        <ButtonLink to="/cart" look="outline">
          {texts.viewCart}
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
      <title>{texts.notFoundTitle}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-3xl">{texts.notFound}</h1>
      <p className="mt-3 text-lg">{texts.openFromEmail}</p>
      <p className="mt-2 text-ink-2">{texts.callBeforePaying}</p>
      <Phone telephone={telephone} />
      <div className="cut mt-6 flex flex-wrap gap-3 pt-6">
        <ButtonLink to="/">{texts.seeMenu}</ButtonLink>
        <ButtonLink to="/my-orders" look="outline">
          {texts.findMyOrders}
        </ButtonLink>
      </div>
    </div>
  );
}

/** Rate limited: the order is safe; try again later. */
export function AskedTooOften({ message, telephone }: { readonly message: string; readonly telephone: string }) {
  return (
    <div className="ticket mx-auto max-w-[640px] p-6 sm:p-10">
      <title>{texts.oneMoment}</title>
      <h1 className="text-3xl">{texts.oneMoment}</h1>
      <p className="mt-3 text-lg">{message}</p>
      <Phone telephone={telephone} />
    </div>
  );
}

function Phone({ telephone }: { readonly telephone: string }) {
  if (telephone === "") return null;
  return (
    <p className="mt-4">
      {texts.questions(
        <a href={`tel:${telephone.replace(/[^+\d]/g, "")}`} className="figures font-semibold text-primary underline underline-offset-2">
          {telephone}
        </a>,
      )}
    </p>
  );
}
