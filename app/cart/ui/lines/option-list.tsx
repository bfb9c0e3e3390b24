import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import { formatMoney, type MoneyFormat } from "#app/values/money.ts";
import { choiceText } from "#app/catalogue/domain/customization/line-title.ts";

/** A line's choices by group, with prices. */
export function OptionList({ selected }: { readonly selected: readonly SelectedOption[] }) {
  const format = useMoneyFormat();
  if (selected.length === 0) return null;
  const groups = Map.groupBy(selected, (option) => option.group);
  return (
    <ul className="mt-1 text-sm text-ink-2">
      {[...groups].map(([group, options]) => (
        <li key={group}>
          <span className="sr-only">{group}: </span>
          {options.map((option) => pricedChoice(option, format)).join(", ")}
        </li>
      ))}
    </ul>
  );
}

function pricedChoice(option: SelectedOption, format: MoneyFormat): string {
  const price = option.optionId === null ? 0 : option.priceDelta * (option.quantity - option.freeQuantity);
  return `${choiceText(option)}${price === 0 ? "" : ` (${price > 0 ? "+" : ""}${formatMoney(price, format)})`}`;
}
