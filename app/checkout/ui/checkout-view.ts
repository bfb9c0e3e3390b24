import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { InPersonMaximums } from "#app/store/domain/settings.ts";
import type { LocalDate } from "#app/values/time.ts";
import type { RemovedItem } from "#app/cart/ui/cart-answer.ts";
import type { CartView } from "#app/cart/ui/cart-view.ts";

export const CHECKOUT_FORM_ID = "checkout-form";

/** A selectable time. */
export interface TimeOption {
  readonly startsAt: string;
  readonly label: string;
  readonly isFull: boolean;
  readonly isBusy: boolean;
}

/** When this cart could be ready. */
export interface TimesView {
  /** "6:45 PM"; null if not available now, see `asapProblem`. */
  readonly asap: string | null;
  readonly asapProblem: string | null;
  /** Days with free times; empty while scheduling is off. */
  readonly days: readonly { readonly date: LocalDate; readonly label: string }[];
  /** The day whose times are listed. */
  readonly day: LocalDate | null;
  readonly options: readonly TimeOption[];
}

/** A card of the test shop. */
export interface TestCardOption {
  readonly label: string;
  readonly number: string;
  readonly paymentMethod: string;
  readonly hint: string;
}

/** A card in the wallet of the test shop. */
export interface TestWalletCard {
  readonly label: string;
  readonly paymentMethod: string;
}

export interface CheckoutDraft extends DeliveryAddress {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly instructions: string;
  readonly allergyNote: string;
  /** Whether the box for marketing emails is ticked; null: the shop does not ask. */
  readonly wantsNews: boolean | null;
  readonly keepsPostalCode: boolean;
}

/** The form field of the chosen earlier address on a page without JavaScript. */
export const SAVED_ADDRESS_FIELD = "saved_address";

/** The values of the form's fields for an address. */
export function addressValues({ postalCode, ...address }: DeliveryAddress): Readonly<Record<string, string>> {
  return { ...address, postal_code: postalCode };
}

/** The data that a card form needs. */
export interface CardFormView {
  readonly gateway: "stripe" | "simulator";
  readonly publishableKey: string;
  readonly testCards: readonly TestCardOption[];
  readonly telephone: string;
}

/** The data of the checkout page. */
export interface CheckoutView extends CardFormView {
  readonly cart: CartView;
  /** The shop sends emails, so the customer gets a receipt. */
  readonly isMailed: boolean;
  /** The response to a plain form about codes. */
  readonly said: string | null;
  /** The item that a plain form removed from the cart. */
  readonly removed: RemovedItem | null;
  readonly times: TimesView;
  readonly draft: CheckoutDraft;
  /** The draft contains values of earlier orders that are not stored in the cart yet. */
  readonly isPrefilled: boolean;
  /** Addresses of earlier orders, latest first; empty without a session of "My orders". */
  readonly savedAddresses: readonly DeliveryAddress[];
  /** Why cards are unavailable; null if available. */
  readonly cardProblem: string | null;
  readonly testWalletCards: readonly TestWalletCard[];
  readonly inPersonMaximums: InPersonMaximums;
  /** The delivery fee of this cart: "From $4.00" before the address is known, "$4.00, paused until 7:30 PM" while delivery is paused. */
  readonly deliveryTerms: string;
  /** DELIVERY_DESCRIPTION, sanitised. */
  readonly deliveryHtml: string;
  readonly storeAddress: string;
  /** COUNTRY of the shop: default country for postal codes. */
  readonly storeCountry: string;
  /** The id of the attempt, for a page without JavaScript. */
  readonly attempt: string;
}
