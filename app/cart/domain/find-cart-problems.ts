import { canOnlyBePickedUp } from "#texts/catalogue/order-rules.ts";
import { finalWeight } from "#texts/catalogue/weight.ts";
import * as texts from "#texts/cart/problems.ts";
import type { CartLine, CartProblem } from "./cart.ts";
import { choiceProblems } from "#app/catalogue/domain/customization/customization-choices.ts";
import { isOrderable } from "#app/catalogue/domain/customization/customization.ts";
import { mayBeOrderedAt, notNowText } from "#app/catalogue/domain/order-hours.ts";
import { formatWeight, unitPriceText } from "#app/catalogue/domain/weight/sold-by-weight.ts";
import { stepsText, weightProblem } from "#app/catalogue/domain/weight/steps.ts";
import { limitsOfLine } from "#app/catalogue/domain/variants/line-limits.ts";
import { MAX_AMOUNT_CENTS } from "#app/values/limits.ts";
import { maximumCardCharge, minimumCardCharge } from "#app/values/money/currencies.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { isInDeliveryArea } from "#app/store/domain/delivery/postal-code.ts";
import { shownPrice, type PriceCartInput, type PricedCart, type ListedLine } from "./pricing/priced-cart.ts";

interface CartSums extends Pick<PricedCart, "total" | "finalTotal"> {
  readonly items: Cents;
}

/**
 * The problems with prices, products and settings: those of each line, then those of the whole cart.
 *
 * @param totals `items` are the lines at list price, before discounts and without free items: minimum orders are compared with it
 */
export function findCartProblems(input: PriceCartInput, listed: readonly ListedLine[], totals: CartSums): readonly CartProblem[] {
  if (input.lines.length === 0) return [wholeCart("empty", texts.isEmpty)];
  const lineProblems = input.lines.flatMap((line, index) => problemsOfLine(line, listed[index], input));
  const unavailable = new Set(
    lineProblems.filter((problem) => problem.code === "sold_out" || problem.code === "not_offered").map((problem) => problem.cartItemId),
  );
  const inStock = input.lines.filter((line) => !unavailable.has(line.id));
  // A sold-out option already has its own problem.
  const isNamed = ({ code, cartItemId }: CartProblem) =>
    code === "stock" && lineProblems.some((problem) => problem.code === "choices" && problem.cartItemId === cartItemId);
  const quantities = quantityProblems(inStock, input.settings.format.locale).filter((problem) => !isNamed(problem));
  return [...lineProblems, ...quantities, ...orderProblems(input, totals)];
}

function problemsOfLine(
  line: CartLine,
  listed: ListedLine | undefined,
  { now, requestedFor, settings, fulfillment }: PriceCartInput,
): readonly CartProblem[] {
  const { id, product, quantity, choices } = line;
  if (!product.isOffered) return [onLine(id, "not_offered", texts.notOffered(product.name))];
  if (product.isSoldOut || product.stock === 0) return [onLine(id, "sold_out", texts.isSoldOut(product.name))];
  if (product.groups.length > 0 && !isOrderable(product.groups)) return [onLine(id, "sold_out", texts.isUnavailable(product.name))];
  const problems: CartProblem[] = [];
  if (product.orderHours !== null && !mayBeOrderedAt(product.orderHours, requestedFor ?? now, settings.timeZone)) {
    problems.push(onLine(id, "not_now", texts.anotherTime(notNowText(product.name, product.orderHours, settings.region))));
  }
  if (product.isPickupOnly && fulfillment === "delivery")
    problems.push(onLine(id, "pickup_only", texts.pickupOrRemove(canOnlyBePickedUp(product.name))));
  const wrongChoices = product.groups.length + choices.length === 0 ? [] : choiceProblems(product.groups, choices);
  if (wrongChoices.length > 0)
    problems.push(onLine(id, "choices", texts.choices(product.name, wrongChoices.map((problem) => problem.message).join(" "))));
  const light = weightProblem(product, quantity, settings.format.locale);
  if (light !== null) problems.push(onLine(id, "min_weight", light));
  return listed === undefined ? problems : [...problems, ...changesSince(line, listed, settings)];
}

