import * as texts from "#texts/catalogue/choices.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { isFull, unitsIn, unitsOf } from "#app/catalogue/domain/customization/choice-edits.ts";
import { CHOICE_FIELD, choiceValue, radioField, unitsField } from "#app/catalogue/domain/customization/choice-fields.ts";
import {
  MAX_OPTION_UNITS,
  maxUnits,
  type Choice,
  type CustomizationOption,
  type CustomizationTemplate,
} from "#app/catalogue/domain/customization/customization.ts";
import { optionPriceText, type OptionPrice } from "./option-price.ts";
import { QuantityStepper } from "#app/kit/quantity-stepper.tsx";
import { capitalised } from "#app/values/text.ts";

export interface OptionRowProps {
  readonly group: CustomizationTemplate;
  readonly option: CustomizationOption;
  readonly choices: readonly Choice[];
  readonly isSoldOut: boolean;
  readonly priceOf: (option: CustomizationOption) => OptionPrice;
  readonly onChoose: (group: CustomizationTemplate, optionId: number, units: number) => void;
}

/** One option: control, name, dots, price. Sold-out options stay visible and are marked. */
export function OptionRow({ group, option, choices, isSoldOut, priceOf, onChoose }: OptionRowProps) {
  const format = useMoneyFormat();
  const units = unitsOf(choices, group.id, option.id);
  const priceText = isSoldOut ? texts.soldOut : optionPriceText(priceOf(option), units, format);
  const priceId = `option-${group.id}-${option.id}-price`;
  const isCounted = group.kind === "quantity";
  const words = (
    <>
      <OptionName option={option} isSoldOut={isSoldOut} />
      <span aria-hidden className={priceText === "" ? "grow" : `leader translate-y-2 self-auto ${isCounted ? "hidden sm:block" : ""}`} />
      <span id={priceId} className={`figures shrink-0 text-sm ${isSoldOut ? "text-muted" : "font-semibold"}`}>
        {priceText}
      </span>
    </>
  );
  if (isCounted) {
    const max = maxUnits(group);
    const room = max === null ? MAX_OPTION_UNITS : Math.max(units, max - unitsIn(choices, group.id) + units);
    return (
      <li className="option flex-wrap">
        <span className="flex min-w-0 grow basis-24 flex-col sm:flex-row sm:items-center sm:gap-3">{words}</span>
        <QuantityStepper
          name={unitsField(group.id, option.id)}
          label={option.name}
          value={units}
          min={0}
          max={Math.min(room, group.maxPerOption ?? MAX_OPTION_UNITS, MAX_OPTION_UNITS)}
          describedBy={priceText === "" ? undefined : priceId}
          isDisabled={isSoldOut}
          onChange={(next) => onChoose(group, option.id, next)}
        />
      </li>
    );
  }
  const isRadio = group.kind === "single";
  // Still focusable and announced: the group's rule explains why it cannot be chosen.
  const isOff = units === 0 && isFull(group, choices);
  return (
    <li>
      <label className={`option ${isOff ? "text-muted" : ""} ${isSoldOut || isOff ? "cursor-not-allowed" : "hover:bg-primary-tint"}`}>
        <input
          type={isRadio ? "radio" : "checkbox"}
          name={isRadio ? radioField(group.id) : CHOICE_FIELD}
          value={choiceValue(group.id, option.id)}
          checked={units > 0}
          disabled={isSoldOut}
          aria-disabled={isOff}
          onChange={(event) => isOff || onChoose(group, option.id, event.currentTarget.checked ? 1 : 0)}
          className={`option-mark ${isOff ? "opacity-50" : ""}`}
        />
        {words}
      </label>
    </li>
  );
}

function OptionName({ option, isSoldOut }: { option: CustomizationOption; isSoldOut: boolean }) {
  const facts = [...option.dietaryTags, ...(option.allergens.length === 0 ? [] : [texts.contains(option.allergens.join(", "))])].join(
    " · ",
  );
  return (
    <span className={`min-w-0 ${isSoldOut ? "text-muted" : ""}`}>
      {option.name}
      {facts === "" ? null : <span className={`block text-xs ${isSoldOut ? "" : "text-ink-2"}`}>{capitalised(facts)}</span>}
    </span>
  );
}
