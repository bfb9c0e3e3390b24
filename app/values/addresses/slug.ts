import { MAX_SLUG_LENGTH } from "#app/values/limits.ts";

/** A slug suggested for a title: "Über uns & Café" → "uber-uns-cafe". May be empty, and may still be taken or reserved. */
export function suggestSlug(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
}
