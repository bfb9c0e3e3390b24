/** The order form of a product's page. */

/** The name of the form. */
export const order = (product: string) => `Order ${product}`;
export const change = (product: string) => `Change ${product}`;

export const addNote = "Add a note";
export const note = "Note";
export const noteHint = "The kitchen reads it but can't promise changes.";
export const choicesAdd = (allergens: string) => `Your choices add ${allergens}.`;
export const caloriesWithChoices = (calories: number) => `About ${calories} kcal with your choices.`;

export const quantity = "Quantity";
export const update = "Update";
/** The button that adds; the second part is hidden on the narrowest phones. */
export const addToOrder = ["Add", " to order"] as const;

/** The price of a product sold by weight. */
export const aboutTotal = (amount: string) => `about ${amount}`;
/** The total where the price with offers is known only in the cart. */
export const beforeOffers = (amount: string) => `${amount} before offers`;
export const totalNow = (amount: string) => `Total now ${amount}.`;
/** The button without JavaScript. */
export const showPrice = (lastTotal: string) => `Show the price of these choices (last: ${lastTotal})`;
