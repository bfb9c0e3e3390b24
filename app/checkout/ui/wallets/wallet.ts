import type { PricedCart } from "#app/cart/domain/pricing/priced-cart.ts";
import type { CardPayer } from "#app/checkout/ui/card-payer.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery-address.ts";
import type { Cents } from "#app/values/money.ts";

/** What a wallet tells of whoever pays with it; no address for pickup. */
export interface WalletContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: DeliveryAddress | null;
}

/** What the shop makes of an address: the totals there, or why nothing is delivered there. */
type WalletPrice = { readonly ok: true; readonly priced: PricedCart } | { readonly ok: false; readonly problem: string };

/** The checkout as a wallet's sheet uses it. The server works out every total; the sheet only shows them. */
export interface WalletDesk {
  readonly priced: PricedCart;
  readonly isDelivery: boolean;
  /** The sheet is about to open: the totals it shows, once they stand; null = they do not within `patienceMs`, or an order is on its way. */
  open(patienceMs?: number): Promise<PricedCart | null>;
  /** Another address was chosen in the sheet. */
  price(address: DeliveryAddress): Promise<WalletPrice>;
  /** Orders at the total the sheet shows; false = it did not go through, and the page says why. */
  pay(contact: WalletContact, payer: CardPayer): Promise<boolean>;
  /** The sheet was left without paying: what was typed before is there again. */
  close(): void;
}

interface WalletLine {
  readonly name: string;
  /** Discounts are below zero. */
  readonly amount: Cents;
}

/** The rows of the checkout's totals, as a sheet lists them; their sum is the final total. */
export function walletLines(priced: PricedCart, isDelivery: boolean): WalletLine[] {
  return [
    { name: "Subtotal", amount: priced.subTotal },
    ...priced.applied.map(({ title, amount }) => ({ name: title, amount: -amount })),
    ...(isDelivery ? [{ name: "Delivery", amount: priced.deliveryFee }] : []),
    ...(priced.taxIncluded ? [] : priced.taxLines.map(({ label, amount }) => ({ name: label, amount }))),
    ...(priced.tip === 0 ? [] : [{ name: "Tip", amount: priced.tip }]),
  ];
}

/** "CA" → "Canada"; wallets name countries by their codes. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code) : code;
}

/** A contact as fields of the checkout's form: what a wallet does not say ("") leaves what was typed; an address counts as a whole. */
export function contactFields({ address, ...person }: WalletContact): Readonly<Record<string, string>> {
  const said = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ""));
  return { ...said, ...(address === null ? {} : addressFields(address)) };
}

export function addressFields({ street, unit, city, province, postalCode, country }: DeliveryAddress): Readonly<Record<string, string>> {
  return { street, unit, city, province, postal_code: postalCode, country };
}
