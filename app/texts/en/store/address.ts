/** Errors of a delivery address, at its field. */

export const enterStreet = "Enter the street and number we deliver to.";
export const enterCity = "Enter the city we deliver to.";
export const enterPostalCode = "Enter the postal code of your address.";
/** `isZip`: the term in the United States. */
export const enterCodeSuchAs = (example: string, isZip: boolean) => `Enter ${isZip ? "a ZIP code" : "a postal code"} such as ${example}.`;
/** The address may still be right; the customer can confirm it. */
export const codeLooksUnusual = (code: string, example: string, isZip: boolean) =>
  `${code} looks unusual: ${isZip ? "a ZIP code" : "a postal code"} looks like ${example}. Correct it, or keep it if it is right.`;

/* The names of its fields in sentences of #texts/values/fields.ts. */
export const theStreet = "the street";
export const theUnit = "the unit";
export const theCity = "the city";
export const theProvince = "the province or state";
export const thePostalCode = "the postal code";
export const theCountry = "the country";
