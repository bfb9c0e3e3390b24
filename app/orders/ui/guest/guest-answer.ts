/** The response to a form of the order's page. */
export interface GuestAnswer {
  readonly ok: boolean;
  readonly message: string;
  /** Messages about differences between the reorder and the original. */
  readonly changes: readonly string[];
  /** The response to "Order again". */
  readonly isReorder?: boolean;
}
