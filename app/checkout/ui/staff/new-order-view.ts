import type { PricedCart, PricedLine } from "#app/cart/domain/pricing/priced-cart.ts";
import type { TotalsView } from "#app/cart/ui/summary/totals.tsx";
import type { PricedSteps } from "#app/catalogue/domain/weight/steps.ts";
import type { CustomizationTemplate } from "#app/catalogue/domain/customization/customization.ts";
import type { OrderAgain } from "#app/orders/domain/usual-orders.ts";
import type { Fulfillment } from "#app/store/domain/fulfillment.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";
import type { Cents } from "#app/values/money.ts";

export interface MenuProduct {
  readonly id: number;
  readonly name: string;
  readonly price: Cents;
  readonly isFrom: boolean;
  /** " / kg" of products sold by weight, else "". */
  readonly per: string;
  readonly hasRequiredChoices: boolean;
  /** Why it cannot be ordered; "" = it can. */
  readonly unavailable: string;
}

export interface MenuPart {
  readonly part: "menu";
  readonly q: string;
  /** The products with exactly this SKU or barcode; they come first. `optionIds`: of the variant that has it. */
  readonly coded: readonly { readonly id: number; readonly optionIds: readonly number[] }[];
  readonly products: readonly MenuProduct[];
  /** More products may match than are listed. */
  readonly total: number;
}

export interface ProductPart {
  readonly part: "product";
  /** null: it no longer exists. */
  readonly product: AskedProduct | null;
}

/** A part that could not be loaded, which the page reports (frame/keep-page.ts). */
export interface UnreadPart {
  readonly part: "unread";
}

export interface AskedProduct {
  readonly id: number;
  readonly name: string;
  readonly basePrice: Cents;
  readonly groups: readonly CustomizationTemplate[];
  /** Of products sold by weight: text and price of each number of steps, and the smallest number. */
  readonly weights?: readonly PricedSteps[];
  readonly least?: number;
}

export interface FoundCustomer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

export interface CustomersPart {
  readonly part: "customers";
  readonly q: string;
  readonly customers: readonly FoundCustomer[];
}

export interface CallingCustomer extends FoundCustomer {
  readonly notes: string;
  readonly allergies: string;
  readonly isBlocked: boolean;
  readonly blockedReason: string;
  /** The address of the last delivery. */
  readonly address: DeliveryAddress | null;
  readonly usual: readonly OrderAgain[];
}

export interface CustomerPart {
  readonly part: "customer";
  readonly customer: CallingCustomer | null;
}

/** The page where the customer pays. */
export interface PaymentLink {
  /** The version of its order. */
  readonly version: number;
  readonly url: string;
  /** Its QR code as a data URL. */
  readonly qr: string;
  /** "6:45 PM" */
  readonly until: string;
  /** The address it was emailed to; "" = not emailed. */
  readonly email: string;
}

export interface NewOrderPage {
  readonly part: "page";
  /** The idempotency key of the page's first order. */
  readonly key: string;
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  readonly menu: MenuPart;
  readonly canDeliver: boolean;
  readonly mayDiscount: boolean;
  /** Payment links can be created. */
  readonly takesCards: boolean;
  readonly address: { readonly city: string; readonly province: string };
  /** The order that this one is added to; null: none. */
  readonly first: FirstOrder | null;
}

/** The order that an add-on goes with. Its customer, address and time apply. */
export interface FirstOrder {
  readonly id: string;
  readonly number: string;
  readonly contact: Readonly<Record<"phone" | "name" | "email", string>>;
  readonly fulfillment: Fulfillment;
  /** "Sat, Nov 28, 6:45 PM"; "" = as soon as possible, not promised yet. */
  readonly time: string;
  /** The address in one line; "" for pickup. */
  readonly address: string;
  /** Why no add-on is possible any more; "" = it is. */
  readonly refusal: string;
}

/** The key of a price request: the day of its times and the order, which are the submitted fields `day` and `order`. */
export function askedPrice(day: string, order: string): string {
  return `${day} ${order}`;
}

/** The order's current price, and its possible times. */
export interface PricedDraft {
  readonly lines: readonly PricedLine[];
  readonly totals: Pick<TotalsView, "subTotal" | "applied" | "deliveryFee" | "finalTotal">;
  /** Each tax by its name and rate: "HST 13%", or "Includes HST 13%". */
  readonly taxes: readonly { readonly label: string; readonly amount: Cents }[];
  /** Why codes do not apply. */
  readonly notApplied: readonly string[];
  readonly problems: PricedCart["problems"];
  /** "6:45 PM"; null = not now. */
  readonly asap: string | null;
  /** Suggested minutes until an order as soon as possible is ready: the usual ones, and more while the kitchen has many orders. */
  readonly minutes: number;
  readonly days: readonly { readonly date: string; readonly label: string }[];
  readonly day: string;
  readonly times: readonly { readonly at: string; readonly label: string; readonly isFull: boolean }[];
}

export interface RefusedOrder {
  readonly kind: "refused";
  readonly message: string;
  /** By field; "" = the whole order. */
  readonly errors: Readonly<Record<string, string>>;
}

export interface PlacedAnswer {
  readonly kind: "placed";
  readonly id: string;
  readonly number: string;
  /** "6:45 PM" */
  readonly ready: string;
  /** Change to return from the entered cash, "$6.60"; "" = no cash entered. */
  readonly change: string;
}

/** The order waits for its payment. */
export interface LinkedAnswer {
  readonly kind: "linked";
  readonly id: string;
  readonly link: PaymentLink;
  /** The customer and the amount: "Bo’s payment of $12.50". */
  readonly what: string;
}

/** The current state of an order with a payment link; null = it waits. */
export interface LinkPart {
  readonly part: "link";
  readonly now: PlacedAnswer | { readonly kind: "ended" | "received"; readonly id: string; readonly number: string } | null;
}

/** The attempt has already placed an order, and the form has changed since. */
export interface EnteredAnswer {
  readonly kind: "entered";
  readonly id: string;
  readonly number: string;
  readonly message: string;
}

export type NewOrderAnswer =
  /** `asked`: the order of this price (askedPrice); staff may have entered another since. */
  | { readonly kind: "priced"; readonly asked: string; readonly priced: PricedDraft }
  | PlacedAnswer
  | LinkedAnswer
  | EnteredAnswer
  | RefusedOrder
  /** The browser is offline. */
  | { readonly kind: "lost"; readonly message: string };
