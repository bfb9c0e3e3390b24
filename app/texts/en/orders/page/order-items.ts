/** The items on the order page. Constants only: staff pages show the allergies, too. */

/** The red mark before the customer's note. */
export const allergy = "Allergy";
export const gift = "Added for you, free of charge.";
export const refunded = "Refunded";
export const paidInTheEnd = "You paid in the end";
