import { compactPostalCode } from "#app/store/domain/delivery/postal-code.ts";
import { countryOf } from "./place-facts.ts";

/**
 * An example code per country with a single format: digits and letters stand for themselves. Other countries have several formats, or no
 * codes.
 */
const EXAMPLES: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "ca M5V 1A1,us 10001,uk SW1A 1AA,de 80331,at 1010,ch 3011,fr 69001,be 1000,nl 1011 AB,lu 1111,es 28013,pt 1100-062,it 20121,gr 105 57,dk 1050,no 0150," +
    "se 111 20,fi 00100,is 101,ee 10111,lv 1010,lt 01100,pl 00-001,cz 110 00,sk 811 01,hu 1051,si 1000,hr 10000,ro 010011,bg 1000,ua 01001,tr 34110," +
    "jp 100-0001,kr 03051,sg 018956,my 50000,th 10100,ph 1000,id 10110,in 110001,mx 06000,br 01001-000,cr 10101,pe 15001,co 110111,cl 8320000,do 10101," +
    "za 8001,au 2000,nz 1010"
  )
    .split(",")
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

/** Countries whose format the example cannot express. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  us: /^\d{5}(?:\d{4})?$/,
  uk: /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/,
};

/**
 * Why this is not a postal code for the shop's address, such as "80331 München" in Germany, as a sentence that says what is valid; null: it
 * may be one. `country` is free text. The country's letters may be in front (D-80331). Elsewhere 2 to 10 letters and digits are accepted.
 */
export function shopPostalCodeProblem(postalCode: string, country: string): string | null {
  if (postalCode === "") return null;
  const iso = countryCode(country);
  const example = EXAMPLES[iso];
  const isPlain = /^[A-Z\d -]+$/i.test(postalCode);
  const code = compactPostalCode(postalCode);
  if (example === undefined) return isPlain && /^.{2,10}$/.test(code) ? null : "Enter the postal code alone. The city has its own field.";
  const shape = compactPostalCode(example).replaceAll(/\d/g, "\\d").replaceAll(/[A-Z]/g, "[A-Z]");
  const pattern = PATTERNS[iso] ?? new RegExp(`^(?:[A-Z]{1,2})?${shape}$`);
  return isPlain && pattern.test(code) ? null : `Enter the postal code alone, such as ${example}.`;
}

/** The ISO code of a country name, in lower case ("uk" for the United Kingdom); "" if it is not in the table. */
export function countryCode(country: string): string {
  return countryOf(country)?.aliases[0] ?? "";
}
