/** The plus button of a product in a list. */

export const chooseOptions = (product: string) => `Choose options for ${product}`;
export const add = (product: string) => `Add ${product} to your order`;
