import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import { addressValues } from "#app/checkout/ui/checkout-view.ts";
import type { CardPayer } from "#app/checkout/ui/payment/card-payer.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

/** Contact data from a wallet; no address for pickup. */
export interface WalletContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: DeliveryAddress | null;
}

/** Totals for an address, or why it has no delivery. */
type WalletPrice = { readonly ok: true; readonly priced: PricedCart } | { readonly ok: false; readonly problem: string };

/** The checkout as a wallet sheet uses it. The server computes all totals. */
export interface WalletDesk {
  readonly priced: PricedCart;
  readonly isDelivery: boolean;
  /** Totals for the opening sheet; null if not ready within `patienceMs` or an order is in progress. */
  open(patienceMs?: number): Promise<PricedCart | null>;
  /** Another address was chosen in the sheet. */
  price(address: DeliveryAddress): Promise<WalletPrice>;
  /** Places the order at the sheet's total; false if not placed, with a message on the page. */
  pay(contact: WalletContact, payer: CardPayer): Promise<boolean>;
  /** The sheet was closed without payment: restore the typed values. */
  close(): void;
}

/** A wallet's contact as form fields. Empty values keep the typed ones; an address replaces the whole address. */
export function contactFields({ address, ...person }: WalletContact): Readonly<Record<string, string>> {
  const filledFields = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ""));
  return { ...filledFields, ...(address === null ? {} : addressValues(address)) };
}
