import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState } from "react";
import { chooseOption, writeText } from "#app/catalogue/domain/customization/choice-edits.ts";
import { choiceProblems, unitPrice } from "#app/catalogue/domain/customization/customization-choices.ts";
import {
  deadEndOptionIds,
  defaultChoices,
  isOrderable,
  visibleGroups,
  type Choice,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";
import { OptionGroup } from "#app/catalogue/ui/choices/option-group.tsx";
import { optionPrice } from "#app/catalogue/ui/choices/option-price.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";

interface CustomerPreviewProps {
  readonly groups: readonly CustomizationTemplate[];
  /** The product's price without choices; left out = only the choices' surcharges are shown. */
  readonly basePrice?: Cents;
}

/** The customer's form for these groups, for trying out. The surrounding form's schema ignores its fields. */
export function CustomerPreview({ groups, basePrice }: CustomerPreviewProps) {
  const format = useMoneyFormat();
  const [made, setMade] = useState<readonly Choice[] | null>(null);
  const known = new Set(groups.flatMap((group) => [`${group.id}:`, ...group.options.map((option) => `${group.id}:${option.id}`)]));
  const kept = made?.filter((choice) => known.has(`${choice.templateId}:${choice.optionId ?? ""}`)) ?? null;
  const choices = kept ?? defaultChoices(groups);
  const problems = choiceProblems(groups, choices);
  const blockedIds = deadEndOptionIds(groups);
  const total = unitPrice(basePrice ?? 0, groups, choices);
  if (!isOrderable(groups))
    return <p className="ticket p-4 font-semibold">Sold out: too few options are on sale for what must be chosen.</p>;
  return (
    <div className="ticket p-4">
      <div className="grid gap-6">
        {visibleGroups(groups, choices).map((group) => (
          <OptionGroup
            key={group.id}
            group={group}
            choices={choices}
            blockedIds={blockedIds}
            priceOf={(option) => optionPrice(groups, choices, group, option)}
            problem={problems.find((problem) => problem.templateId === group.id && problem.code !== "required")?.message ?? null}
            onChoose={(of, optionId, units) => setMade(chooseOption(groups, choices, of, optionId, units))}
            onWrite={(of, text) => setMade(writeText(choices, of, text))}
          />
        ))}
      </div>
      <p role="status" className="figures mt-4 border-t border-hairline pt-3 text-right font-semibold">
        {basePrice === undefined ? `Adds ${formatMoney(total, format)}` : formatMoney(total, format)}
      </p>
    </div>
  );
}
