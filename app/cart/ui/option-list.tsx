import type { SelectedOption } from "#app/catalogue/domain/customization/customization.ts";
import { formatUsd } from "#app/values/money.ts";

/** What was chosen for a line, group by group, with what it costs. */
export function OptionList({ selected }: { readonly selected: readonly SelectedOption[] }) {
  if (selected.length === 0) return null;
  const groups = Map.groupBy(selected, (option) => option.group);
  return (
    <ul className="mt-1 text-sm text-ink-2">
      {[...groups].map(([group, options]) => (
        <li key={group}>
          <span className="sr-only">{group}: </span>
          {options.map(optionText).join(", ")}
        </li>
      ))}
    </ul>
  );
}

function optionText(option: SelectedOption): string {
  if (option.optionId === null) return `“${option.name}”`;
  const units = option.quantity > 1 ? `${option.quantity} × ` : "";
  const price = option.priceDelta * (option.quantity - option.freeQuantity);
  return `${units}${option.name}${price === 0 ? "" : ` (${price > 0 ? "+" : ""}${formatUsd(price)})`}`;
}
