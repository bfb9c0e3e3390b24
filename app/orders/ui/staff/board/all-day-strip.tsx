import type { StaffOrderLine } from "#app/orders/ui/staff/staff-order.ts";

interface Count {
  readonly name: string;
  readonly quantity: number;
}

/** Units still to make per dish, most first, without refunded ones. */
export function allDayCounts(lines: readonly StaffOrderLine[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const { kitchenName, quantity, refundedQuantity } of lines) {
    if (quantity > refundedQuantity) counts.set(kitchenName, (counts.get(kitchenName) ?? 0) + quantity - refundedQuantity);
  }
  return [...counts]
    .map(([name, quantity]) => ({ name, quantity }))
    .toSorted((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name));
}

/** "14 Margherita · 6 Fries": all accepted and preparing orders. */
export function AllDayStrip({ lines }: { readonly lines: readonly StaffOrderLine[] }) {
  const counts = allDayCounts(lines);
  if (counts.length === 0) return null;
  return (
    <section aria-label="Still to be made" className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-y border-hairline py-2">
      <h2 className="font-sans text-sm font-semibold tracking-normal text-ink-2">To make</h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {counts.map(({ name, quantity }) => (
          <li key={name} className="text-base">
            <strong className="figures font-display">{quantity}</strong> {name}
          </li>
        ))}
      </ul>
    </section>
  );
}
