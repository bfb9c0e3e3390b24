/** What a form of the order's page was answered. */
export interface GuestAnswer {
  readonly ok: boolean;
  readonly message: string;
  /** What a reorder could not bring along unchanged, one sentence each. */
  readonly changes: readonly string[];
  /** It answers "Order again". */
  readonly isReorder?: boolean;
}
