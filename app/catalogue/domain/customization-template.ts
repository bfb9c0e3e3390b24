import { applyOverrides, MAX_OPTION_UNITS, maxUnits } from "./customization.ts";
import type { CustomizationOption, CustomizationOverrides, CustomizationTemplate } from "./customization.ts";

export const MAX_TEMPLATE_TITLE_LENGTH = 60;
export const MAX_TEMPLATE_HELP_LENGTH = 140;
export const MAX_TEXT_CHOICE_LENGTH = 500;

/** What is wrong with a template and where: `path` names the field ("maxSelect", "options.2.isDefault"; options by position). */
export interface TemplateProblem {
  readonly path: string;
  /** A sentence for staff that says what would be right. */
  readonly message: string;
}

/**
 * The rules a template must meet before it is saved, besides the shapes its form checks; empty = fine. Sold-out options are
 * judged as offered (they come back), except as a default: a form may not start with what cannot be had.
 */
export function templateProblems(template: CustomizationTemplate): readonly TemplateProblem[] {
  return [...wordProblems(template), ...(template.kind === "text" ? textGroupProblems(template) : optionGroupProblems(template))];
}

/** The same rules for a template as one product would show it: overrides may contradict what they leave unsaid. */
export function overrideProblems(template: CustomizationTemplate, overrides: CustomizationOverrides): readonly TemplateProblem[] {
  const known = new Set(template.options.map((option) => String(option.id)));
  const strangers = Object.keys(overrides.options ?? {}).filter((id) => !known.has(id));
  return [
    ...strangers.map((id) => ({ path: `options.${id}`, message: "This option is no longer part of the template. Remove its changes." })),
    ...templateProblems(applyOverrides(template, overrides)),
  ];
}

function wordProblems(template: CustomizationTemplate): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if (template.title.trim() === "") add("title", "Enter the title customers read, such as Size.");
  if (template.title.length > MAX_TEMPLATE_TITLE_LENGTH) add("title", `Use at most ${MAX_TEMPLATE_TITLE_LENGTH} characters for the title.`);
  if (template.help.length > MAX_TEMPLATE_HELP_LENGTH) add("help", `Use at most ${MAX_TEMPLATE_HELP_LENGTH} characters for the help text.`);
  if (!isCount(template.minSelect)) add("minSelect", "Enter a minimum of 0 or more.");
  if (!isCount(template.freeCount)) add("freeCount", "Enter how many are included, 0 or more.");
  return problems;
}

function textGroupProblems(template: CustomizationTemplate): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if (template.options.length > 0) add("options", "A text has no options. Remove them or choose another kind.");
  if (template.minSelect > 1) add("minSelect", "A text is either required (1) or optional (0).");
  if (
    template.maxLength !== null &&
    (!isCount(template.maxLength) || template.maxLength < 1 || template.maxLength > MAX_TEXT_CHOICE_LENGTH)
  ) {
    add("maxLength", `Enter a length from 1 to ${MAX_TEXT_CHOICE_LENGTH} characters.`);
  }
  return problems;
}

function optionGroupProblems(template: CustomizationTemplate): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  const { kind, minSelect, maxSelect, options } = template;
  const max = maxUnits(template);
  const perOption = kind === "quantity" ? (template.maxPerOption ?? MAX_OPTION_UNITS) : 1;

  if (kind === "single" && maxSelect !== null && maxSelect !== 1)
    add("maxSelect", "A single choice takes exactly one: set the maximum to 1.");
  if (maxSelect !== null && (!isCount(maxSelect) || maxSelect < 1))
    add("maxSelect", "Enter a maximum of 1 or more, or leave it empty for no limit.");
  if (kind === "single" && minSelect > 1) add("minSelect", "A single choice is either required (1) or optional (0).");
  else if (max !== null && max < minSelect) add("maxSelect", `Set the maximum to ${minSelect} or more, or lower the minimum.`);
  if (template.maxPerOption !== null && (kind !== "quantity" || !isCount(perOption) || perOption < 1 || perOption > MAX_OPTION_UNITS)) {
    const message =
      kind === "quantity"
        ? `Enter a maximum per option from 1 to ${MAX_OPTION_UNITS}.`
        : "Only a quantity group has a maximum per option. Leave it empty.";
    add("maxPerOption", message);
  }
  const offered = options.filter((option) => !option.hidden);
  if (options.length === 0) add("options", "Add at least one option.");
  else if (offered.length * perOption < minSelect)
    add("minSelect", `Only ${offered.length * perOption} can be chosen: lower the minimum or add options.`);

  const ids = new Set(options.map((option) => option.id));
  if (template.showWhenOptionIds.some((id) => ids.has(id)))
    add("showWhenOptionIds", "A group cannot depend on its own options. Choose options of another group.");

  const names = new Set<string>();
  options.forEach((option, index) => {
    const name = option.name.trim().toLowerCase();
    if (name === "") add(`options.${index}.name`, "Enter a name for the option.");
    else if (names.has(name)) add(`options.${index}.name`, `Another option is called ${option.name.trim()}. Give each its own name.`);
    names.add(name);
    problems.push(...optionProblems(option, index, ids));
  });

  const defaults = options.filter((option) => option.isDefault);
  const units = defaults.reduce((sum, option) => sum + (kind === "quantity" ? option.defaultQuantity : 1), 0);
  if (max !== null && units > max)
    add("options", `${units} are chosen by default, but at most ${max} may be. Unset some defaults or raise the maximum.`);
  options.forEach((option, index) => {
    if (kind === "quantity" && option.isDefault && option.defaultQuantity > perOption) {
      add(`options.${index}.defaultQuantity`, `Use at most ${perOption} of ${option.name} by default.`);
    }
  });
  return problems;
}

function optionProblems(option: CustomizationOption, index: number, ownIds: ReadonlySet<number>): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const add = (field: string, message: string) => problems.push({ path: `options.${index}.${field}`, message });
  if (option.isDefault && option.soldOut) add("isDefault", `${option.name} is sold out: unset it as default, or put it back on sale.`);
  if (option.isDefault && option.hidden) add("isDefault", `${option.name} is hidden: unset it as default, or show it.`);
  if (option.isDefault && (!isCount(option.defaultQuantity) || option.defaultQuantity < 1))
    add("defaultQuantity", "Enter a default quantity of 1 or more.");
  if (!Number.isSafeInteger(option.priceDelta)) add("priceDelta", "Enter an amount in dollars, such as 1.50 or -1.50.");
  if (Object.values(option.priceByOption).some((price) => !Number.isSafeInteger(price))) {
    add("priceByOption", "Enter each price in dollars, such as 1.50.");
  }
  if (Object.keys(option.priceByOption).some((id) => ownIds.has(Number(id)))) {
    add("priceByOption", `The price of ${option.name} cannot depend on an option of the same group. Choose options of another group.`);
  }
  return problems;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}
