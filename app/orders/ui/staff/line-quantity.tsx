import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import type { StaffOrderLine } from "./staff-order.ts";

type Quantities = Pick<StaffOrderLine, "quantity" | "refundedQuantity" | "isRefunded">;

/** How many are to be made; above it, struck, how many were ordered where some were paid back. */
export function LineQuantity({ line }: { readonly line: Quantities }) {
  const { quantity, refundedQuantity, isRefunded } = line;
  if (refundedQuantity === 0) return <>{quantity}</>;
  if (isRefunded) return <s>{quantity}</s>;
  return (
    <>
      <s className="block text-[0.6em] font-semibold">{quantity}</s>
      {quantity - refundedQuantity}
    </>
  );
}

interface LineNameProps {
  readonly line: Quantities;
  readonly name: string;
}

/** What it is; struck when all of it was paid back, and beside it how many were. */
export function LineName({ line, name }: LineNameProps) {
  const refunded = refundedWords(line.quantity, line.refundedQuantity);
  return (
    <>
      {line.isRefunded ? <s>{name}</s> : name}
      {refunded === "" ? null : <span className="text-beet"> {refunded}</span>}
    </>
  );
}
