/** Errors of a form or call field. `what`: "the street". Amounts are passed formatted. */

export const enter = (what: string) => `Enter ${what}.`;
export const sendAsText = (what: string) => `Send ${what} as text.`;
export const useAtMost = (what: string, characters: number) => `Use at most ${characters} characters for ${what}.`;
export const writePlainText = (what: string) => `Write ${what} in plain text.`;
export const writeOneLine = (what: string) => `Write ${what} in one line of plain text.`;
export const enterWholeNumber = (what: string, min: number, max: number) => `Enter ${what} as a whole number from ${min} to ${max}.`;

/* For an amount, by the decimals of the shop's currency. */
export const enterNoDecimals = (what: string, example: string) => `Enter ${what} without decimals, such as ${example}.`;
export const enterTwoDecimals = (what: string, example: string) => `Enter ${what} with at most two decimals, such as ${example}.`;
export const enterThreeDecimals = (what: string, example: string) =>
  `Enter ${what} with at most three decimals, the last one 0, such as ${example}.`;
export const enterZeroOrMore = (what: string) => `Enter 0 or more for ${what}.`;
export const enterAtMost = (what: string, most: string) => `Enter at most ${most} for ${what}.`;
