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
  /** " / kg" of what is sold by weight, else "". */
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
  /** More may match than are listed. */
  readonly total: number;
}

export interface ProductPart {
  readonly part: "product";
  /** null: it is gone. */
  readonly product: AskedProduct | null;
}

/** A part that could not be read, which the page says (frame/keep-page.ts). */
export interface UnreadPart {
  readonly part: "unread";
}

export interface AskedProduct {
  readonly id: number;
  readonly name: string;
  readonly basePrice: Cents;
  readonly groups: readonly CustomizationTemplate[];
  /** Of what is sold by weight: text and price of each number of steps, and the smallest number. */
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
  /** Of the last delivery. */
  readonly address: DeliveryAddress | null;
  readonly usual: readonly OrderAgain[];
}

export interface CustomerPart {
  readonly part: "customer";
  readonly customer: CallingCustomer | null;
}

/** The page where the customer pays. */
export interface PaymentLink {
  /** Of its order. */
  readonly version: number;
  readonly url: string;
  /** Its QR code as a data URL. */
  readonly qr: string;
  /** "6:45 PM" */
  readonly until: string;
  /** Where it was emailed to; "" = nowhere. */
  readonly email: string;
}

export interface NewOrderPage {
  readonly part: "page";
  /** Names the first order of the page. */
  readonly key: string;
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  readonly menu: MenuPart;
  readonly canDeliver: boolean;
  readonly mayDiscount: boolean;
  /** Payment links can be made. */
  readonly takesCards: boolean;
  readonly address: { readonly city: string; readonly province: string };
  /** The order that this one is added to; null: none. */
  readonly first: FirstOrder | null;
}

/** The order that an add-on goes with, whose customer, address and time it has. */
export interface FirstOrder {
  readonly id: string;
  readonly number: string;
  readonly contact: Readonly<Record<"phone" | "name" | "email", string>>;
  readonly fulfillment: Fulfillment;
  /** "Sat, Nov 28, 6:45 PM"; "" = as soon as possible, not promised yet. */
  readonly time: string;
  /** In one line; "" for pickup. */
  readonly address: string;
  /** Why nothing can be added to it any more; "" = it can. */
  readonly refusal: string;
}

/** Names the order whose price is asked for, and the day of its times: the fields `day` and `order` as they are sent. */
export function askedPrice(day: string, order: string): string {
  return `${day} ${order}`;
}

/** What an order costs now, and when it can be had. */
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
  /** Suggested until an order as soon as possible is ready: the usual minutes, and more with many orders in the kitchen. */
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
  /** To give back of the cash that was entered, "$6.60"; "" = none was entered. */
  readonly change: string;
}

/** The order waits for its payment. */
export interface LinkedAnswer {
  readonly kind: "linked";
  readonly id: string;
  readonly link: PaymentLink;
  /** Whose payment of what: "Bo’s payment of $12.50". */
  readonly what: string;
}

/** What has become of an order with a payment link; null = it waits. */
export interface LinkPart {
  readonly part: "link";
  readonly now: PlacedAnswer | { readonly kind: "ended" | "received"; readonly id: string; readonly number: string } | null;
}

/** The attempt has placed an order already, and the form was changed since. */
export interface EnteredAnswer {
  readonly kind: "entered";
  readonly id: string;
  readonly number: string;
  readonly message: string;
}

export type NewOrderAnswer =
  /** `asked`: of which order (askedPrice); another may be entered by now. */
  | { readonly kind: "priced"; readonly asked: string; readonly priced: PricedDraft }
  | PlacedAnswer
  | LinkedAnswer
  | EnteredAnswer
  | RefusedOrder
  /** The browser is offline. */
  | { readonly kind: "lost"; readonly message: string };
