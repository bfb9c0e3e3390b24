import * as texts from "#texts/cart/changes.ts";
import type { CartProblem } from "#app/cart/domain/cart.ts";
import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

/** The parts of a cart that an announcement mentions. */
export interface AnnouncedCart {
  readonly lines: readonly Pick<PricedLine, "id" | "name" | "selected" | "note" | "quantity" | "lineTotal" | "isFreeItem">[];
  readonly finalTotal: Cents;
  readonly problems: readonly Pick<CartProblem, "code" | "message">[];
}

/**
 * The screen reader announcement of a cart change: new quantities with their price, added or removed lines and free items, the new total,
 * and a minimum that is no longer reached. "" = no announcement.
 */
export function cartChangeText(before: AnnouncedCart, after: AnnouncedCart, format: MoneyFormat): string {
  const changed = after.lines
    .filter((line) => !line.isFreeItem && before.lines.some(({ id, quantity }) => id === line.id && quantity !== line.quantity))
    .map((line) => texts.costsNow(line.quantity, lineTitle({ ...line, options: line.selected }), formatMoney(line.lineTotal, format)));
  const removed = linesOnlyIn(before, after).map(texts.isRemoved);
  const added = linesOnlyIn(after, before).map(texts.isAdded);
  const came = freeNames(after).filter((name) => !freeNames(before).includes(name));
  const went = freeNames(before).filter((name) => !freeNames(after).includes(name));
  return [
    ...changed,
    ...removed,
    ...added,
    ...came.map(texts.giftCame),
    ...went.map(texts.giftWent),
    ...(before.finalTotal === after.finalTotal ? [] : [texts.totalNow(formatMoney(after.finalTotal, format))]),
    ...missedMinimum(after).filter((message) => !missedMinimum(before).includes(message)),
  ].join(" ");
}

/** Paid lines that are only in the first cart. */
function linesOnlyIn(one: AnnouncedCart, other: AnnouncedCart): AnnouncedCart["lines"] {
  return one.lines.filter((line) => !line.isFreeItem && !other.lines.some(({ id }) => id === line.id));
}

function freeNames({ lines }: AnnouncedCart): readonly string[] {
  return lines.filter((line) => line.isFreeItem).map((line) => line.name);
}

/** The minimum that the order does not reach. Other problems do not depend on cart changes, or are visible in the cart. */
function missedMinimum({ problems }: AnnouncedCart): readonly string[] {
  return problems.filter(({ code }) => code === "min_order").map(({ message }) => message);
}
