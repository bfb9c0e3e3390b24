import * as texts from "#texts/orders/page/order-page.tsx";
import { CalendarPlusIcon, DownloadIcon, NavigationIcon, PhoneIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { ProblemNote } from "#app/kit/problem-note.tsx";
import { formatTime, type ShopClock } from "#app/values/clock/shop-clock.ts";
import { testWords } from "#app/orders/domain/test-payment.ts";
import { GuestButtons, OrderAgain } from "./guest-buttons.tsx";
import type { GuestAnswer } from "./guest-answer.ts";
import { GuestItems, TogetherWords } from "./guest-items.tsx";
import { OrderSteps } from "./status-steps.tsx";
import type { GuestOrder } from "./guest-order.ts";
import { ReviewForms } from "./review-forms.tsx";
import { useOrderUpdates } from "./use-order-updates.ts";

/** A placed order, live: status and time on top, then history, items and actions. */
export function OrderStatusPage({ order, answer }: { readonly order: GuestOrder; readonly answer: GuestAnswer | undefined }) {
  const updates = useOrderUpdates(order);
  const { store } = order;
  useReadyBuzz(order.status === "ready");
  const isBad = order.status === "rejected" || order.status === "cancelled";
  return (
    <>
      <title>{texts.title(order.shortStatus, order.number ?? "")}</title>
      <p className="text-lg text-ink-2">{isBad ? texts.yourOrder : texts.thanks(order.firstName)}</p>
      <h1 className="figures mt-1 text-4xl">{texts.orderNumber(order.number ?? "")}</h1>
      <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_420px] lg:items-start">
        <div className="grid gap-8">
          <section id="now" tabIndex={-1} aria-label={texts.now} className="ticket scroll-mt-24 grid gap-5 px-4 py-6 sm:px-8">
            <p role="status" className="wrap-anywhere">
              <span className={`block font-display text-2xl font-bold ${isBad ? "text-beet" : ""}`}>{order.headline}</span> {order.detail}
            </p>
            <WhenAndWhere order={order} />
            <TogetherWords words={order.together} />
            {testWords(order).map((words) => (
              <ProblemNote key={words} blocks={false}>
                {texts.note(words)}
              </ProblemNote>
            ))}
            {order.isWaitingLong ? (
              <ProblemNote blocks={false}>
                {order.isLate ? texts.takesLongerThanSaid : texts.takesLongerThanUsual}
                {store.telephone === "" ? null : (
                  <> {texts.callUs(<span className="figures inline-block max-w-full wrap-anywhere">{store.telephone}</span>)}</>
                )}
              </ProblemNote>
            ) : null}
            <div className="cut pt-5">
              <OrderSteps steps={order.steps} isOver={order.isOver} />
            </div>
            <LastUpdate at={updates.at} isLost={updates.isLost} clock={store.clock} />
          </section>
          <GuestButtons order={order} answer={answer} />
          <Help order={order} />
          {order.canReview ? <ReviewForms order={order} /> : null}
        </div>
        <div className="grid gap-8">
          <OrderedItems order={order} isBad={isBad} />
          <OrderAgain order={order} answer={answer} />
        </div>
      </div>
    </>
  );
}

function OrderedItems({ order, isBad }: { readonly order: GuestOrder; readonly isBad: boolean }) {
  return (
    <section aria-labelledby="items-title" className="ticket px-4 pt-5 pb-6 sm:px-6">
      <h2 id="items-title" className="rule mb-4 pb-2 text-xl">
        {texts.yourOrder}
      </h2>
      <GuestItems order={order} />
      <p className="mt-4 text-sm text-ink-2 empty:hidden">
        {isBad ? "" : order.payNote} {order.mailSentence}
      </p>
      <a className={`${LINK} mt-2 print:hidden`} href={`/api/order-status/receipt?order=${order.token}`}>
        <DownloadIcon aria-hidden className="size-5" />
        {texts.downloadReceipt}
      </a>
    </section>
  );
}

const LINK = "inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline underline-offset-2";

/** Time, place, directions and calendar entry. Nothing once the order has ended. */
function WhenAndWhere({ order }: { readonly order: GuestOrder }) {
  const { store, promised } = order;
  const isPickup = order.fulfillment === "pickup";
  const expected = isPickup ? texts.readyAbout : texts.estimatedDelivery;
  const place = isPickup ? store.address : order.deliveryAddress;
  if (order.isOver) return null;
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
      {promised === null ? null : (
        <div>
          <p className="text-ink-2">{order.isLate ? texts.weHadSaid : expected}</p>
          <p className="figures font-display text-4xl font-bold wrap-anywhere">{promised}</p>
        </div>
      )}
      <div>
        <h2 className="font-sans text-base font-normal text-ink-2">{isPickup ? texts.whereToCome : texts.delivery}</h2>
        <p className="text-lg font-semibold wrap-anywhere">{place}</p>
        <div className="mt-1 flex flex-wrap gap-x-6 print:hidden">
          {isPickup && order.status === "ready" && store.address !== "" ? (
            <a className={LINK} href={directionsTo(`${store.name}, ${store.address}`)} target="_blank" rel="noopener noreferrer">
              <NavigationIcon aria-hidden className="size-5" />
              {texts.directions}
            </a>
          ) : null}
          {order.calendarHref === null ? null : (
            <a className={LINK} download={`order-${order.number ?? ""}.ics`} href={order.calendarHref}>
              <CalendarPlusIcon aria-hidden className="size-5" />
              {texts.addToCalendar}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

/** Opens the phone's own map app if it has one. */
function directionsTo(place: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;
}

/** Contact details for questions. */
function Help({ order: { store } }: { readonly order: GuestOrder }) {
  if (store.telephone === "") return null;
  return (
    <section aria-label={texts.help} className="grid gap-1 print:hidden">
      <h2 className="rule mb-2 pb-2 text-xl">{texts.questions}</h2>
      <CallLink telephone={store.telephone} />
    </section>
  );
}

function CallLink({ telephone }: { readonly telephone: string }) {
  if (telephone === "") return null;
  return (
    <a className={LINK} href={`tel:${telephone.replace(/[^+\d]/g, "")}`}>
      <PhoneIcon aria-hidden className="size-5" />
      <span className="figures">{texts.call(telephone)}</span>
    </a>
  );
}

function LastUpdate({ at, isLost, clock }: { readonly at: Date | null; readonly isLost: boolean; readonly clock: ShopClock }) {
  if (at === null && !isLost) {
    return (
      <p className="text-sm text-ink-2">
        <span className="noscript:hidden">{texts.updatesItself}</span>
        <span className="hidden noscript:inline">{texts.reloadForNews}</span>
      </p>
    );
  }
  const updated = at === null ? "" : (isLost ? texts.noConnectionSince : texts.lastUpdate)(formatTime(at, clock));
  return <p className="figures text-sm text-ink-2">{updated === "" ? texts.noConnection : updated}</p>;
}

/** The phone vibrates once when the order becomes ready while the page is open. */
function useReadyBuzz(isReady: boolean): void {
  const wasReady = useRef(isReady);
  useEffect(() => {
    if (isReady && !wasReady.current) navigator.vibrate?.([200, 100, 200]);
    wasReady.current = isReady;
  }, [isReady]);
}
