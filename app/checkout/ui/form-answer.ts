/** What the checkout's own form action answers; placing an order without script redirects instead. */
export interface FormAnswer {
  readonly ok: boolean;
  /** Sentences by field name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string | null;
}
