import {
  defaultChoices,
  MAX_OPTION_UNITS,
  MAX_TEXT_CHOICE_LENGTH,
  maxUnits,
  visibleGroups,
  type Choice,
  type CustomizationTemplate,
} from "./customization.ts";
import { keepText } from "#app/values/text.ts";

/*
 * Choices as form fields and URL parameters: repeated `choice` = "templateId:optionId:units". Radio buttons use `choice:<templateId>`, numbers
 * `units:<templateId>:<optionId>`, texts `text:<templateId>`. An empty value means an explicit empty choice, unlike a fresh page.
 */

/** Field name of checkboxes, and of all choices in a URL. */
export const CHOICE_FIELD = "choice";

/** The name of the radio buttons of one group. */
export function radioField(templateId: number): string {
  return `${CHOICE_FIELD}:${templateId}`;
}

/** The name of the number field of one option. */
export function unitsField(templateId: number, optionId: number): string {
  return `units:${templateId}:${optionId}`;
}

/** The name of a text group's field. */
export function textField(templateId: number): string {
  return `text:${templateId}`;
}

/** The value of a radio button or checkbox. */
export function choiceValue(templateId: number, optionId: number, units = 1): string {
  return `${templateId}:${optionId}:${units}`;
}

/** True for a field that carries a choice. */
export function isChoiceField(name: string): boolean {
  return name === CHOICE_FIELD || /^(?:choice|units|text):/.test(name);
}

/** Parses submitted choices in order without validation: numbers may be NaN. */
export function readChoiceFields(fields: Iterable<readonly [string, unknown]>): Choice[] {
  const choices: Choice[] = [];
  for (const [name, value] of fields) {
    if (typeof value !== "string" || value.trim() === "") continue;
    const [kind, templateId, optionId] = name.split(":");
    if (kind === CHOICE_FIELD) {
      const [template, option, units = "1"] = value.split(":");
      choices.push({ templateId: wholeNumber(template), optionId: wholeNumber(option), quantity: wholeNumber(units), text: null });
    } else if (kind === "units" && wholeNumber(value) !== 0) {
      choices.push({ templateId: wholeNumber(templateId), optionId: wholeNumber(optionId), quantity: wholeNumber(value), text: null });
    } else if (kind === "text") {
      choices.push({ templateId: wholeNumber(templateId), optionId: null, quantity: 1, text: value });
    }
  }
  return choices;
}

/** NaN for anything but plain digits. */
function wholeNumber(text: string | undefined): number {
  return /^\s*\d{1,10}\s*$/.test(text ?? "") ? Number(text) : Number.NaN;
}

/** Choices as URL parameters; an empty list is explicit. */
export function choiceFields(choices: readonly Choice[]): readonly (readonly [string, string])[] {
  const fields = choices.map((choice): readonly [string, string] =>
    choice.optionId === null
      ? [textField(choice.templateId), choice.text ?? ""]
      : [CHOICE_FIELD, choiceValue(choice.templateId, choice.optionId, choice.quantity)],
  );
  return fields.length === 0 ? [[CHOICE_FIELD, ""]] : fields;
}

/** Initial choices: defaults, or the available choices of the URL; required groups without a choice get defaults. */
export function openingChoices(groups: readonly CustomizationTemplate[], address: Iterable<readonly [string, string]>): readonly Choice[] {
  const fields = [...address].filter(([name]) => isChoiceField(name));
  if (fields.length === 0) return defaultChoices(groups);
  const offered = groups.flatMap((group) => offeredChoices(group, readChoiceFields(fields)));
  return withDefaultsOf(groups, offered, (group) => group.minSelect > 0);
}

/** Adds defaults of visible empty groups where `isWanted`, also in groups they show. */
export function withDefaultsOf(
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
  isWanted: (group: CustomizationTemplate) => boolean,
): readonly Choice[] {
  const known = new Set<number>();
  let all = choices;
  for (let next = openGroup(); next !== undefined; next = openGroup()) {
    known.add(next.id);
    all = [...all, ...defaultChoices([{ ...next, showWhenOptionIds: [] }])];
  }
  return all;

  function openGroup(): CustomizationTemplate | undefined {
    return visibleGroups(groups, all).find(
      (group) => !known.has(group.id) && isWanted(group) && !all.some((choice) => choice.templateId === group.id),
    );
  }
}

/** The available choices of a group within its limits. */
function offeredChoices(group: CustomizationTemplate, choices: readonly Choice[]): readonly Choice[] {
  const groupChoices = choices.filter((choice) => choice.templateId === group.id);
  if (group.kind === "text") {
    const text = keepText(groupChoices.find((choice) => choice.optionId === null)?.text ?? "", MAX_TEXT_CHOICE_LENGTH);
    return text === "" ? [] : [{ templateId: group.id, optionId: null, quantity: 1, text }];
  }
  let room = maxUnits(group) ?? Number.POSITIVE_INFINITY;
  return group.options.flatMap((option): readonly Choice[] => {
    const units = groupChoices.find((choice) => choice.optionId === option.id)?.quantity ?? 0;
    if (option.hidden || option.soldOut || !Number.isInteger(units) || units < 1) return [];
    const most = group.kind === "quantity" ? Math.min(group.maxPerOption ?? MAX_OPTION_UNITS, MAX_OPTION_UNITS) : 1;
    const quantity = Math.min(units, most, room);
    room -= quantity;
    return quantity < 1 ? [] : [{ templateId: group.id, optionId: option.id, quantity, text: null }];
  });
}
