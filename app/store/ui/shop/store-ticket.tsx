import * as texts from "#texts/store/ticket.tsx";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { ReactNode } from "react";
import { shortMoment } from "#app/store/domain/hours/hours-text.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import type { StoreTicketFacts } from "#app/store/domain/store-ticket.ts";
import { useOpenState } from "#app/store/ui/use-open-state.ts";

interface StoreTicketProps {
  readonly facts: StoreTicketFacts;
  /** On a desktop: next to the text, below it, or below text and picture. */
  readonly place?: keyof typeof PLACES;
}

const TWO_COLUMNS = "md:max-lg:grid-cols-2 md:max-lg:items-center md:max-lg:gap-x-12 md:max-lg:pb-5";
const IN_COLUMN = "md:max-lg:mt-0 md:max-lg:border-t-0 md:max-lg:pt-0";

/** Classes of the list, and of the address in it. */
const PLACES = {
  beside: [`sm:pb-6 ${TWO_COLUMNS}`, IN_COLUMN],
  below: ["sm:pb-6 md:grid-cols-2 md:items-center md:gap-x-12 md:pb-5", "md:mt-0 md:border-t-0 md:pt-0"],
  across: ["sm:pb-5 lg:grid-flow-col lg:auto-cols-fr lg:items-center lg:gap-10 lg:py-3", "lg:mt-0 lg:border-t-0 lg:pt-0 lg:text-right"],
} as const;

/** The card of the home page: open state, pickup and delivery times, address. */
export function StoreTicket({ facts, place = "beside" }: StoreTicketProps) {
  const format = useMoneyFormat();
  const [listClass, addressClass] = PLACES[place];
  const { delivery, pickupMinutes, address } = facts;
  return (
    <dl className={`ticket grid gap-1 px-4 pt-3 pb-3 sm:gap-3 sm:px-6 sm:pt-5 ${listClass}`}>
      {facts.hoursRows.length === 0 ? null : <OpenRow facts={facts} />}
      <Row name={texts.pickup}>{texts.aboutMinutes(pickupMinutes)}</Row>
      {delivery === null ? null : (
        <Row name={texts.delivery} detail={feeText(delivery, format)}>
          {delivery.pausedUntil === null ? texts.aboutMinutes(delivery.minutes) : texts.pausedUntil(delivery.pausedUntil)}
        </Row>
      )}
      {address === "" ? null : (
        <div className={`cut mt-1 pt-1 sm:pt-4 ${addressClass}`}>
          <dt className="sr-only">{texts.where}</dt>
          <dd>
            <a
              href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`}
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
            >
              {address}
            </a>
          </dd>
        </div>
      )}
    </dl>
  );
}

/**
 * The state is computed in the browser; the server renders the usual hours instead. Each state has its own key: a new element does not
 * count as layout shift.
 */
function OpenRow({ facts: { hours, hoursRows, allowsScheduling } }: { facts: StoreTicketFacts }) {
  const checked = useOpenState(hours);
  const always = hoursRows.length === 1 ? hoursRows[0]?.times : "";
  const detail = allowsScheduling ? texts.orderNowOrLater : undefined;
  if (checked === null) {
    const [only] = hoursRows;
    return (
      <Row key="hours" name={texts.hours} detail={detail}>
        {hoursRows.length === 1 && only !== undefined ? only.times : texts.seeBelow}
      </Row>
    );
  }
  const { state, at } = checked;
  // On the narrowest phones the word would need a second line in the fallback font, and shift the content below.
  const wide = (text: string) => <span className="max-[359px]:hidden">{text}</span>;
  if (state.isOpen) {
    return (
      <Row key="open" name={<State isOpen>{texts.openNow(wide)}</State>} detail={detail}>
        {state.closesAt === null ? always : texts.until(shortMoment(state.closesAt, at, hours))}
      </Row>
    );
  }
  return (
    <Row
      key="closed"
      name={<State isOpen={false}>{state.reason === "paused" ? texts.paused : texts.closedNow(wide)}</State>}
      detail={allowsScheduling ? texts.orderForLater : undefined}
    >
      {state.opensAt === null ? "" : texts.opens(shortMoment(state.opensAt, at, hours))}
    </Row>
  );
}

/** A filled or an empty mark next to the text: never by colour alone. */
function State({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={`size-3 rounded-full border-2 ${isOpen ? "border-leaf bg-leaf" : "border-ink bg-transparent"}`} />
      <span>{children}</span>
    </span>
  );
}

function Row({ name, detail, children }: { name: ReactNode; detail?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-2">
      <dt className="font-display text-lg font-semibold tracking-tight">{name}</dt>
      <span aria-hidden className="leader min-w-0" />
      <dd className="figures text-right font-semibold">{children}</dd>
      {detail === undefined ? null : <dd className="figures col-span-3 min-h-5 text-right text-sm text-ink-2">{detail}</dd>}
    </div>
  );
}

function feeText({ fee, freeAbove, isByArea }: NonNullable<StoreTicketFacts["delivery"]>, format: MoneyFormat): string {
  if (isByArea) return texts.feeByPostalCode(formatMoney(fee, format));
  if (fee === 0) return texts.free;
  return freeAbove === null ? formatMoney(fee, format) : texts.freeFrom(formatMoney(fee, format), formatMoney(freeAbove, format));
}
