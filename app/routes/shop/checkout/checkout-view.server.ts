import * as texts from "#texts/checkout/terms.ts";
import { localAddressLines } from "#app/store/domain/delivery/store-address.ts";
import { formatDay, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { inPersonMaximums, moneyFormat } from "#app/store/domain/settings.ts";
import { randomUUID } from "node:crypto";
import { deliveryFeeOf } from "#app/cart/domain/pricing/totals.ts";
import { formatMoney } from "#app/values/money.ts";
import { deliveryPauseEnd, formatReopening } from "#app/store/domain/hours/opening-hours.ts";
import { earliestPromise, formatSlot, listSlotDates, listSlots } from "#app/store/domain/hours/slots.ts";
import { deliveryTerms } from "#app/store/domain/delivery/delivery-areas.ts";
import { addDays, localDateOf, type LocalDate } from "#app/values/time.ts";
import { readMailState } from "#app/mail/workflows/read-mail-state.server.ts";
import { noCardSentence } from "#app/payments/domain/card-problem.ts";
import type { Services } from "#app/http/context.server.ts";
import { TEST_WALLET_CARDS } from "#stripe-simulator/test-cards.ts";
import type { CheckoutDraft, CheckoutView, TimesView } from "#app/checkout/ui/checkout-view.ts";
import type { CartDraft } from "#app/cart/data/carts.server.ts";
import type { LoadedCart } from "#app/cart/workflows/load-cart.server.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";
import { findSavedContact, type SavedContact } from "./saved-contact.server.ts";
import { cardFormView } from "./card-form-view.server.ts";
import { saidSentence } from "#app/routes/shop/cart/cart-action.server.ts";
import { findRemoved } from "#app/routes/shop/cart/cart-removed.server.ts";
import { cartView } from "#app/routes/shop/cart/cart-view.server.ts";
import { checkoutQuery } from "#app/routes/shop/query.schema.ts";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { pricingSettings } from "#app/cart/domain/pricing/pricing-settings.ts";

/** The checkout's state in the address: the day whose times are shown, the result of a plain form. */
export async function checkoutView(loaded: LoadedCart, services: Services, request: Request): Promise<CheckoutView> {
  const { settings } = loaded;
  const { day, said } = readPageQuery(request, checkoutQuery);
  const [payments, saved] = await Promise.all([services.payments.current(), findSavedContact(request, services)]);
  const typed = loaded.source.draft;
  const draft = prefilled(loaded, saved);
  return {
    cart: cartView(loaded),
    said: saidSentence(said, loaded),
    removed: await findRemoved(services.db, new URL(request.url).searchParams, services.now()),
    times: timesView(loaded, day),
    draft: draftOf(loaded, draft),
    isPrefilled: draft !== typed,
    savedAddresses: saved?.addresses ?? [],
    ...cardFormView(payments, settings),
    cardProblem: payments.takesCards ? null : noCardSentence(settings.TELEPHONE),
    testWalletCards: payments.kind === "simulator" ? TEST_WALLET_CARDS : [],
    inPersonMaximums: inPersonMaximums(settings),
    deliveryTerms: deliveryWords(loaded),
    deliveryHtml: cleanStoredHtml(settings.DELIVERY_DESCRIPTION),
    storeAddress: localAddressLines(settings).join(", "),
    storeCountry: settings.COUNTRY,
    isMailed: (await readMailState(services)).kind === "works",
    attempt: randomUUID(),
  };
}

function deliveryWords({ settings, source, priced, offeredSlots: { hours, now } }: LoadedCart): string {
  const items = priced.lines.reduce((sum, line) => (line.isFreeItem ? sum : sum + line.lineTotal), 0);
  const fee = deliveryFeeOf("delivery", items, true, pricingSettings(settings, source.postalCode));
  const isLeast = source.postalCode === null && deliveryTerms(settings, null).isByArea;
  const amount = formatMoney(fee, moneyFormat(settings));
  const terms = isLeast ? texts.deliveryFrom(amount) : amount;
  const price = fee === 0 && !isLeast ? texts.deliveryIsFree : terms;
  const until = deliveryPauseEnd(hours, now);
  return until === null ? price : texts.deliveryPausedUntil(price, until);
}

/** Fills empty fields from earlier orders. An address outside the cart's postal code is only offered. */
function prefilled({ source: { draft, postalCode } }: LoadedCart, saved: SavedContact | undefined): CartDraft {
  if (saved === undefined) return draft;
  const { email, name, phone } = saved;
  const code = (text: string) => text.replaceAll(/\s/g, "").toUpperCase();
  const address = saved.addresses.find((each) => postalCode === null || code(each.postalCode) === code(postalCode));
  const hasContact = draft.email !== undefined;
  const hasAddress = draft.address !== undefined || address === undefined;
  if (hasContact && hasAddress) return draft;
  return { ...(hasContact ? {} : { email, name, phone }), ...(hasAddress ? {} : { address }), ...draft };
}

/** The typed values. The shop's defaults fill an empty address and never replace a typed one. */
function draftOf({ source, settings }: LoadedCart, draft: CartDraft): CheckoutDraft {
  const { name = "", email = "", phone = "", instructions = "", allergyNote = "", keptPostalCode, wantsNews, address } = draft;
  return {
    name,
    email,
    phone,
    instructions,
    allergyNote,
    wantsNews: settings.ASK_MARKETING_CONSENT ? wantsNews === true : null,
    keepsPostalCode: keptPostalCode !== undefined && keptPostalCode === address?.postalCode,
    street: "",
    unit: "",
    city: settings.DELIVERY_CITY_PREFILL,
    province: settings.DELIVERY_PROVINCE_PREFILL,
    postalCode: source.postalCode ?? "",
    country: settings.DELIVERY_COUNTRY_PREFILL || settings.COUNTRY,
    ...address,
  };
}

function timesView({ offeredSlots: slots, source }: LoadedCart, wantedDay: string | null): TimesView {
  const { now, hours, settings } = slots;
  const zone = hours.timeZone;
  const soonest = earliestPromise(slots);
  const today = localDateOf(now, zone);
  const dates = settings.allowScheduling ? listSlotDates(slots) : [];
  const chosen = source.requestedFor === null ? null : localDateOf(source.requestedFor, zone);
  const day = [wantedDay, chosen].find((date) => date !== null && dates.includes(date)) ?? dates[0] ?? null;
  return {
    asap: soonest.ok ? formatReopening(soonest.value, now, hours) : null,
    asapProblem: soonest.ok ? null : soonest.error.message,
    days: dates.map((date) => ({ date, label: dayLabel(date, today, hours.region) })),
    day,
    options:
      day === null
        ? []
        : listSlots(slots, day).map((slot) => ({
            startsAt: slot.startsAt.toISOString(),
            label: formatSlot(slot, hours),
            isFull: slot.isFull,
            isBusy: slot.isBusy,
          })),
  };
}

function dayLabel(date: LocalDate, today: LocalDate, region: RegionFormat): string {
  if (date === today) return texts.today;
  if (date === addDays(today, 1)) return texts.tomorrow;
  return formatDay(date, region, { weekday: "long", month: "long" });
}
