/** The buttons next to a quantity. `item`: the counted item, such as "Maple bacon". */

export const oneLess = (item: string) => `One less: ${item}`;
export const oneMore = (item: string) => `One more: ${item}`;
/** Below the number, when the typed one was adjusted. */
export const allowed = (least: number, most: number) => `Only ${least} to ${most}.`;
