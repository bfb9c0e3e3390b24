/** A rendered email. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a row of the outbox; null for a kind unknown to this version. Throws for invalid data. */
export type EmailRenderer = (kind: string, data: object) => Promise<RenderedEmail | null>;

/** Links to set a password. Only administrators may read them. */
export const STAFF_ACCESS_MAIL = "staff_access";

/** Short-lived links to a customer's orders. Staff who read the email log can see all orders anyway. */
export const MY_ORDERS_MAIL = "my_orders";

/** The name of these emails for staff. */
export const MY_ORDERS_LABEL = "Link to a customer's orders";

/** Reports of a closed business day. */
export const DAY_CLOSED_MAIL = "day_closed";

/** Products that reached their low stock level. */
export const LOW_STOCK_MAIL = "low_stock";

/** Kinds that only administrators may read. */
export const ADMINISTRATORS_MAIL = [STAFF_ACCESS_MAIL, DAY_CLOSED_MAIL];
