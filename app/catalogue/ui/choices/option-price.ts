import * as texts from "#texts/catalogue/choices.ts";
import { chooseOption, unitsOf } from "#app/catalogue/domain/customization/choice-edits.ts";
import { selectedOptions } from "#app/catalogue/domain/customization/customization-choices.ts";
import type { Choice, CustomizationOption, CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import { type Cents, formatMoney, type MoneyFormat } from "#app/values/money.ts";

/** An option's price for the current choices. */
export interface OptionPrice {
  /** Per unit, before free units; a negative one reduces the price. */
  readonly delta: Cents;
  /** Number of free units among those chosen (or for one more, if none is). */
  readonly freeUnits: number;
}

/** An option's current price; an option that is not chosen is priced as if it were. */
export function optionPrice(
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
  group: CustomizationTemplate,
  option: CustomizationOption,
): OptionPrice {
  const withIt = unitsOf(choices, group.id, option.id) > 0 ? choices : chooseOption(groups, choices, group, option.id, 1);
  const found = selectedOptions(groups, withIt).find((each) => each.templateId === group.id && each.optionId === option.id);
  return found === undefined ? { delta: option.priceDelta, freeUnits: 0 } : { delta: found.priceDelta, freeUnits: found.freeQuantity };
}

/** "+$2.50", "−$1.50", "free"; "" for an option without a price. `units` are those chosen. */
export function optionPriceText({ delta, freeUnits }: OptionPrice, units: number, format: MoneyFormat): string {
  if (delta === 0) return "";
  if (delta < 0) return `−${formatMoney(-delta, format)}`;
  const price = `+${formatMoney(delta, format)}`;
  if (freeUnits === 0) return price;
  return freeUnits >= Math.max(units, 1) ? texts.free : texts.someFree(price, freeUnits);
}
