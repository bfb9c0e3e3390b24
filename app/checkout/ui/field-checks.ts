import * as texts from "#texts/checkout/field-problems.ts";
import { enterCity, enterStreet } from "#texts/store/address.ts";
import { postalCodeDoubt, postalCodeProblem } from "#app/store/domain/delivery/postal-code.ts";

/** Values of the checkout's form by field name. */
export type FormValues = Readonly<Record<string, string>>;

/** Validates one field with the server's messages; null if valid. The server decides; this check only reports earlier. */
export function fieldProblem(name: string, values: FormValues, storeCountry: string): string | null {
  const value = (values[name] ?? "").trim();
  const isDelivery = values.fulfillment === "delivery";
  switch (name) {
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value) ? null : texts.enterEmail;
    case "name":
      return value === "" ? texts.enterName : null;
    case "phone":
      if (value === "" && isDelivery) return texts.enterPhoneForCourier;
      if (value === "") return values.payment === "pickup" ? texts.enterPhoneForPickup : null;
      return isPhone(value) ? null : texts.enterPhone;
    case "street":
      return isDelivery && value === "" ? enterStreet : null;
    case "city":
      return isDelivery && value === "" ? enterCity : null;
    case "postal_code":
      return isDelivery ? postalCodeWords(value, values, storeCountry) : null;
    default:
      return null;
  }
}

function postalCodeWords(value: string, values: FormValues, storeCountry: string): string | null {
  const country = (values.country ?? "").trim() || storeCountry;
  return postalCodeProblem(value, country) ?? ("keep_postal_code" in values ? null : postalCodeDoubt(value, country));
}

/**
 * Whether the message only doubts a postal code, which the customer may confirm. A text that is no postal code in any country has another message.
 */
export function isPostalCodeDoubt(message: string | undefined): boolean {
  return message !== undefined && ["", "CA", "US", "GB"].every((country) => postalCodeProblem("", country) !== message);
}

/** All invalid fields, in page order. */
export function formProblems(values: FormValues, storeCountry: string): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const name of ["email", "name", "phone", "street", "city", "postal_code"]) {
    const problem = fieldProblem(name, values, storeCountry);
    if (problem !== null) problems[name] = problem;
  }
  return problems;
}

/** Errors of a typed card, by field name. */
export function cardProblems(card: {
  readonly cardNumber: string;
  readonly cardExpiry: string;
  readonly cardCvc: string;
}): Record<string, string> {
  const problems: Record<string, string> = {};
  if (!isCardNumber(card.cardNumber)) problems.cardNumber = texts.enterCardNumber;
  if (!/^(?:0[1-9]|1[0-2])\s*\/\s*(?:\d{2}|\d{4})$/.test(card.cardExpiry.trim())) problems.cardExpiry = texts.enterExpiry;
  if (!/^\d{3,4}$/.test(card.cardCvc.trim())) problems.cardCvc = texts.enterSecurityCode;
  return problems;
}

function isPhone(text: string): boolean {
  const digits = text.replace(/(?:x|ext\.?)\s?\d{1,6}$/i, "").replace(/\D/g, "").length;
  return /^[+\d\s()./x-]+(?:ext\.?\s?\d{1,6})?$/i.test(text) && digits >= 7 && digits <= 15;
}

function isCardNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
