/** What a form of the order's page was answered. */
export interface GuestAnswer {
  readonly ok: boolean;
  readonly message: string;
  /** Messages about what a reorder could not copy unchanged. */
  readonly changes: readonly string[];
  /** It answers "Order again". */
  readonly isReorder?: boolean;
}
