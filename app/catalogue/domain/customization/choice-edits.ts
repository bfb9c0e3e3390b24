import { withDefaultsOf } from "./choice-fields.ts";
import { maxUnits, visibleGroups, type Choice, type CustomizationTemplate } from "./customization.ts";

/*
 * What a tap on the product page does to the choices. Leftovers of groups that another choice has closed stay, so that opening the group again
 * finds them; prices and problems look at open groups only.
 */

/** Sets how many units of an option are chosen (0 = none). Where only one may be chosen it takes the place of the other. Groups that this opens start with their defaults. */
export function chooseOption(
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
  group: CustomizationTemplate,
  optionId: number,
  units: number,
): readonly Choice[] {
  const others = choices.filter((choice) => choice.templateId !== group.id || (maxUnits(group) !== 1 && choice.optionId !== optionId));
  const next = units < 1 ? others : [...others, { templateId: group.id, optionId, quantity: units, text: null }];
  const before = new Set(visibleGroups(groups, choices).map((each) => each.id));
  return withDefaultsOf(groups, next, (each) => !before.has(each.id));
}

/** Sets what is written into a text group; an empty text is no choice. */
export function writeText(choices: readonly Choice[], group: CustomizationTemplate, text: string): readonly Choice[] {
  const others = choices.filter((choice) => choice.templateId !== group.id);
  return text === "" ? others : [...others, { templateId: group.id, optionId: null, quantity: 1, text }];
}

/** The choices of groups that show, in the order of the menu: what is sent, and what an address says. */
export function shownChoices(groups: readonly CustomizationTemplate[], choices: readonly Choice[]): readonly Choice[] {
  return visibleGroups(groups, choices).flatMap((group) => {
    const own = choices.filter((choice) => choice.templateId === group.id);
    const place = (choice: Choice): number => group.options.findIndex((option) => option.id === choice.optionId);
    return own.toSorted((a, b) => place(a) - place(b));
  });
}

/** Units chosen of one option. */
export function unitsOf(choices: readonly Choice[], templateId: number, optionId: number): number {
  return choices.reduce(
    (units, choice) => (choice.templateId === templateId && choice.optionId === optionId ? units + choice.quantity : units),
    0,
  );
}

/** As many are chosen as may be: another one has to take the place of one of them. A group of one replaces by itself. */
export function isFull(group: CustomizationTemplate, choices: readonly Choice[]): boolean {
  const max = maxUnits(group);
  return max !== null && max > 1 && unitsIn(choices, group.id) >= max;
}

/** Units chosen in a whole group. */
export function unitsIn(choices: readonly Choice[], templateId: number): number {
  return choices.reduce((units, choice) => (choice.templateId === templateId ? units + choice.quantity : units), 0);
}
