/** The buttons beside a quantity. `item`: what is counted, such as "Maple bacon". */

export const oneLess = (item: string) => `One less: ${item}`;
export const oneMore = (item: string) => `One more: ${item}`;
/** Below the number, when another one was typed. */
export const allowed = (least: number, most: number) => `Only ${least} to ${most}.`;
