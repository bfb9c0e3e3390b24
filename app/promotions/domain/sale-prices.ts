import * as texts from "#texts/promotions/offers.ts";
import type { ShopClock } from "#app/values/clock/shop-clock.ts";
import { evaluatePromotions } from "./engine/evaluate-promotions.ts";
import { conditionKind, isGroup, listLeaves } from "./conditions/list.ts";
import { findActionKind, readAction } from "./kinds/list.ts";
import type { LineEffect } from "./kinds/action-kind.ts";
import { EMPTY_ORDER, type Condition, type Promotion, type PromotionLine, type Target } from "./promotion.ts";
import { dayText, isInWindows, minutesLeft, nextOpening, whenText, windowsText, type WallTime } from "./schedule.ts";
import { addDays, addMinutes, instantOf, localDateOf, localTimeOf } from "#app/values/time.ts";
import type { Cents } from "#app/values/money.ts";
import { capitalised } from "#app/values/text.ts";

/** The price of one unit with automatic offers, for every customer. */
export interface Sale {
  readonly price: Cents;
  /** "Mon–Thu 3:00–5:00 PM", "Until March 3", or "". */
  readonly when: string;
  readonly titles: readonly string[];
  /** The discount for more units and with options; null = only the cart can compute it. */
  readonly effect: LineEffect | null;
}

/** An offer that has not started. */
export interface ComingSale {
  readonly price: Cents;
  readonly title: string;
  /** "Tuesday 4:00 PM". */
  readonly starts: string;
}

interface Clock extends ShopClock {
  readonly now: Date;
}

const MS_PER_MINUTE = 60_000;

/** Offers further away are not announced. */
const DAYS_AHEAD = 7;

/** An offer whose price pages may promise, as long as none of its rivals runs. */
export interface SaleOffer {
  readonly offer: Promotion;
  /** The other promotions of its group: only one applies to a cart, and the cart decides which. */
  readonly rivals: readonly Promotion[];
}

/**
 * Offers whose price a page may show, running or not: automatic, per item, for every customer and every unit. Excluded: exclusive offers, offers with
 * a limit, budget or cap, and conditions that more items can break.
 */
export function listSaleOffers(promotions: readonly Promotion[]): readonly SaleOffer[] {
  const automatic = promotions.filter(({ trigger, status }) => trigger === "automatic" && status === "active");
  return automatic
    .filter(
      ({ cap, limits, stacking, condition, action }) =>
        cap === null &&
        limits.totalUses === null &&
        limits.perCustomerUses === null &&
        limits.budget === null &&
        !stacking.exclusive &&
        findActionKind(action.kind)?.workClass === "item" &&
        effectOf(action) !== null &&
        holdsForEverybody(condition),
    )
    .map((offer) => ({ offer, rivals: automatic.filter((other) => other !== offer && isSameGroup(other, offer)) }));
}

function isSameGroup({ stacking: { group } }: Promotion, other: Promotion): boolean {
  return group !== null && group === other.stacking.group;
}

function holdsForEverybody(condition: Condition): boolean {
  if (!isGroup(condition)) return conditionKind(condition).staysTrue?.(condition) ?? false;
  return condition.type !== "none" && condition.of.every(holdsForEverybody);
}

/** The offers that run now and may change the sort order of prices, each with its target. Offers on everything without conditions keep the order. */
export function listReorderingOffers(
  all: readonly SaleOffer[],
  clock: Clock,
): readonly { readonly offer: Promotion; readonly target: Target }[] {
  const running = all.flatMap(({ offer }) => {
    const [target] = isRunningNow(offer, clock) ? listTargetsOf(offer.action) : [];
    return target === undefined ? [] : [{ offer, target }];
  });
  return running.every(({ offer, target }) => isForAll(target) && listLeaves(offer.condition).length === 0) ? [] : running;
}

function isForAll(target: Target): boolean {
  const { everything, excludedProductIds, excludedCategoryIds, excludedTags = [], excludesReduced = false } = target;
  return everything && !excludesReduced && excludedProductIds.length + excludedCategoryIds.length + excludedTags.length === 0;
}

