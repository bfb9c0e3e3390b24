/** What the checkout's own form action answers; placing an order without script redirects instead. */
export interface FormAnswer {
  readonly ok: boolean;
  /** Sentences by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
  /** The tip as it was typed: one that was refused is not the cart's. */
  readonly typedTip?: { readonly tip: string | undefined; readonly amount: string | undefined };
}
