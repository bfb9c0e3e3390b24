/** The text fields of the checkout: contact, address and notes. */

export const contact = "Contact";
export const email = "Email";
export const emailForReceipt = "For your receipt and the link to your order.";
/** Where the shop sends no emails. */
export const emailForQuestions = "If there is a question about your order.";
export const name = "Name";
export const phone = "Phone";
export const phoneForCourier = "The courier calls this number if they can't find you.";
export const phoneForProblems = "Only if there is a problem with your order.";
export const wantsNews = "Email me news and offers. I can stop this at any time.";

export const address = "Address";
export const earlierAddress = "Address of an earlier order";
export const chooseAddress = "Choose an address";
export const street = "Street and number";
export const unit = "Apartment, unit or buzzer";
export const city = "City";
export const province = "Province or state";
export const postalCode = "Postal code";
/** A box to tick under a postal code that looks unusual. */
export const keepPostalCode = "Keep this postal code";
export const country = "Country";

export const allergies = "Allergies";
export const allergiesAreRed = "Anything you can't eat. We see it in red on your order.";
export const noteForCourier = "Note for the courier";
export const noteForShop = "Note for us";
