import { choicesFingerprint, type Choice } from "#app/catalogue/domain/customization/customization.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";

export interface EarlierLine {
  readonly productId: number;
  readonly name: string;
  /** The chosen options in a few words. */
  readonly details: string;
  readonly quantity: number;
  readonly choices: readonly Choice[];
  readonly note: string;
  /** Of an item sold by weight: the weight of each number of steps as text, and the smallest number. */
  readonly stepTexts?: readonly string[] | undefined;
  readonly least?: number | undefined;
}

/** An order that counts, without gifts. */
export interface EarlierOrder {
  readonly fulfillment: Fulfillment;
  readonly lines: readonly EarlierLine[];
}

/** An order that a customer may want again. */
export interface OrderAgain extends EarlierOrder {
  readonly kind: "usual" | "last";
  /** How often it was ordered. */
  readonly times: number;
}

/** The most frequent order, if placed at least twice, and the last one, if different. @param orders newest first */
export function usualOrders(orders: readonly EarlierOrder[]): readonly OrderAgain[] {
  const filled = orders.filter(({ lines }) => lines.length > 0);
  const same = [...Map.groupBy(filled, orderKey).values()];
  const [last] = filled;
  // Of equally frequent orders, the first was ordered last.
  const usual = same.toSorted((a, b) => b.length - a.length)[0] ?? [];
  const [newest] = usual;
  const isUsual = newest !== undefined && usual.length > 1;
  return [
    ...(isUsual ? [{ ...newest, kind: "usual" as const, times: usual.length }] : []),
    ...(last === undefined || (isUsual && orderKey(last) === orderKey(newest)) ? [] : [{ ...last, kind: "last" as const, times: 1 }]),
  ];
}

/** Equal for the same lines in any order. */
function orderKey({ fulfillment, lines }: EarlierOrder): string {
  const keys = lines.map(({ productId, choices, note, quantity }) => `${quantity} ${choicesFingerprint(productId, choices, note)}`);
  return `${fulfillment} ${keys.toSorted().join(" ")}`;
}
