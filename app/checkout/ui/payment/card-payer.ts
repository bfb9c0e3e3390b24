/** Outcome of confirming a card payment, as the browser sees it; the server reads the provider afterwards. */
export type CardOutcome =
  /** Paid or being decided; the order's page shows the result. */
  | { readonly kind: "done" }
  /** The shop's message for the decline code. */
  | { readonly kind: "declined"; readonly message: string }
  /** The bank confirms on its own page. */
  | { readonly kind: "redirect"; readonly url: string }
  /** The response was lost; repeating the call is safe. */
  | { readonly kind: "unreachable" };

/** A card form that can pay. */
export interface CardPayer {
  /** Error messages by field name; empty if valid. */
  prepare(): Promise<Readonly<Record<string, string>>>;
  confirm(clientSecret: string, publishableKey: string, returnUrl: string): Promise<CardOutcome>;
}

/** A test card by its provider name, or typed card data. */
export interface SimulatorCard {
  readonly paymentMethod: string | null;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}
