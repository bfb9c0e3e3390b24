import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js";
import type { CustomerKeys } from "#app/promotions/data/promotions.server.ts";
import { countryCode } from "#app/store/domain/place/postal-codes.ts";

const DOTLESS_DOMAINS: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);
/**
 * The keys by which per-customer limits identify a customer: normalised email and phone. An address is compared in lower case, without a
 * "+tag", and without dots where the provider ignores them; a phone number in its international form. "" = not given.
 * @param country the shop's COUNTRY: the region of numbers without country code
 */
export function customerKeys(
  customer: { readonly email?: string | undefined; readonly phone?: string | undefined },
  country: string,
): CustomerKeys {
  return { emailKey: emailKey(customer.email ?? ""), phoneKey: phoneKey(customer.phone ?? "", country) };
}

function emailKey(email: string): string {
  const text = email.normalize("NFKC").trim().toLowerCase();
  const at = text.lastIndexOf("@");
  if (at < 1) return text;
  const domain = text.slice(at + 1);
  const local = text.slice(0, at).replace(/(?<=.)\+.*$/, "");
  return DOTLESS_DOMAINS.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}

function phoneKey(phone: string, country: string): string {
  if (phone.trim() === "") return "";
  const parsed = parsePhoneNumberFromString(phone, callingCountry(country));
  return parsed?.number ?? phone.replace(/\D/g, "");
}

/** The region of numbers without country code; Canada where the shop's country is unknown. */
function callingCountry(country: string): CountryCode {
  const code = countryCode(country).toUpperCase();
  if (code === "UK") return "GB";
  return isSupportedCountry(code) ? code : "CA";
}
