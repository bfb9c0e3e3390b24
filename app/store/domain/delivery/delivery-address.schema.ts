import * as texts from "#texts/store/address.ts";
import { z } from "zod";
import { MAX_ADDRESS_LINE_LENGTH, MAX_POSTAL_CODE_LENGTH } from "#app/values/limits.ts";
import { wireLine, wireObject } from "#app/values/wire.schema.ts";
import type { DeliveryAddress } from "./delivery-address.ts";
import { formatPostalCode, postalCodeDoubt, postalCodeProblem } from "./postal-code.ts";

export const addressSchema = wireObject({
  street: wireLine(texts.theStreet, MAX_ADDRESS_LINE_LENGTH).default(""),
  unit: wireLine(texts.theUnit, MAX_ADDRESS_LINE_LENGTH).default(""),
  city: wireLine(texts.theCity, MAX_ADDRESS_LINE_LENGTH).default(""),
  province: wireLine(texts.theProvince, MAX_ADDRESS_LINE_LENGTH).default(""),
  postal_code: wireLine(texts.thePostalCode, MAX_POSTAL_CODE_LENGTH).default(""),
  country: wireLine(texts.theCountry, MAX_ADDRESS_LINE_LENGTH).default(""),
  keep_postal_code: z
    .boolean("Send true or false.")
    .default(false)
    .meta({ description: "The customer was asked about a code that does not look like those of its country, and keeps it." }),
});

/** An address as typed. */
export type TypedAddress = z.output<typeof addressSchema>;

export const EMPTY_ADDRESS: TypedAddress = {
  street: "",
  unit: "",
  city: "",
  province: "",
  postal_code: "",
  country: "",
  keep_postal_code: false,
};

/** The address to store; COUNTRY is the default country. */
export function addressOf(
  { postal_code: postalCode, keep_postal_code: _isKept, ...address }: TypedAddress,
  storeCountry: string,
): DeliveryAddress {
  const country = address.country === "" ? storeCountry : address.country;
  return { ...address, country, postalCode: formatPostalCode(postalCode, country) };
}

/** Problems by field. `isKept`: the customer confirmed an unusual postal code. */
export function addressProblems(
  address: DeliveryAddress,
  isKept: boolean,
): readonly { readonly field: string; readonly message: string }[] {
  const problems: { field: string; message: string }[] = [];
  if (address.street === "") problems.push({ field: "street", message: texts.enterStreet });
  if (address.city === "") problems.push({ field: "city", message: texts.enterCity });
  const { postalCode, country } = address;
  const message = postalCodeProblem(postalCode, country) ?? (isKept ? null : postalCodeDoubt(postalCode, country));
  if (message !== null) problems.push({ field: "postal_code", message });
  return problems;
}
