/** A mail as it is sent. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Writes the email for a row of the outbox; null for a kind that this version does not know. Throws for invalid data. */
export type LetterWriter = (kind: string, data: object) => Promise<Letter | null>;

/** The kind of letters that let staff in. Only administrators may read them: who follows the link sets a password. */
export const STAFF_LETTER = "staff_access";

/** The kind of letters that let a customer see their orders, for some minutes. Whoever reads the email log sees all orders anyway. */
export const MY_ORDERS_LETTER = "my_orders";

/** The kind of the email about a closed day. */
export const DAY_CLOSED_MAIL = "day_closed";

/** Kinds that only administrators may read. */
export const ADMINISTRATORS_MAIL = [STAFF_LETTER, DAY_CLOSED_MAIL];
