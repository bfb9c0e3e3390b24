/** Response of the checkout's form action; placing an order without JavaScript redirects. */
export interface FormAnswer {
  readonly ok: boolean;
  /** Sentences by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
  /** The typed tip; a refused tip is not stored in the cart. */
  readonly typedTip?: { readonly tip: string | undefined; readonly amount: string | undefined };
}
