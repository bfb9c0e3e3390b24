import { Link } from "react-router";
import { goesWithWords } from "#app/orders/domain/changes/add-on.ts";
import type { StaffOrder } from "./staff-order.ts";

/** The orders that are made and handed over with this one, and changes after acceptance. */
export function LinkedOrders({
  order,
  isPlain = false,
}: {
  readonly order: Pick<StaffOrder, "linked" | "changes">;
  readonly isPlain?: boolean;
}) {
  if (order.linked.length + order.changes.length === 0) return null;
  return (
    <div className="mt-2 grid gap-1 font-semibold">
      {order.linked.map((linked) => (
        <p key={linked.id} className="border-l-4 border-harbour pl-2">
          {isPlain ? (
            goesWithWords(linked)
          ) : (
            <Link to={`/admin/orders/${linked.id}`} className="inline-flex min-h-11 items-center underline underline-offset-2 lg:min-h-6">
              {goesWithWords(linked)}
            </Link>
          )}
        </p>
      ))}
      {order.changes.length === 0 ? null : (
        <p className="border-l-4 border-saffron pl-2 wrap-anywhere">Changed: {order.changes.join(", ")}</p>
      )}
    </div>
  );
}
