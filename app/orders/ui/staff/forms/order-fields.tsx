import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

/** Hidden fields of every order form: order, displayed version, action. */
export function OrderFields({ order, intent }: { readonly order: Pick<StaffOrder, "id" | "version">; readonly intent?: string }) {
  return (
    <>
      <input type="hidden" name="order" value={order.id} />
      <input type="hidden" name="version" value={order.version} />
      {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
    </>
  );
}
