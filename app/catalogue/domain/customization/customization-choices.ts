import * as texts from "#texts/catalogue/choice-problems.ts";
import { MAX_OPTION_UNITS, maxUnits, visibleGroups } from "./customization.ts";
import type { Choice, ChoiceProblem, CustomizationOption, CustomizationTemplate, SelectedOption } from "./customization.ts";
import type { Cents } from "#app/values/money.ts";
import { fail, ok } from "#app/values/result.ts";
import type { Result } from "#app/values/result.ts";

/** Default maximum text length. */
export const DEFAULT_TEXT_LENGTH = 200;

/** Requested units of one option, duplicates added up. */
interface Wanted {
  readonly option: CustomizationOption;
  readonly quantity: number;
}

/**
 * Choices with names, prices and free units in menu order. Unknown, hidden and invalid ones are dropped: the product page prices incomplete forms,
 * `checkChoices` validates. `groups` include overrides.
 */
export function selectedOptions(groups: readonly CustomizationTemplate[], choices: readonly Choice[]): readonly SelectedOption[] {
  const shown = visibleGroups(groups, choices);
  const chosen = new Map(shown.map((group) => [group.id, group.kind === "text" ? [] : wantedOf(group, choices)]));
  const chosenIds = new Set([...chosen.values()].flat().map((wanted) => wanted.option.id));
  return shown.flatMap((group) => {
    if (group.kind === "text") {
      const text = textOf(group, choices);
      return text === "" ? [] : [selectedText(group, text)];
    }
    const priced = (chosen.get(group.id) ?? []).map((wanted) => ({ ...wanted, price: priceOf(wanted.option, chosenIds), free: 0 }));
    let included = group.freeCount;
    // Stable sort: ties keep option order.
    for (const entry of priced.toSorted((a, b) => a.price - b.price)) {
      if (!entry.option.countsTowardFree || entry.price <= 0) continue;
      entry.free = Math.min(entry.quantity, included);
      included -= entry.free;
    }
    return priced.map(({ option, quantity, price, free }) => ({
      templateId: group.id,
      optionId: option.id,
      group: group.title,
      name: option.name,
      kitchenName: labelled(group, option.kitchenName ?? option.name),
      quantity,
      freeQuantity: free,
      priceDelta: price,
    }));
  });
}

/**
 * Unit price: base + Σ option price × units beyond the included, never below 0 (docs/rules/customizations.md: an option may make a product cheaper,
 * not turn it into money). The lowest-priced eligible units are included; options with `countsTowardFree` off always cost; a negative price keeps its
 * reduction and uses no included unit.
 */
export function unitPrice(base: Cents, groups: readonly CustomizationTemplate[], choices: readonly Choice[]): Cents {
  return priceWith(base, selectedOptions(groups, choices));
}

/** `unitPrice` for resolved choices. */
export function priceWith(base: Cents, selected: readonly SelectedOption[]): Cents {
  return Math.max(0, base + surchargeOf(selected));
}

/** The options' total surcharge; may be negative. */
export function surchargeOf(selected: readonly SelectedOption[]): Cents {
  return selected.reduce((sum, option) => sum + option.priceDelta * (option.quantity - option.freeQuantity), 0);
}

/** The choices to store for validated options: without groups that were not shown, duplicates added up. */
export function choicesOf(selected: readonly SelectedOption[]): readonly Choice[] {
  return selected.map(({ templateId, optionId, quantity, name }) => ({
    templateId,
    optionId,
    quantity,
    text: optionId === null ? name : null,
  }));
}

/**
 * Validates choices for an order. Choices of groups hidden by other choices are dropped silently: forms post leftovers that were never in the price.
 * An unknown group or option is refused, because the customer believes to have chosen it.
 */
export function checkChoices(
  groups: readonly CustomizationTemplate[],
  choices: readonly Choice[],
): Result<readonly SelectedOption[], readonly ChoiceProblem[]> {
  const problems = choiceProblems(groups, choices);
  return problems.length > 0 ? fail(problems) : ok(selectedOptions(groups, choices));
}

/** Problems of these choices, in group order, by the rules of `checkChoices`. */
export function choiceProblems(groups: readonly CustomizationTemplate[], choices: readonly Choice[]): readonly ChoiceProblem[] {
  const problems: ChoiceProblem[] = [];
  const unknownGroups = new Set(choices.map((choice) => choice.templateId).filter((id) => !groups.some((group) => group.id === id)));
  for (const templateId of unknownGroups) {
    problems.push({ templateId, optionId: null, code: "unknown-group", message: texts.haveChanged });
  }
  for (const group of visibleGroups(groups, choices)) {
    problems.push(...(group.kind === "text" ? textProblems(group, choices) : groupProblems(group, choices)));
  }
  return problems;
}

