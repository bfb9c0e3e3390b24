import type { PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { lineTitle } from "#app/catalogue/domain/customization/line-title.ts";

/** What an announcement tells of a cart. */
export interface AnnouncedCart {
  readonly lines: readonly Pick<PricedLine, "id" | "name" | "selected" | "note" | "quantity" | "lineTotal" | "isFreeItem">[];
  readonly finalTotal: Cents;
}

/**
 * What screen readers say when a cart has changed: new quantities with their price, lines and free items that came or went, and the new total.
 * "" = there is nothing to say.
 */
export function cartChangeText(before: AnnouncedCart, after: AnnouncedCart, format: MoneyFormat): string {
  const changed = after.lines
    .filter((line) => !line.isFreeItem && before.lines.some(({ id, quantity }) => id === line.id && quantity !== line.quantity))
    .map((line) => `${line.quantity} × ${lineTitle({ ...line, options: line.selected })}, ${formatMoney(line.lineTotal, format)}.`);
  const removed = linesOnlyIn(before, after).map((line) => `${line.name} is removed.`);
  const added = linesOnlyIn(after, before).map((line) => `${line.quantity} × ${line.name} is added.`);
  const came = freeNames(after).filter((name) => !freeNames(before).includes(name));
  const went = freeNames(before).filter((name) => !freeNames(after).includes(name));
  return [
    ...changed,
    ...removed,
    ...added,
    ...came.map((name) => `${name} is added, free of charge.`),
    ...went.map((name) => `The free ${name} is taken out.`),
    ...(before.finalTotal === after.finalTotal ? [] : [`Total now ${formatMoney(after.finalTotal, format)}.`]),
  ].join(" ");
}

/** Lines that were paid for in one cart and are not in the other. */
function linesOnlyIn(one: AnnouncedCart, other: AnnouncedCart): AnnouncedCart["lines"] {
  return one.lines.filter((line) => !line.isFreeItem && !other.lines.some(({ id }) => id === line.id));
}

function freeNames({ lines }: AnnouncedCart): readonly string[] {
  return lines.filter((line) => line.isFreeItem).map((line) => line.name);
}
