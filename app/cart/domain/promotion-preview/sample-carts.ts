import type { CartLine } from "#app/cart/domain/cart.ts";
import type { Choice } from "#app/catalogue/domain/customization/customization.ts";
import type { ProductForSale } from "#app/catalogue/domain/product-for-sale.ts";
import type { OrderExample } from "#app/promotions/domain/conditions/condition-kind.ts";
import { conditionKind, isGroup } from "#app/promotions/domain/conditions/list.ts";
import { covers, EVERYTHING, listRequirements } from "#app/promotions/domain/promotion-requirements.ts";
import type { CodeOnCart, Condition, OrderFacts, Promotion, Target } from "#app/promotions/domain/promotion.ts";
import type { Requirements } from "#app/promotions/domain/requirements.ts";
import { isInWindows, nextOpening } from "#app/promotions/domain/schedule.ts";
import { targetText } from "#app/promotions/domain/wording.ts";
import { MAX_QUANTITY } from "#app/values/limits.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { addMinutes, instantOf, laterOf, localTimeOf } from "#app/values/time.ts";
import { NEW_CUSTOMER, type PreviewCart, type PreviewScene } from "./scene.ts";

/** A menu item with orderable choices. */
export interface SampleItem {
  readonly product: ProductForSale;
  readonly choices: readonly Choice[];
  /** One unit with these choices. */
  readonly unitPrice: Cents;
}

const MAX_SAMPLES = 40;
const STEP_MINUTES = 30;
const STEPS_OF_A_WEEK = (8 * 24 * 60) / STEP_MINUTES;

interface Entry {
  readonly item: SampleItem & { readonly isMadeUp?: boolean };
  readonly quantity: number;
}

/**
 * Sample carts at the thresholds of a promotion: one below, at and above each number, double quantity, mixed prices, untaxed and free items, both
 * fulfillments, other codes, outside its hours, and excluded customers.
 */
export function makeSampleCarts(
  scene: Pick<PreviewScene, "draft" | "names" | "settings">,
  menu: readonly SampleItem[],
  codes: readonly CodeOnCart[],
  now: Date,
): readonly PreviewCart[] {
  const { draft, settings } = scene;
  const needs = listRequirements(draft);
  const fit = fitting(needs, menu);
  const whole = [...needs.units, ...needs.spends, { target: EVERYTHING }];
  const main = whole[0]?.target ?? EVERYTHING;
  const moment = momentOf(draft, now, settings.timeZone);
  const basis: Omit<PreviewCart, "name" | "lines"> = {
    codes: [],
    ...exampleFacts(draft.condition, moment, settings.timeZone),
    now: moment,
  };
  const carts: PreviewCart[] = [];
  const add = (name: string, entries: readonly Entry[], changes: Partial<PreviewCart> = {}): void => {
    const lines = linesOf(entries);
    const isNew = !carts.some((cart) => contentOf(cart) === contentOf({ ...basis, ...changes, name, lines }));
    if (lines.length > 0 && isNew && carts.length < MAX_SAMPLES)
      carts.push({ ...basis, name, lines, isMadeUp: entries.some(({ item }) => item.isMadeUp === true), ...changes });
  };

  add("Just what it needs", fit);
  for (const { target, count } of needs.unitSteps) {
    const words = targetText(target, scene.names);
    const rest = without(fit, target);
    for (const [units, name] of [
      [count - 1, `${count - 1} of ${words}: one too few`],
      [count, `${count} of ${words}`],
      [count + 1, `${count + 1} of ${words}: one more`],
      [2 * count, `${2 * count} of ${words}: twice`],
    ] as const)
      add(name, [...take(menu, target, units), ...rest]);
  }
  for (const { target, amount } of needs.spendSteps) {
    const rest = without(fit, target);
    for (const [cents, name] of [
      [amount - 1, `${formatMoney(amount - 1, settings.format)}: a cent below`],
      [amount, `${formatMoney(amount, settings.format)} exactly`],
      [amount + 1, `${formatMoney(amount + 1, settings.format)}: a cent above`],
      [2 * amount, `${formatMoney(2 * amount, settings.format)}: twice`],
    ] as const)
      add(name, [...priced(menu, target, cents), ...rest]);
  }
  const [cheap, ...dearer] = pricedItems(menu, main);
  const dear = dearer.at(-1) ?? cheap;
  if (cheap !== undefined && dear !== undefined) {
    const mixed = [...without(fit, main), { item: dear, quantity: 1 }, { item: cheap, quantity: 2 }];
    add("Cheap and expensive mixed", grown(needs, mixed));
    add("Mostly expensive, one cheap", grown(needs, [...without(fit, main), { item: dear, quantity: 2 }, { item: cheap, quantity: 1 }]));
  }
  add("With an untaxed item", [...fit, ...madeUp(menu, (item) => item.product.taxClass === "zero", "untaxed", { taxClass: "zero" })]);
  add("With an item that costs nothing", [...fit, ...madeUp(menu, (item) => item.unitPrice === 0, "free", { price: 0 })]);
  const others = menu.filter(({ product, unitPrice }) => !covers(main, product) && unitPrice > 0).slice(0, 2);
  add(
    "Only other items",
    others.map((item) => ({ item, quantity: 1 })),
  );
  add("Delivered", fit, { fulfillment: "delivery" });
  add("Picked up", fit, { fulfillment: "pickup" });
  for (const code of codes) add(`With the code ${code.code}`, fit, { codes: [code] });
  const outside = closedAt(draft, moment, settings.timeZone);
  if (outside !== null) add("Outside of its hours", fit, { now: outside });
  add("A new customer", fit, { customer: { ...NEW_CUSTOMER, email: basis.customer.email } });
  const ordersBefore = Math.max(basis.customer.orderCount ?? 0, 3);
  add("A customer who has ordered before", fit, { customer: { ...basis.customer, orderCount: ordersBefore } });
  if (draft.limits.perCustomerUses !== null) {
    const usesByPromotion = { [String(draft.id)]: draft.limits.perCustomerUses };
    add("A customer who has used it", fit, { customer: { ...basis.customer, orderCount: ordersBefore, usesByPromotion } });
  }
  return carts;
}

