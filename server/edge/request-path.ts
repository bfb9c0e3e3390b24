import { MAX_PATH_PARTS } from "#app/values/limits.ts";

/** Percent-encoded unreserved characters, slashes, backslashes and control characters. */
const DISGUISED = /%(?:2[def]|5[cf]|7[ef]|3\d|[46][1-9a-f]|[57][0-9a]|[01][0-9a-f])/i;

/** No address of the shop is encoded more often. */
const MAX_ENCODINGS = 3;

/**
 * False for ambiguous path spellings (`//admin`, `/%61dmin`, `/a\b`, `/a%252fb`): 404 before routing, so that guard, router and proxy see the same path.
 * Case is kept; the guard ignores it.
 */
export function isPlainPath(path: string): boolean {
  if (path.includes("//") || path.includes("\\") || isDisguised(path)) return false;
  try {
    // The result is used, because bundlers drop the call as a statement.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** Also when the path is decoded more than once: "%252f" becomes "%2f", then "/". */
function isDisguised(path: string): boolean {
  let reading = path;
  for (let round = 0; round < MAX_ENCODINGS; round += 1) {
    if (DISGUISED.test(reading)) return true;
    if (!reading.includes("%25")) return false;
    reading = reading.replaceAll("%25", "%");
  }
  return true;
}

/** The longest path has seven parts (simulator); page addresses are limited (app/values/limits.ts). */
const MOST_PARTS = MAX_PATH_PARTS;

/**
 * True for a path longer than any address, which the router would match slowly: 404, with the error page of `withoutDepth` for browsers.
 */
export function isTooDeep(path: string): boolean {
  return path.split("/", MOST_PARTS + 2).length > MOST_PARTS + 1;
}

/** A GET of the same path, cut to one segment more than the longest address. */
export function withoutDepth({ url, method, headers, signal }: Request): Request {
  const at = new URL(url);
  at.pathname = at.pathname.split("/", MOST_PARTS + 2).join("/");
  return new Request(at, { method, headers, signal });
}
