import { withDefaultsOf } from "./choice-fields.ts";
import { maxUnits, visibleGroups, type Choice, type CustomizationTemplate } from "./customization.ts";

/*
 * Edits of choices on the product page. Choices of hidden groups are kept, so that showing the group restores them; prices and problems
 * ignore them.
 */

/** Sets an option's units (0: none). Replaces the choice of a single group. Newly shown groups get defaults. */
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

/** Sets a text; empty is no choice. */
export function writeText(choices: readonly Choice[], group: CustomizationTemplate, text: string): readonly Choice[] {
  const others = choices.filter((choice) => choice.templateId !== group.id);
  return text === "" ? others : [...others, { templateId: group.id, optionId: null, quantity: 1, text }];
}

/** Choices of visible groups in menu order: for requests and URLs. */
export function shownChoices(groups: readonly CustomizationTemplate[], choices: readonly Choice[]): readonly Choice[] {
  return visibleGroups(groups, choices).flatMap((group) => {
    const groupChoices = choices.filter((choice) => choice.templateId === group.id);
    const place = (choice: Choice): number => group.options.findIndex((option) => option.id === choice.optionId);
    return groupChoices.toSorted((a, b) => place(a) - place(b));
  });
}

/** Units chosen of one option. */
export function unitsOf(choices: readonly Choice[], templateId: number, optionId: number): number {
  return choices.reduce(
    (units, choice) => (choice.templateId === templateId && choice.optionId === optionId ? units + choice.quantity : units),
    0,
  );
}

/** The maximum is chosen; another option must be removed first, except in a single-choice group. */
export function isFull(group: CustomizationTemplate, choices: readonly Choice[]): boolean {
  const max = maxUnits(group);
  return max !== null && max > 1 && unitsIn(choices, group.id) >= max;
}

/** Units chosen in a whole group. */
export function unitsIn(choices: readonly Choice[], templateId: number): number {
  return choices.reduce((units, choice) => (choice.templateId === templateId ? units + choice.quantity : units), 0);
}
