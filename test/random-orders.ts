import fc from "fast-check";
import type { TaxLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { CountableOrder } from "#app/orders/domain/closing/counted.ts";
import type { LedgerOrder } from "#app/orders/domain/closing/order-lines.ts";
import { allocate, applyRate, includedTax } from "#app/values/money.ts";
import { addMinutes } from "#app/values/time.ts";

/** A year with both clock changes. */
export const YEAR_START = new Date("2026-01-01T09:00:00Z");
const YEAR_MINUTES = 365 * 24 * 60;
const minute = fc.integer({ min: 0, max: YEAR_MINUTES - 1 });
const cents = fc.integer({ min: 0, max: 20_000 });

const RATES = [
  { label: "HST", rate: 130_000 },
  { label: "State", rate: 88_750 },
  { label: "County", rate: 12_500 },
];

/** The order fields that the end of the day and the bookkeeper files need. */
export type RandomOrder = CountableOrder & Pick<LedgerOrder, "items">;

interface Sale {
  readonly parts: readonly (readonly { readonly list: number; readonly quantity: number }[])[];
  readonly discountShare: number;
  readonly deliveryFee: number;
  readonly isDeliveryTaxed: boolean;
  readonly isDeliveryDiscounted: boolean;
  readonly hasGift: boolean;
  readonly tip: number;
  readonly isTaxIncluded: boolean;
  readonly hasComponents: boolean;
}

/** Prices a sale: each tax is rounded once and split among its lines and the delivery. */
function amountsOf(sale: Sale) {
  const { parts, discountShare, deliveryFee, tip, isTaxIncluded, hasComponents } = sale;
  const shareOff = (amount: number) => Math.floor((amount * discountShare) / 100);
  const deliveryNet = sale.isDeliveryDiscounted ? deliveryFee - shareOff(deliveryFee) : deliveryFee;
  const pools = parts.map((lines, index) => {
    const { label, rate } = RATES[index] ?? RATES[0]!;
    const nets = [...lines.map(({ list }) => list - shareOff(list)), index === 0 && sale.isDeliveryTaxed ? deliveryNet : 0];
    const net = nets.reduce((sum, each) => sum + each, 0);
    const amount = isTaxIncluded ? includedTax(net, rate) : applyRate(net, rate);
    const shares = net === 0 ? nets.map(() => 0) : allocate(amount, nets);
    const items = lines.map(({ list, quantity }, place) => ({
      name: `${label} ${place}`,
      quantity,
      lineTotal: list,
      discount: shareOff(list),
      tax: shares[place] ?? 0,
      taxRate: rate,
    }));
    return { items, line: { label, rate, base: isTaxIncluded ? net - amount : net, amount } };
  });
  const taxLines: TaxLine[] = pools.map(({ line }) => line).filter(({ base, amount }) => base + amount > 0);
  const [first] = taxLines;
  if (hasComponents && first !== undefined && first.rate === RATES[0]?.rate) {
    const amount = Math.floor(first.amount / 2);
    taxLines.splice(0, 1, { ...first, label: "GST", amount: first.amount - amount }, { ...first, label: "PST", amount });
  }
  const gift = { name: "Gift", quantity: 1, lineTotal: 0, discount: 0, tax: 0, taxRate: 0 };
  const items = [...pools.flatMap((pool) => pool.items), ...(sale.hasGift ? [gift] : [])];
  const sumOf = (part: (item: (typeof items)[number]) => number) => items.reduce((sum, item) => sum + part(item), 0);
  const tax = taxLines.reduce((sum, { amount }) => sum + amount, 0);
  const [subTotal, discount] = [sumOf(({ lineTotal }) => lineTotal), sumOf((item) => item.discount) + deliveryFee - deliveryNet];
  const delivery = sale.isDeliveryTaxed ? 130_000 : 0;
  const taxTable = { delivery, rates: [{ rate: 130_000, components: ["GST", "PST"].map((label) => ({ label, rate: 65_000 })) }] };
  return {
    subTotal,
    discount,
    deliveryFee,
    tip,
    tax,
    taxLines,
    isTaxIncluded,
    items,
    taxTable: hasComponents ? taxTable : null,
    finalTotal: subTotal - discount + deliveryFee + tip + (isTaxIncluded ? 0 : tax),
  };
}

/** Orders as the shop stores them: paid by card or at pickup, free, cancelled with and without refund, edited after payment, open. */
export const anOrder: fc.Arbitrary<RandomOrder> = fc
  .record({
    /** For each rate, lines at list price and their quantities. */
    parts: fc.array(fc.array(fc.record({ list: cents, quantity: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    }),
    discountShare: fc.integer({ min: 0, max: 100 }),
    deliveryFee: fc.constantFrom(0, 0, 300, 499),
    /** At the first rate. */
    isDeliveryTaxed: fc.boolean(),
    isDeliveryDiscounted: fc.boolean(),
    hasGift: fc.boolean(),
    tip: fc.constantFrom(0, 0, 100, 506),
    isTaxIncluded: fc.boolean(),
    /** The first rate consists of two taxes. */
    hasComponents: fc.boolean(),
    end: fc.constantFrom("completed", "completed", "completed", "cancelled", "rejected", "open"),
    isCard: fc.boolean(),
    paidBy: fc.constantFrom(null, null, "cash" as const, "terminal" as const),
    above: fc.constantFrom(0, 0, 0, 250),
    placed: minute,
    pace: fc.integer({ min: 1, max: 600 }),
    refunds: fc.array(fc.record({ share: fc.integer({ min: 1, max: 100 }), after: fc.integer({ min: 0, max: 60 * 24 * 60 }) }), {
      maxLength: 3,
    }),
  })
  .map(({ end, isCard, paidBy, above, placed, pace, refunds, ...sale }) => {
    const { finalTotal, ...amounts } = amountsOf(sale);
    const captured = isCard && finalTotal > 0 ? finalTotal + above : 0;
    const at = (steps: number) => addMinutes(YEAR_START, placed + steps * pace);
    const isAccepted = end !== "rejected";
    const isDone = end === "completed";
    return {
      status: end === "open" ? "accepted" : end,
      ...amounts,
      finalTotal,
      captured,
      paidBy: captured === 0 && finalTotal > 0 && isAccepted ? paidBy : null,
      acceptedAt: isAccepted ? at(1) : null,
      completedAt: isDone ? at(2) : null,
      endedAt: isDone || end === "open" ? null : at(2),
      refunds:
        captured === 0
          ? []
          : refunds.map(({ share, after }) => ({ amount: Math.ceil((captured * share) / 100), at: addMinutes(at(1), after) })),
    };
  });