/** Notices of changes since the customer last saw the line. */
function changesSince(line: CartLine, listed: ListedLine, { format }: PriceCartInput["settings"]): readonly CartProblem[] {
  const { id, product, seenUnitPrice: seen } = line;
  if (seen === null) return [];
  const price = shownPrice(listed);
  const { name, weight = null } = product;
  const before = line.seenWeight ?? null;
  const notice = (code: CartProblem["code"], message: string): CartProblem => ({ ...onLine(id, code, message), blocks: false });
  const now = stepsText(product, line.quantity, format.locale);
  const was = before === null ? "" : formatWeight(before.step * (line.seenQuantity ?? line.quantity), before.unit, format.locale);
  if (weight === null && before !== null) return [notice("weight_changed", texts.nowByPiece(name, now, formatMoney(price, format), was))];
  const costs = weight === null ? formatMoney(price, format) : unitPriceText(price, weight.unit, format);
  if (weight !== null && before === null) return [notice("weight_changed", texts.nowByWeight(name, now, costs))];
  const cost = before === null ? formatMoney(seen, format) : unitPriceText(seen, before.unit, format);
  const { extras = 0 } = listed.weight ?? {};
  const { extras: seenExtras = extras } = before ?? {};
  return [
    ...(extras === seenExtras
      ? []
      : [notice("price_changed", texts.optionsCost(name, formatMoney(extras, format), formatMoney(seenExtras, format)))]),
    ...(cost === costs ? [] : [notice("price_changed", texts.costs(name, costs, cost))]),
    ...(was === "" || was === now ? [] : [notice("weight_changed", texts.weighs(name, now, was))]),
  ];
}

/** Stock and largest quantity, counted over all lines of a product or variant; gifts use the remaining stock. At most one problem a line. */
function quantityProblems(lines: readonly CartLine[], locale: string): readonly CartProblem[] {
  const taken = new Map<string, number>();
  return lines.flatMap(({ id, product, quantity, choices }) => {
    const short = limitsOfLine(product, choices, locale).flatMap(({ key, most, units, ...limit }) => {
      const available = Math.max(0, most - (taken.get(key) ?? 0));
      taken.set(key, most - available + quantity * units);
      return quantity * units > available ? [{ ...limit, fits: Math.floor(available / units) }] : [];
    });
    const [worst] = short.toSorted((a, b) => a.fits - b.fits);
    if (worst === undefined) return [];
    const most = stepsText(product, worst.fits, locale);
    return [onLine(id, worst.code, worst.fits === 0 ? texts.removeLine(worst.text) : texts.lowerQuantity(worst.text, most))];
  });
}

function orderProblems(input: PriceCartInput, { items, total, finalTotal }: CartSums): readonly CartProblem[] {
  const { settings, fulfillment, postalCode } = input;
  const { format } = settings;
  const problems: CartProblem[] = [];
  if (input.lines.some(({ product }) => (product.weight ?? null) !== null))
    problems.push({ ...wholeCart("weighed", finalWeight), blocks: false });
  if (fulfillment === "delivery" && !settings.enableDelivery) {
    problems.push(wholeCart("delivery_off", texts.noDelivery));
  } else if (fulfillment === "delivery" && postalCode !== null && !isInDeliveryArea(postalCode, settings.deliveryPostalPrefixes)) {
    problems.push(wholeCart("out_of_area", texts.outOfArea(postalCode.trim().toUpperCase())));
  }
  const minimum = fulfillment === "delivery" ? settings.deliveryMinOrder : settings.pickupMinOrder;
  if (minimum !== null && items < minimum) {
    const missing = fulfillment === "delivery" ? texts.minimumForDelivery : texts.minimumForPickup;
    problems.push(wholeCart("min_order", missing(formatMoney(minimum - items, format), formatMoney(minimum, format))));
  }
  const smallest = minimumCardCharge(format.currency);
  if (finalTotal > 0 && finalTotal < smallest) {
    problems.push(wholeCart("too_small", texts.tooSmall(formatMoney(smallest, format), formatMoney(finalTotal, format))));
  }
  const largest = maximumCardCharge(format.currency);
  // An order also stores its total before discounts.
  if (finalTotal > largest || total > MAX_AMOUNT_CENTS) {
    problems.push(wholeCart("too_large", texts.tooLarge(formatMoney(largest, format))));
  }
  return problems;
}

function onLine(cartItemId: string, code: CartProblem["code"], message: string): CartProblem {
  return { code, cartItemId, message, blocks: true };
}

function wholeCart(code: CartProblem["code"], message: string): CartProblem {
  return { code, cartItemId: null, message, blocks: true };
}
