import { Link } from "react-router";
import { orderOrdinal } from "#app/orders/domain/customer-words.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

/** "3rd order", linked to the customer. */
export function CustomerLink({ order }: { readonly order: Pick<StaffOrder, "knownCustomer"> }) {
  const { knownCustomer } = order;
  const words = knownCustomer === null ? null : orderOrdinal(knownCustomer.position);
  if (knownCustomer === null || words === null) return null;
  return (
    <Link
      to={`/admin/customers/${knownCustomer.id}`}
      className="-my-2 inline-flex min-h-11 items-center text-primary underline underline-offset-2 lg:my-0 lg:min-h-6"
    >
      {words}
      <span className="sr-only"> of this customer</span>
    </Link>
  );
}

/** What staff noted about the customer. */
export function CustomerNote({ order, className }: { readonly order: Pick<StaffOrder, "knownCustomer">; readonly className: string }) {
  const notes = order.knownCustomer?.notes ?? "";
  if (notes === "") return null;
  return (
    <p className={`line-clamp-4 border-l-4 border-harbour pl-2 wrap-anywhere whitespace-pre-line ${className}`}>
      <strong className="font-semibold">Customer:</strong> {notes}
    </p>
  );
}