function groupProblems(group: CustomizationTemplate, choices: readonly Choice[]): readonly ChoiceProblem[] {
  const groupChoices = choices.filter((choice) => choice.templateId === group.id);
  const problems: ChoiceProblem[] = [];
  const add = (optionId: number | null, code: ChoiceProblem["code"], message: string) =>
    problems.push({ templateId: group.id, optionId, code, message });
  for (const optionId of new Set(groupChoices.map((choice) => choice.optionId))) {
    const option = group.options.find((candidate) => candidate.id === optionId);
    const entries = groupChoices.filter((choice) => choice.optionId === optionId);
    const quantity = entries.reduce((sum, choice) => sum + choice.quantity, 0);
    if (option === undefined) {
      add(optionId, "unknown-option", texts.noLongerExists(group.title));
    } else if (option.hidden) {
      add(optionId, "not-offered", texts.notOffered(option.name, group.title));
    } else if (option.soldOut) {
      add(optionId, "sold-out", texts.soldOut(option.name, group.title));
    } else if (entries.some((choice) => !isUnits(choice.quantity))) {
      add(optionId, "quantity", texts.wholeNumber(option.name, maxPerOption(group)));
    } else if (quantity > maxPerOption(group)) {
      add(optionId, "quantity", group.kind === "quantity" ? texts.atMostTimes(option.name, maxPerOption(group)) : texts.once(option.name));
    }
  }
  // Counting unavailable options would add a second error for the same choice.
  if (problems.length > 0) return problems;
  const units = wantedOf(group, choices).reduce((sum, wanted) => sum + wanted.quantity, 0);
  const max = maxUnits(group);
  if (units < group.minSelect) {
    add(null, "required", (group.minSelect === max ? texts.exactly : texts.atLeast)(group.minSelect, group.title));
  } else if (max !== null && units > max) {
    add(null, "too-many", texts.tooMany(max, group.title, units));
  }
  return problems;
}

function textProblems(group: CustomizationTemplate, choices: readonly Choice[]): readonly ChoiceProblem[] {
  const groupChoices = choices.filter((choice) => choice.templateId === group.id);
  const problem = (optionId: number | null, code: ChoiceProblem["code"], message: string) => [
    { templateId: group.id, optionId, code, message },
  ];
  const stray = groupChoices.find((choice) => choice.optionId !== null);
  if (stray !== undefined) return problem(stray.optionId, "unknown-option", texts.writeText(group.title));
  if (groupChoices.length > 1) return problem(null, "too-many", texts.oneText(group.title));
  const text = textOf(group, choices);
  const max = group.maxLength ?? DEFAULT_TEXT_LENGTH;
  if (text.length > max) return problem(null, "text-too-long", texts.tooLong(max, group.title, text.length));
  if (text === "" && group.minSelect > 0) return problem(null, "required", texts.fillIn(group.title));
  return [];
}

/** The group's known options with units, in option order. */
function wantedOf(group: CustomizationTemplate, choices: readonly Choice[]): readonly Wanted[] {
  return group.options.flatMap((option) => {
    if (option.hidden) return [];
    const entries = choices.filter((choice) => choice.templateId === group.id && choice.optionId === option.id && isUnits(choice.quantity));
    const quantity = entries.reduce((sum, choice) => sum + choice.quantity, 0);
    return quantity === 0 ? [] : [{ option, quantity }];
  });
}

function textOf(group: CustomizationTemplate, choices: readonly Choice[]): string {
  return choices.find((choice) => choice.templateId === group.id && choice.optionId === null)?.text?.trim() ?? "";
}

function selectedText(group: CustomizationTemplate, text: string): SelectedOption {
  return {
    templateId: group.id,
    optionId: null,
    group: group.title,
    name: text,
    kitchenName: labelled(group, text),
    quantity: 1,
    freeQuantity: 0,
    priceDelta: 0,
  };
}

/** If several prices by option apply, the highest counts, so that their order does not matter. */
function priceOf(option: CustomizationOption, chosenIds: ReadonlySet<number>): Cents {
  const prices = Object.entries(option.priceByOption).flatMap(([id, price]) => (chosenIds.has(Number(id)) ? [price] : []));
  return prices.length > 0 ? Math.max(...prices) : option.priceDelta;
}

function labelled(group: CustomizationTemplate, name: string): string {
  return group.kitchenLabel === null || group.kitchenLabel === "" ? name : `${group.kitchenLabel}: ${name}`;
}

function maxPerOption(group: CustomizationTemplate): number {
  return group.kind === "quantity" ? Math.min(group.maxPerOption ?? MAX_OPTION_UNITS, MAX_OPTION_UNITS) : 1;
}

function isUnits(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_OPTION_UNITS;
}
