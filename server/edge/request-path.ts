import { MAX_PATH_PARTS } from "#app/values/limits.ts";

/** Encoded letters, digits and marks that never need encoding, slashes and backslashes in any spelling, and control characters. */
const DISGUISED = /%(?:2[def]|5[cf]|7[ef]|3\d|[46][1-9a-f]|[57][0-9a]|[01][0-9a-f])/i;

/**
 * False for spellings of a path that another layer might read as a different one (`//admin`, `/%61dmin`, `/a\b`): they are answered 404
 * before any routing, so the guard, the router and a proxy in front always see the same path. Upper case stays: the guard compares in lower case.
 */
export function isPlainPath(path: string): boolean {
  if (path.includes("//") || path.includes("\\") || DISGUISED.test(path)) return false;
  try {
    // The result is used on purpose: as a mere statement the bundler takes the call for one without effect, and drops it.
    return decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** The longest address of the shop has seven parts (the simulator's calls); addresses of pages are kept as short (app/values/limits.ts). */
const MOST_PARTS = MAX_PATH_PARTS;

/** True for a path of more parts than any address has: the router would match each of the paths above it, too. It is answered 404 before any routing. */
export function isTooDeep(path: string): boolean {
  return path.split("/", MOST_PARTS + 2).length > MOST_PARTS + 1;
}