/** When the promotion is active: now, or its next opening. */
export function momentOf({ startsAt, schedule }: Promotion, now: Date, zone: string): Date {
  const from = startsAt === null ? now : laterOf(startsAt, now);
  const opening = nextOpening(schedule, localTimeOf(from, zone));
  return opening === null || isInWindows(schedule, localTimeOf(from, zone)) ? from : instantOf(opening.date, opening.minutes, zone);
}

/** The next inactive half hour; null if always active. */
function closedAt({ schedule }: Promotion, from: Date, zone: string): Date | null {
  if (schedule.length === 0) return null;
  for (let step = 1; step <= STEPS_OF_A_WEEK; step += 1) {
    const at = addMinutes(from, step * STEP_MINUTES);
    if (!isInWindows(schedule, localTimeOf(at, zone))) return at;
  }
  return null;
}

/** An order that meets the conditions where they restrict it. */
export function exampleFacts(condition: Condition, moment: Date, zone: string): OrderFacts {
  const { requested, customer, ...facts } = exampleOf(condition);
  const requestedFor = requestedAt({ requested }, moment, zone);
  return { fulfillment: "pickup", postalCode: null, ...facts, requestedFor, customer: { ...NEW_CUSTOMER, ...customer } };
}

function requestedAt({ requested }: OrderExample, moment: Date, zone: string): Date | null {
  const opening = requested === undefined ? null : nextOpening([requested], localTimeOf(moment, zone));
  return opening === null ? null : instantOf(opening.date, opening.minutes, zone);
}

/** The order facts, besides items, that meet the conditions that must, or may, be met. */
function exampleOf(condition: Condition): OrderExample {
  if (!isGroup(condition)) return conditionKind(condition).example?.(condition) ?? {};
  if (condition.type === "none") return {};
  return condition.of.reduceRight<OrderExample>((all, each) => bothOf(all, exampleOf(each)), {});
}

