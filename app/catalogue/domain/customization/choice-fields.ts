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
 * How choices travel as form fields and in the address of a product page. `choice` = "templateId:optionId:units", repeated. Radio buttons that
 * exclude one another need a name of their own, so a single choice may also come as `choice:<templateId>` with the same value, and a number
 * field as `units:<templateId>:<optionId>`. What was written into a text group comes as `text:<templateId>`. An empty value says nothing, but
 * its presence says that somebody has chosen: "no choice at all" differs from a fresh page.
 */

/** The name of checkboxes, and of every choice in an address. */
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

/** The choices in submitted fields, in their order; other fields are passed over. Nothing is checked: numbers may be NaN, texts of any length. */
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

/** The choices as fields of an address; an empty list still says that nothing was chosen. */
export function choiceFields(choices: readonly Choice[]): readonly (readonly [string, string])[] {
  const fields = choices.map((choice): readonly [string, string] =>
    choice.optionId === null
      ? [textField(choice.templateId), choice.text ?? ""]
      : [CHOICE_FIELD, choiceValue(choice.templateId, choice.optionId, choice.quantity)],
  );
  return fields.length === 0 ? [[CHOICE_FIELD, ""]] : fields;
}

/**
 * The choices a product page opens with: the defaults, or what its address asks for. Of the address only what can be had now is kept (an old link
 * may name options that are gone or sold out); a required group that it leaves open gets its defaults.
 */
export function openingChoices(groups: readonly CustomizationTemplate[], address: Iterable<readonly [string, string]>): readonly Choice[] {
  const fields = [...address].filter(([name]) => isChoiceField(name));
  if (fields.length === 0) return defaultChoices(groups);
  const asked = groups.flatMap((group) => offeredChoices(group, readChoiceFields(fields)));
  return withDefaultsOf(groups, asked, (group) => group.minSelect > 0);
}

/**
 * Adds the defaults of groups that show and have nothing chosen, as far as `isWanted`; groups that these open get theirs too.
 */
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

/** Of these choices, those of the group that can be had now, in its order and within its limits. */
function offeredChoices(group: CustomizationTemplate, choices: readonly Choice[]): readonly Choice[] {
  const own = choices.filter((choice) => choice.templateId === group.id);
  if (group.kind === "text") {
    const text = keepText(own.find((choice) => choice.optionId === null)?.text ?? "", MAX_TEXT_CHOICE_LENGTH);
    return text === "" ? [] : [{ templateId: group.id, optionId: null, quantity: 1, text }];
  }
  let room = maxUnits(group) ?? Number.POSITIVE_INFINITY;
  return group.options.flatMap((option): readonly Choice[] => {
    const units = own.find((choice) => choice.optionId === option.id)?.quantity ?? 0;
    if (option.hidden || option.soldOut || !Number.isInteger(units) || units < 1) return [];
    const most = group.kind === "quantity" ? Math.min(group.maxPerOption ?? MAX_OPTION_UNITS, MAX_OPTION_UNITS) : 1;
    const quantity = Math.min(units, most, room);
    room -= quantity;
    return quantity < 1 ? [] : [{ templateId: group.id, optionId: option.id, quantity, text: null }];
  });
}
