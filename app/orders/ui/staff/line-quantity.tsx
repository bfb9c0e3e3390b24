import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import type { StaffOrderLine } from "./staff-order.ts";

type Quantities = Pick<StaffOrderLine, "quantity" | "refundedQuantity" | "isRefunded">;

interface LineQuantityProps {
  readonly line: Quantities;
  /** Stands behind the number. */
  readonly children?: React.ReactNode;
}

/** How many are to be made; below it, struck, how many were ordered where some were paid back. */
export function LineQuantity({ line, children }: LineQuantityProps) {
  const { quantity, refundedQuantity, isRefunded } = line;
  if (isRefunded || refundedQuantity === 0)
    return (
      <>
        {isRefunded ? <s>{quantity}</s> : quantity}
        {children}
      </>
    );
  return (
    <>
      {quantity - refundedQuantity}
      {children}
      <s className="block text-[0.85em] leading-tight font-semibold decoration-1">{quantity}</s>
    </>
  );
}

interface LineNameProps {
  readonly line: Quantities;
  readonly name: string;
  /** Of how many were paid back; "" on a screen whose colours may be dark. */
  readonly color?: string;
}

/** What it is; struck when all of it was paid back, and beside it how many were. */
export function LineName({ line, name, color = "text-beet" }: LineNameProps) {
  const refunded = refundedWords(line.quantity, line.refundedQuantity);
  return (
    <>
      {line.isRefunded ? <s>{name}</s> : name}
      {refunded === "" ? null : (
        <>
          {" "}
          <span className={`whitespace-nowrap ${color}`}>{refunded}</span>
        </>
      )}
    </>
  );
}