/** Merges both; where they differ, the second wins. */
function bothOf(one: OrderExample, other: OrderExample): OrderExample {
  const { customer: first, ...facts } = one;
  const { customer: second, ...others } = other;
  const orderCount = Math.max(first?.orderCount ?? 0, second?.orderCount ?? 0);
  const tags = [...(first?.tags ?? []), ...(second?.tags ?? [])];
  const spentByDays = { ...first?.spentByDays, ...second?.spentByDays };
  return { ...facts, ...others, customer: { ...first, ...second, orderCount, tags, spentByDays } };
}

/** Lines that earn the promotion at median prices. */
function fitting(needs: Requirements, menu: readonly SampleItem[]): readonly Entry[] {
  const units = needs.units.flatMap(({ target, count }) => take(menu, target, count));
  const begun = units.length > 0 ? units : needs.spends.flatMap(({ target }) => take(menu, target, 1)).slice(0, 1);
  return grown(needs, begun.length > 0 ? begun : take(menu, EVERYTHING, 1), menu);
}

/** The same, increased until the required amount is reached. */
function grown(needs: Requirements, entries: readonly Entry[], menu: readonly SampleItem[] = []): readonly Entry[] {
  return needs.spends.reduce<readonly Entry[]>((all, { target, amount }) => {
    const spent = all.reduce((sum, { item, quantity }) => sum + (covers(target, item.product) ? item.unitPrice * quantity : 0), 0);
    const [item] = [
      ...all.filter((each) => covers(target, each.item.product)).map((each) => each.item),
      ...pricedItems(menu, target),
    ].filter(({ unitPrice }) => unitPrice > 0);
    return spent >= amount || item === undefined ? all : [...all, { item, quantity: Math.ceil((amount - spent) / item.unitPrice) }];
  }, entries);
}

function without(entries: readonly Entry[], target: Target): readonly Entry[] {
  return entries.filter(({ item }) => !covers(target, item.product));
}

/** The items of a target with a price, cheapest first. */
function pricedItems(menu: readonly SampleItem[], target: Target): readonly SampleItem[] {
  return menu.filter(({ product, unitPrice }) => unitPrice > 0 && covers(target, product)).toSorted((a, b) => a.unitPrice - b.unitPrice);
}

/** This many units of a target, at its median price. */
function take(menu: readonly SampleItem[], target: Target, quantity: number): readonly Entry[] {
  const items = pricedItems(menu, target);
  const item = items[Math.floor(items.length / 2)];
  return item === undefined || quantity <= 0 ? [] : [{ item, quantity }];
}

/** One item of the target at a custom price, for exact amounts. */
function priced(menu: readonly SampleItem[], target: Target, price: Cents): readonly Entry[] {
  return take(menu, target, 1).map(({ item }) => ({ item: repriced(item, { price }, "at a made-up price"), quantity: 1 }));
}

/** A matching menu item, or a generated one. */
function madeUp(
  menu: readonly SampleItem[],
  isSuch: (item: SampleItem) => boolean,
  word: string,
  changes: Partial<ProductForSale>,
): readonly Entry[] {
  const found = menu.find(isSuch);
  const [first] = menu;
  if (found !== undefined) return [{ item: found, quantity: 1 }];
  return first === undefined ? [] : [{ item: repriced(first, changes, `as if ${word}`), quantity: 1 }];
}

function repriced({ product, unitPrice }: SampleItem, changes: Partial<ProductForSale>, words: string): Entry["item"] {
  const made = { ...product, price: unitPrice, groups: [], ...changes, name: `${product.name} (${words})` };
  return { product: made, choices: [], unitPrice: made.price, isMadeUp: true };
}

/** A line per item; units beyond the quantity limit are left out. */
function linesOf(entries: readonly Entry[]): readonly CartLine[] {
  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    const key = entry.item.product.name;
    byName.set(key, { ...entry, quantity: Math.min(MAX_QUANTITY, (byName.get(key)?.quantity ?? 0) + entry.quantity) });
  }
  return [...byName.values()].map(({ item, quantity }, index) => ({
    id: `line-${index}`,
    product: item.product,
    quantity,
    choices: item.choices,
    note: "",
    seenUnitPrice: null,
  }));
}

function contentOf({ name: _name, isMadeUp: _isMadeUp, lines, ...rest }: PreviewCart): string {
  return JSON.stringify([lines.map(({ product, quantity }) => [product.name, product.price, quantity]), rest]);
}
