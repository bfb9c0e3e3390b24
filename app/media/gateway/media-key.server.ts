/** The only file types the store holds, by the ending of their keys. */
const MEDIA_TYPES: Readonly<Record<string, string>> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** Two hex digits, a slash, the content's hash, perhaps a width: no dots, no other slashes, so no path can be climbed. */
const MEDIA_KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{30}(?:-\d{1,4})?\.(avif|webp|jpg)$/;

/** A file as it came in, until its sizes are made: never served. */
const UPLOAD_KEY = /^([0-9a-f]{2})\/\1[0-9a-f]{30}\.upload$/;

export function uploadKeyOf(base: string): string {
  return `${base}.upload`;
}

export function isMediaKey(key: string): boolean {
  return MEDIA_KEY.test(key);
}

/** Throws for a key that this shop did not make: a caller let foreign text through. */
export function requireMediaKey(key: string): string {
  if (!isMediaKey(key) && !UPLOAD_KEY.test(key)) throw new Error(`not a media key: ${JSON.stringify(key)}`);
  return key;
}

/** The content type that belongs to a key; throws for a foreign key. */
export function mediaTypeOf(key: string): string {
  return MEDIA_TYPES[requireMediaKey(key).slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
