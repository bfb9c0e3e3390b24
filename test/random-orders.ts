import fc from "fast-check";
import type { CountableOrder } from "#app/orders/domain/closing/counted.ts";
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

/** Orders as the shop stores them: paid by card or at pickup, free, cancelled with and without refund, edited after payment, open. */
export const anOrder: fc.Arbitrary<CountableOrder> = fc
  .record({
    parts: fc.array(cents, { minLength: 1, maxLength: 3 }),
    discountShare: fc.integer({ min: 0, max: 100 }),
    deliveryFee: fc.constantFrom(0, 0, 300, 499),
    tip: fc.constantFrom(0, 0, 100, 506),
    isTaxIncluded: fc.boolean(),
    /** The first rate is made of two taxes. */
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
  .map(({ parts, discountShare, deliveryFee, tip, isTaxIncluded, hasComponents, end, isCard, paidBy, above, placed, pace, refunds }) => {
    const subTotal = parts.reduce((sum, each) => sum + each, 0);
    const discount = Math.floor((subTotal * discountShare) / 100);
    const discounts = subTotal === 0 ? parts.map(() => 0) : allocate(discount, parts);
    const taxLines = parts.flatMap((part, index) => {
      const { label, rate } = RATES[index] ?? RATES[0]!;
      const paid = part - (discounts[index] ?? 0);
      const amount = isTaxIncluded ? includedTax(paid, rate) : applyRate(paid, rate);
      return paid === 0 ? [] : [{ label, rate, base: isTaxIncluded ? paid - amount : paid, amount }];
    });
    const [first] = taxLines;
    if (hasComponents && first !== undefined) {
      const amount = Math.floor(first.amount / 2);
      taxLines.push({ ...first, label: "PST", amount });
      taxLines[0] = { ...first, label: "GST", amount: first.amount - amount };
    }
    const tax = taxLines.reduce((sum, { amount }) => sum + amount, 0);
    const finalTotal = subTotal - discount + deliveryFee + tip + (isTaxIncluded ? 0 : tax);
    const captured = isCard && finalTotal > 0 ? finalTotal + above : 0;
    const at = (steps: number) => addMinutes(YEAR_START, placed + steps * pace);
    const isAccepted = end !== "rejected";
    const isDone = end === "completed";
    return {
      status: end === "open" ? "accepted" : end,
      subTotal,
      discount,
      deliveryFee,
      tip,
      tax,
      taxLines,
      isTaxIncluded,
      taxTable: hasComponents
        ? { delivery: 0, rates: [{ rate: 130_000, components: ["GST", "PST"].map((label) => ({ label, rate: 65_000 })) }] }
        : null,
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
