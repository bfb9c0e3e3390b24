/** Errors of checkout fields: next to the field, and in the list above the form. */

export const enterEmail = "Enter an email address such as ana@example.com.";
export const enterName = "Enter your name.";
export const enterPhone = "Enter a phone number with its area code.";
export const enterPhoneForCourier = "Enter a phone number: the courier calls it if they can't find you.";
export const enterPhoneForPickup = "Enter a phone number to pay at pickup.";

export const enterCardNumber = "Enter a card number, such as one of the test cards.";
export const enterExpiry = "Enter the month and year, such as 12 / 34.";
export const enterSecurityCode = "Enter the three digits from the back of the card.";
