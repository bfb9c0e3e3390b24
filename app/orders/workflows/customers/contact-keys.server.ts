import type { KeysOf } from "#app/orders/data/customers/person.server.ts";
import { customerKeys } from "#app/promotions/workflows/customer-keys.server.ts";

/** How this shop identifies a customer by typed contacts: the email first. */
export function contactKeys({ COUNTRY }: { readonly COUNTRY: string }): KeysOf {
  return (typed) => {
    const { emailKey, phoneKey } = customerKeys(typed, COUNTRY);
    return [emailKey, phoneKey].filter((key) => key !== "");
  };
}
