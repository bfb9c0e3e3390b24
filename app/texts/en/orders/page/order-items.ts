/** What was ordered, on the order's page. Constants only: staff read the allergies, too. */

/** The red mark before the customer's note. */
export const allergy = "Allergy";
export const gift = "Added for you, free of charge.";
export const refunded = "Refunded";
export const paidInTheEnd = "You paid in the end";
