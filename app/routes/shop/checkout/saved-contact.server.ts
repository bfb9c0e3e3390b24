import type { Services } from "#app/http/context.server.ts";
import { readMyAddress } from "#app/http/cookies/my-orders-cookie.server.ts";
import { findNewestOrder, listMyDeliveryAddresses } from "#app/orders/data/customers/my-orders.server.ts";
import { addressLine, type DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { addressValues, SAVED_ADDRESS_FIELD } from "#app/checkout/ui/checkout-view.ts";
import { fieldText } from "#app/values/form.ts";

/** Contact data of earlier orders with a verified email address. */
export interface SavedContact {
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  /** The latest first. */
  readonly addresses: readonly DeliveryAddress[];
}

/** Undefined without a session of "My orders", which verifies the email address. */
export async function findSavedContact(request: Request, services: Services): Promise<SavedContact | undefined> {
  const address = await readMyAddress(request, services);
  if (address === undefined) return undefined;
  const [newest, addresses] = await Promise.all([findNewestOrder(services.db, address), listMyDeliveryAddresses(services.db, address)]);
  return newest === undefined ? undefined : { ...newest, addresses };
}

/** Without JavaScript: replaces the typed address with the chosen earlier one, if the session may still see it. */
export async function fillSavedAddress(form: FormData, request: Request, services: Services): Promise<void> {
  const chosen = fieldText(form, SAVED_ADDRESS_FIELD) ?? "";
  if (chosen === "") return;
  const saved = await findSavedContact(request, services);
  const address = saved?.addresses.find((each) => addressLine(each) === chosen);
  if (address === undefined) return;
  for (const [name, value] of Object.entries(addressValues(address))) form.set(name, value);
}