/** The price of one unit (`line`, at list price) with these offers, computed by the cart's engine; null = no discount. */
export function findSale(line: PromotionLine, all: readonly SaleOffer[], clock: Clock): Sale | null {
  const { now, timeZone } = clock;
  const offers = all.filter(({ rivals }) => !rivals.some((rival) => endOf(rival, clock) !== null)).map(({ offer }) => offer);
  const { applied, lineDiscounts } = evaluatePromotions({
    ...EMPTY_ORDER,
    lines: [{ ...line, quantity: 1 }],
    promotions: offers,
    timeZone,
    now,
  });
  const off = lineDiscounts[line.id] ?? 0;
  if (off === 0) return null;
  const chosen = applied.flatMap(({ promotionId }) => offers.filter(({ id }) => id === promotionId));
  const [only] = chosen;
  return {
    price: line.unitPrice - off,
    when: firstToEnd(chosen, clock),
    titles: chosen.map(({ title }) => title),
    effect: chosen.length === 1 && only !== undefined ? effectOf(only.action) : null,
  };
}

/** The next of these offers within a week that makes one unit cheaper than `price`, the current price. */
export function findComingSale(line: PromotionLine, offers: readonly SaleOffer[], price: Cents, clock: Clock): ComingSale | null {
  const { now, timeZone, region } = clock;
  const today = localTimeOf(now, timeZone);
  const openings = offers
    .flatMap(({ offer }) => {
      const opening = openingOf(offer, clock);
      return opening === null ? [] : [{ offer, opening, at: instantOf(opening.date, opening.minutes, timeZone) }];
    })
    .filter(({ opening }) => opening.date <= addDays(today.date, DAYS_AHEAD))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.offer.id - b.offer.id);
  for (const { offer, opening, at } of openings) {
    const sale = findSale(line, offers, { ...clock, now: at });
    if (sale !== null && sale.price < price && sale.titles.includes(offer.title))
      return { price: sale.price, title: offer.title, starts: whenText(opening, today, region) };
  }
  return null;
}

/** How long a price of these offers lasts: the text of the one that ends first. */
function firstToEnd(chosen: readonly Promotion[], clock: Clock): string {
  const [first] = chosen
    .map((offer) => ({ when: offerHours(offer, clock), end: endOf(offer, clock) ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) => a.end - b.end);
  return first?.when ?? "";
}

/** When an offer that runs now ends, in epoch milliseconds, Infinity = never; null = it does not run. */
function endOf({ startsAt, endsAt, schedule }: Promotion, { now, timeZone }: Clock): number | null {
  if ((startsAt !== null && startsAt > now) || (endsAt !== null && endsAt <= now)) return null;
  const end = endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  if (schedule.length === 0) return end;
  const left = minutesLeft(schedule, localTimeOf(now, timeZone));
  return left === null ? null : Math.min(end, addMinutes(now, left).getTime());
}

export function isRunningNow(offer: Promotion, clock: Clock): boolean {
  return endOf(offer, clock) !== null;
}

/** Cache key for everything that depends on the time: the date, when each running offer or rival ends, and when each other one starts next. */
export function saleMoment(all: readonly SaleOffer[], clock: Clock): string {
  const moments = [...new Set(all.flatMap(({ offer, rivals }) => [offer, ...rivals]))].map((each) => {
    const end = endOf(each, clock);
    const opening = openingOf(each, clock);
    const begins = opening === null ? "" : `${opening.date}+${opening.minutes}`;
    return `${each.id}:${end === null ? "" : Math.floor(end / MS_PER_MINUTE)}:${begins}`;
  });
  return `${JSON.stringify(clock.region)} ${localDateOf(clock.now, clock.timeZone)} ${moments.join(" ")}`;
}

/** When an offer that does not run now starts next. */
function openingOf({ startsAt, schedule }: Promotion, { now, timeZone }: Clock): WallTime | null {
  const local = localTimeOf(now, timeZone);
  const isStarted = startsAt === null || startsAt <= now;
  if (isStarted && isInWindows(schedule, local)) return null;
  return nextOpening(schedule, isStarted ? local : localTimeOf(startsAt, timeZone));
}

/** "Mon–Fri 3:00–5:00 PM", "Until March 3", both, or "" without an end. */
export function offerHours({ schedule, endsAt }: Pick<Promotion, "schedule" | "endsAt">, { now, timeZone, region }: Clock): string {
  const year = localDateOf(now, timeZone).slice(0, 4);
  const hours = windowsText(schedule, region);
  if (endsAt === null) return capitalised(hours);
  const day = dayText(localDateOf(endsAt, timeZone), year, region);
  return capitalised(schedule.length === 0 ? texts.until(day) : texts.hoursUntil(hours, day));
}

/** The effect of an offer on a line of any quantity; null where a limit of units may reduce it. */
function effectOf(action: Promotion["action"]): LineEffect | null {
  const read = readAction(action);
  return read?.kind.effectOnLines?.(read.params) ?? null;
}

function listTargetsOf(action: Promotion["action"]): readonly Target[] {
  const read = readAction(action);
  return read?.kind.listTargets(read.params) ?? [];
}
