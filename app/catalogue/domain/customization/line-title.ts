import * as texts from "#texts/catalogue/line-title.ts";
import type { SelectedOption } from "./customization.ts";

type ChosenOption = Pick<SelectedOption, "optionId" | "name" | "quantity">;

/** What identifies a line of a cart or order. */
export interface NamedLine {
  readonly name: string;
  /** In the order of the product page. */
  readonly options: readonly ChosenOption[];
  readonly note: string;
}

/** "Large", "2 × Olives", "“Happy birthday”" for a text. */
export function choiceText({ optionId, name, quantity }: ChosenOption): string {
  if (optionId === null) return texts.quoted(name);
  return quantity > 1 ? `${quantity} × ${name}` : name;
}

/** "Large, 2 × Olives, Note: no basil"; "" without choices and note. */
export function lineChoices({ options, note }: Omit<NamedLine, "name">): string {
  return [...options.map(choiceText), ...(note === "" ? [] : [texts.note(note)])].join(", ");
}

/** "Margherita (Large, 2 × Olives)", where choices are not listed below. */
export function lineTitle(line: NamedLine): string {
  const choices = lineChoices(line);
  return choices === "" ? line.name : `${line.name} (${choices})`;
}
