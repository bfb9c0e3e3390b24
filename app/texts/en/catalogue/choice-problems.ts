/** Problems with the choices for a product. `question`: its title. */

import { counted, pluralForm } from "#texts/plural.ts";

export const haveChanged = "The choices of this product have changed. Please choose again.";
export const noLongerExists = (question: string) => `One choice of “${question}” no longer exists. Please choose again.`;
export const notOffered = (option: string, question: string) =>
  `${option} is not offered any more. Please choose something else for “${question}”.`;
export const soldOut = (option: string, question: string) => `${option} is sold out. Please choose something else for “${question}”.`;
export const wholeNumber = (option: string, most: number) => `Choose a whole number of ${option}, from 1 to ${most}.`;
export const once = (option: string) => `Choose ${option} once.`;
export const atMostTimes = (option: string, most: number) =>
  `Choose ${option} at most ${most === 2 ? "twice" : pluralForm(most, "once", `${most} times`)}.`;
export const exactly = (count: number, question: string) => `Choose ${count} for “${question}”.`;
export const atLeast = (least: number, question: string) => `Choose at least ${least} for “${question}”.`;
export const tooMany = (most: number, question: string, count: number) => `Choose at most ${most} for “${question}”; you have ${count}.`;

/** For a question with a text answer. */
export const fillIn = (question: string) => `Fill in “${question}”.`;
export const writeText = (question: string) => `Write a text for “${question}” instead of choosing an option.`;
export const oneText = (question: string) => `Write one text for “${question}”.`;
export const tooLong = (most: number, question: string, length: number) =>
  `Use at most ${counted(most, "character", "characters")} for “${question}”; you have ${length}.`;
