/** The questions of a product: their rules, and the price of each option. */

export const required = "Required";
/** For a question with a text answer. */
export const fillIn = "Please fill in";
export const optional = "Optional";
export const optionalOne = "Optional, choose 1";
export const upTo = (most: number) => `Up to ${most}`;
export const atLeast = (least: number) => `Choose at least ${least}`;
export const exactly = (count: number) => `Choose ${count}`;
export const between = (least: number, most: number) => `Choose ${least} to ${most}`;
/** These follow one of the rules above, after a comma. */
export const mostOfEach = (most: number) => `at most ${most} of each`;
export const firstFree = "the first one free";
export const firstOnesFree = (count: number) => `the first ${count} free`;
/** `rule`: the whole rule, without a full stop. */
export const whenFull = (rule: string) => `${rule}. To choose another, remove one.`;

export const chosen = (count: number) => `${count} chosen`;
export const chosenOf = (count: number, most: number) => `${count} of ${most}`;

export const soldOut = "sold out";
export const free = "free";
/** `price`: "+$1.50" */
export const someFree = (price: string, count: number) => `${price}, ${count} free`;
/** One of several facts about an option. */
export const contains = (allergens: string) => `contains ${allergens}`;
