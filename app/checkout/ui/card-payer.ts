/** How confirming a payment by card ended, as far as the browser can tell; the server asks the provider itself afterwards. */
export type CardOutcome =
  /** Paid or being decided: the order's page says which. */
  | { readonly kind: "done" }
  /** `message` is ours, by what the bank lets us say. */
  | { readonly kind: "declined"; readonly message: string }
  /** The bank asks on a page of its own. */
  | { readonly kind: "redirect"; readonly url: string }
  /** The answer was lost; asking again is safe. */
  | { readonly kind: "unreachable" };

/** A card form that can pay. */
export interface CardPayer {
  /** What is wrong with what was typed, by field name; empty = all right. */
  prepare(): Promise<Readonly<Record<string, string>>>;
  confirm(clientSecret: string, publishableKey: string, returnUrl: string): Promise<CardOutcome>;
}

/** A test card: one of those on offer by its name at the provider, or what was typed. */
export interface SimulatorCard {
  readonly paymentMethod: string | null;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}
