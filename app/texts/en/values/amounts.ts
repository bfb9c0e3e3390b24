/** Why a text is not a valid amount. Example amounts are passed formatted, without a currency sign. */

export const enterAmount = (example: string) => `Enter an amount such as ${example}.`;
export const enterAtMost = (most: string) => `Enter an amount of at most ${most}.`;
export const enterNoDecimals = (example: string) => `Enter an amount without decimals, such as ${example}.`;
export const enterTwoDecimals = (example: string) => `Enter an amount with at most two decimals, such as ${example}.`;
export const enterThreeDecimals = (example: string) => `Enter an amount with at most three decimals, such as ${example}.`;
/** `step`: "0.010". */
export const enterThirdDecimalZero = (example: string, step: string) =>
  `Enter an amount whose third decimal is 0, such as ${example}. Cards are charged in steps of ${step}.`;
/** After one of these: the point may have been meant as a thousands separator. */
export const thousandsHaveNoPoint = (digits: string) => `Thousands have no point: ${digits}.`;
