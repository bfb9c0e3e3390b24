import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import type { StaffOrderLine } from "./staff-order.ts";
import { lineChoices } from "#app/catalogue/domain/customization/line-title.ts";

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

/** The choices and the note of a line on one line below its name: in lists to pick from, where two lines of one product may follow each other. */
export function LineChoices({ line }: { readonly line: Pick<StaffOrderLine, "options" | "note"> }) {
  const choices = lineChoices(line);
  return choices === "" ? null : <span className="block text-sm text-ink-2">{choices}</span>;
}
