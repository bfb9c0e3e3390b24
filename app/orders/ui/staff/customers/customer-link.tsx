import { Link } from "react-router";
import { repeatOrderWords } from "#app/orders/domain/customer-words.ts";
import type { StaffOrder } from "#app/orders/ui/staff/staff-order.ts";

/** The order's customer with a link to their page: "Nora", from the second order on "Nora · 3rd order". In one row, because Accept is below. */
export function CustomerName({ order }: { readonly order: Pick<StaffOrder, "customer" | "knownCustomer"> }) {
  const { customer, knownCustomer } = order;
  if (knownCustomer === null) return <span className="wrap-anywhere">{customer.name}</span>;
  const repeat = repeatOrderWords(knownCustomer.position);
  return (
    <Link
      to={`/admin/customers/${knownCustomer.id}`}
      className="-my-2 inline-flex min-h-11 items-center wrap-anywhere underline decoration-hairline underline-offset-2 hover:decoration-ink lg:my-0 lg:min-h-6"
    >
      {customer.name}
      {repeat === null ? "" : ` · ${repeat}`}
    </Link>
  );
}

/** Staff's note about the customer. */
export function CustomerNote({ order, className }: { readonly order: Pick<StaffOrder, "knownCustomer">; readonly className: string }) {
  const notes = order.knownCustomer?.notes ?? "";
  if (notes === "") return null;
  return (
    <p className={`line-clamp-4 border-l-4 border-harbour pl-2 wrap-anywhere whitespace-pre-line ${className}`}>
      <strong className="font-semibold">Customer:</strong> {notes}
    </p>
  );
}
