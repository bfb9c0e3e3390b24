/** "CA" → "Canada"; wallets name countries by their codes. English, as postal codes are checked (store/domain/delivery/postal-code.ts). */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code) : code;
}
