/** The buttons beside a quantity. `item`: what is counted, such as "Maple bacon". */

export const oneLess = (item: string) => `One less: ${item}`;
export const oneMore = (item: string) => `One more: ${item}`;
