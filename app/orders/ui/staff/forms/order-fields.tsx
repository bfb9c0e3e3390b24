import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

/** What every form of an order carries: which order, as which version it was seen, and what is wanted. */
export function OrderFields({ order, intent }: { readonly order: Pick<StaffOrder, "id" | "version">; readonly intent?: string }) {
  return (
    <>
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="version" value={order.version} />
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
    </>
  );
}
