import { ScaleIcon } from "lucide-react";
import { LineName, LineQuantity } from "./line-quantity.tsx";
import type { StaffOrderLine } from "./staff-order.ts";
import { keyed } from "#app/kit/keyed.ts";

/** The mark of a line that is not weighed yet. */
export function ToWeigh({ className }: { readonly className: string }) {
  return (
    <p className={`flex items-center gap-1.5 font-semibold ${className}`}>
      <ScaleIcon aria-hidden className="size-[1.1em] shrink-0" />
      Still to be weighed
    </p>
  );
}

/** Lines for the kitchen: quantity first and large, kitchen names, choices below, notes highlighted. */
export function KitchenLines({ lines }: { readonly lines: readonly StaffOrderLine[] }) {
  return (
    <ul className="grid gap-2">
      {lines.map((line) => (
        <li key={line.id} className="grid grid-cols-[2.25rem_1fr] items-baseline">
          <span className="figures font-display text-lg font-bold">
            <LineQuantity line={line}>
              <span aria-hidden className="text-sm">
                ×
              </span>
            </LineQuantity>
          </span>
          <div className="min-w-0">
            <p className={`text-base leading-snug font-semibold wrap-anywhere ${line.isRefunded ? "text-ink-2" : ""}`}>
              <LineName line={line} name={line.kitchenName} />
              {line.isFreeItem ? <span className="font-normal text-ink-2"> (free)</span> : null}
            </p>
            {line.options.length === 0 ? null : (
              <ul className="text-sm text-ink-2">
                {keyed(line.options, (option) => option.kitchenName).map(({ key, item: option }) => (
                  <li key={key} className="wrap-anywhere">
                    {option.quantity > 1 ? <strong className="text-ink">{option.quantity} × </strong> : null}
                    {option.kitchenName}
                  </li>
                ))}
              </ul>
            )}
            {line.isToWeigh === true ? <ToWeigh className="text-sm" /> : null}
            {line.note === "" ? null : <p className="mt-0.5 border-l-4 border-saffron pl-2 font-semibold wrap-anywhere">{line.note}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
