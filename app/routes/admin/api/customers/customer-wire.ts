import type { CustomerRow } from "#app/orders/data/customers/customer-list.server.ts";
import type { CustomerRecord } from "#app/orders/domain/customers/customer-merge.ts";
import type { StoredRecord } from "#app/staff/data/record-store.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import { majorUnits } from "#app/values/money.ts";

/** Delivery addresses by customer id. */
type CustomerAddresses = ReadonlyMap<number, readonly DeliveryAddress[]>;

/** A customer as a row of the list; the amount spent is in major units of the shop's currency. */
export function customerRowWire(row: CustomerRow, currency: string, addresses: CustomerAddresses) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    tags: row.tags,
    is_blocked: row.isBlocked,
    marketing_consent: row.marketingConsent ?? "none",
    orders: row.orderCount,
    spent: majorUnits(row.spent, currency),
    first_order_at: row.firstAt?.toISOString() ?? null,
    last_order_at: row.lastAt?.toISOString() ?? null,
    addresses: addresses.get(row.id) ?? [],
  };
}

/** A customer with all fields of the customer page. */
export function customerWire(
  row: CustomerRow,
  { version, value }: StoredRecord<CustomerRecord>,
  currency: string,
  addresses: CustomerAddresses,
) {
  return {
    ...customerRowWire(row, currency, addresses),
    version,
    contacts: value.contacts,
    notes: value.notes,
    allergies: value.allergies,
    blocked_reason: value.blockedReason,
    consent_source: value.consentSource,
    consent_at: value.consentAt,
  };
}
