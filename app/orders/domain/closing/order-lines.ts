import type { Cents, PartsPerMillion } from "#app/values/money.ts";
import { deliveryRate, rateCells, type TaxedOrder } from "./tax-cells.ts";

/** An order as a closed day counts it: as a sale (1), taken back (−1), or only with refunds (0). */
export interface LedgerOrder extends TaxedOrder {
  readonly sign: number;
  readonly refunds: Cents;
  readonly deliveryFee: Cents;
  /** Of items and delivery. */
  readonly discount: Cents;
  readonly tip: Cents;
  readonly tax: Cents;
  readonly isTaxIncluded: boolean;
  readonly items: readonly LedgerItem[];
}

interface LedgerItem {
  readonly name: string;
  readonly quantity: number;
  readonly lineTotal: Cents;
  readonly discount: Cents;
  readonly tax: Cents;
  readonly taxRate: PartsPerMillion;
  /** The product's current SKU; missing: no SKU, or the product was deleted. */
  readonly sku?: string | undefined;
}

export interface OrderLine {
  readonly kind: "item" | "delivery" | "tip" | "refund";
  readonly name: string;
  readonly quantity: number;
  /** At list price. */
  readonly list: Cents;
  readonly discount: Cents;
  readonly tax: Cents;
  /** The price that the customer paid, with tax. */
  readonly paid: Cents;
  /** "" = none. */
  readonly sku: string;
  /** "12%", and its taxes; "" for tips and refunds. */
  readonly taxRate: string;
  readonly taxComponents: string;
}

const UNTAXED = { quantity: 1, discount: 0, tax: 0, sku: "", taxRate: "", taxComponents: "" };

/** Items, delivery, tip and refunds; the paid amounts of the first three add up to the order's total. */
export function orderLines(order: LedgerOrder): readonly OrderLine[] {
  const { sign, refunds, deliveryFee, tip, isTaxIncluded, items } = order;
  const paidTax = (tax: Cents) => (isTaxIncluded ? 0 : tax);
  // Tax that is not on items belongs to the delivery fee.
  const deliveryTax = order.tax - items.reduce((sum, { tax }) => sum + tax, 0);
  const deliveryDiscount = order.discount - items.reduce((sum, { discount }) => sum + discount, 0);
  const taxCells = (rate: PartsPerMillion) => {
    const [taxRate, taxComponents] = rateCells(order, rate);
    return { taxRate, taxComponents };
  };
  const lines: OrderLine[] = [
    ...items.map(({ name, quantity, lineTotal, discount, tax, taxRate, sku = "" }): OrderLine => ({
      kind: "item",
      name,
      quantity,
      list: lineTotal,
      discount,
      tax,
      paid: lineTotal - discount + paidTax(tax),
      sku,
      ...taxCells(taxRate),
    })),
    {
      kind: "delivery",
      name: "Delivery",
      quantity: 1,
      list: deliveryFee,
      discount: deliveryDiscount,
      tax: deliveryTax,
      paid: deliveryFee - deliveryDiscount + paidTax(deliveryTax),
      sku: "",
      ...taxCells(deliveryRate(order, deliveryTax)),
    },
    { kind: "tip", name: "Tip", list: tip, paid: tip, ...UNTAXED },
  ];
  const sold =
    sign === 0 ? [] : lines.filter(({ kind, list, discount, tax }) => kind === "item" || list !== 0 || discount !== 0 || tax !== 0);
  const signed = sold.map((line) => ({
    ...line,
    quantity: sign * line.quantity,
    list: sign * line.list,
    discount: sign * line.discount,
    tax: sign * line.tax,
    paid: sign * line.paid,
  }));
  return refunds === 0 ? signed : [...signed, { kind: "refund", name: "Refund", list: 0, paid: 0 - refunds, ...UNTAXED }];
}
