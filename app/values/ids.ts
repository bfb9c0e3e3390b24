const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True for an id as carts, their items, orders and mails have it; anything else names nothing and never reaches the database. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
