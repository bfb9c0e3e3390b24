/** The file types of the store, by the extension of their keys. */
const MEDIA_TYPES: Readonly<Record<string, string>> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** Two hex digits, a slash, the content's hash, an optional width: no dots or other slashes, so no path traversal. */
const MEDIA_KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{30}(?:-\d{1,4})?\.(avif|webp|jpg)$/;

/** An uploaded file whose sizes are not made yet: never served. */
const UPLOAD_KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{30}\.upload$/;

export function uploadKeyOf(base: string): string {
  return `${base}.upload`;
}

export function isMediaKey(key: string): boolean {
  return MEDIA_KEY.test(key);
}

/** Throws for a key that this shop did not create, which means that a caller passed unchecked input. */
export function requireMediaKey(key: string): string {
  if (!isMediaKey(key) && !UPLOAD_KEY.test(key)) throw new Error(`not a media key: ${JSON.stringify(key)}`);
  return key;
}

/** The content type of a key; throws for an invalid key. */
export function mediaTypeOf(key: string): string {
  return MEDIA_TYPES[requireMediaKey(key).slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
