import { postalCodeDoubt, postalCodeProblem } from "#app/store/domain/delivery/postal-code.ts";

/** Values of the checkout's form by field name. */
export type FormValues = Readonly<Record<string, string>>;

/** Validates one field with the server's messages; null if valid. The server decides; this only reports earlier. */
export function fieldProblem(name: string, values: FormValues, storeCountry: string): string | null {
  const value = (values[name] ?? "").trim();
  const isDelivery = values.fulfillment === "delivery";
  switch (name) {
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value) ? null : "Enter an email address such as ana@example.com.";
    case "name":
      return value === "" ? "Enter your name." : null;
    case "phone":
      if (value === "" && isDelivery) return "Enter a phone number: the courier calls it if they can't find you.";
      if (value === "") return values.payment === "pickup" ? "Enter a phone number to pay at pickup." : null;
      return isPhone(value) ? null : "Enter a phone number with its area code.";
    case "street":
      return isDelivery && value === "" ? "Enter the street and number we deliver to." : null;
    case "city":
      return isDelivery && value === "" ? "Enter the city we deliver to." : null;
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
  if (!isCardNumber(card.cardNumber)) problems.cardNumber = "Enter a card number, such as one of the test cards.";
  if (!/^(?:0[1-9]|1[0-2])\s*\/\s*(?:\d{2}|\d{4})$/.test(card.cardExpiry.trim()))
    problems.cardExpiry = "Enter the month and year, such as 12 / 34.";
  if (!/^\d{3,4}$/.test(card.cardCvc.trim())) problems.cardCvc = "Enter the three digits from the back of the card.";
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
