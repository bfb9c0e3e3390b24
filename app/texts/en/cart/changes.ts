/** Screen reader announcements after a change of the cart. Several sentences may follow each other. */

export const costsNow = (quantity: number, item: string, amount: string) => `${quantity} × ${item}, ${amount}.`;
export const isRemoved = ({ name }: { readonly name: string }) => `${name} is removed.`;
export const isAdded = ({ quantity, name }: { readonly quantity: number; readonly name: string }) => `${quantity} × ${name} is added.`;
export const giftCame = (item: string) => `${item} is added, free of charge.`;
export const giftWent = (item: string) => `The free ${item} is taken out.`;
export const totalNow = (amount: string) => `Total now ${amount}.`;
