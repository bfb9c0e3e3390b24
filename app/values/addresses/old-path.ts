import { isLine } from "#app/values/text.ts";

const MAX_OLD_PATH = 300;

/** The path of a page in the previous shop, from its address or its path. null: the home page, too long, or invalid. */
export function oldPathOf(address: string): string | null {
  const base = "https://shop.invalid/";
  return URL.canParse(address, base) ? tidyOldPath(decoded(new URL(address, base).pathname)) : null;
}

/** A decoded path as products store it: lower case, without slashes at its ends. null: cannot be stored. */
export function tidyOldPath(path: string): string | null {
  const tidy = path
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/^\/+|\/+$/g, "");
  return tidy === "" || tidy.length > MAX_OLD_PATH || !isLine(tidy) ? null : tidy;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
