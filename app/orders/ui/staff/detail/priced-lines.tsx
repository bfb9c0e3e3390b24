import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { LineName, LineQuantity } from "#app/orders/ui/staff/line-quantity.tsx";
import { formatMoney } from "#app/values/money.ts";
import type { StaffOrderDetail } from "./staff-order-detail.ts";
import { keyed } from "#app/kit/keyed.ts";

/** Every line with choices and price, and the kitchen name if different. */
export function PricedLines({ order }: { readonly order: StaffOrderDetail }) {
  const format = useMoneyFormat();
  return (
    <ul>
      {order.lines.map((line) => {
        const money = order.money.lines.find((each) => each.id === line.id);
        return (
          <li key={line.id} className="grid grid-cols-[2.5rem_1fr_auto] items-baseline gap-x-2 border-b border-hairline py-2">
            <span className="figures font-display text-lg font-bold">
              <LineQuantity line={line}>×</LineQuantity>
            </span>
            <div className="min-w-0">
              <p className="text-base font-semibold wrap-anywhere">
                <LineName line={line} name={line.name} />
                {line.kitchenName === line.name ? null : <span className="font-normal text-ink-2"> · {line.kitchenName}</span>}
                {line.isFreeItem ? <span className="font-normal text-ink-2"> (free)</span> : null}
              </p>
              <ul className="text-ink-2">
                {keyed(line.options, (option) => `${option.group} ${option.name}`).map(({ key, item: option }) => (
                  <li key={key} className="wrap-anywhere">
                    {option.group.endsWith("?") ? option.group : `${option.group}:`}{" "}
                    {option.quantity > 1 ? <strong className="text-ink">{option.quantity} × </strong> : null}
                    {option.name}
                  </li>
                ))}
              </ul>
              {line.note === "" ? null : <p className="mt-1 border-l-4 border-saffron pl-2 font-semibold wrap-anywhere">{line.note}</p>}
            </div>
            <div className="figures text-right">
              {money === undefined ? null : (
                <>
                  {formatMoney(money.lineTotal, format)}
                  {line.quantity > 1 ? <span className="block text-xs text-ink-2">{formatMoney(money.unitPrice, format)} each</span> : null}
                </>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
