import { refundedWords } from "#app/orders/domain/changes/order-refunds.ts";
import type { StaffOrderLine } from "./staff-order.ts";
import { lineChoices } from "#app/catalogue/domain/customization/line-title.ts";

type Quantities = Pick<StaffOrderLine, "quantity" | "refundedQuantity" | "isRefunded">;

interface LineQuantityProps {
  readonly line: Quantities;
  /** Shown after the number. */
  readonly children?: React.ReactNode;
}

/** Quantity to make; below it the struck original quantity after refunds. */
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
  /** Refunded count; "" on dark screens. */
  readonly color?: string;
}

/** The name; struck through if fully refunded, with the refunded count. */
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

/** Choices and note in one line below the name, to tell lines of one product apart. */
export function LineChoices({ line }: { readonly line: Pick<StaffOrderLine, "options" | "note"> }) {
  const choices = lineChoices(line);
  return choices === "" ? null : <span className="block text-sm text-ink-2">{choices}</span>;
}
