const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is an id of a cart, item, order or email; other texts never reach the database. */
export function isUuid(text: string | undefined): text is string {
  return text !== undefined && UUID.test(text);
}
