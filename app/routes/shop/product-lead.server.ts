import { plainTextOf } from "#app/platform/sanitize-html.server.ts";

/** The summary as the product page shows it above the description; "" when the description begins with the same words, as after an import. */
export function leadOf(summary: string, descriptionHtml: string): string {
  const words = plainTextOf(summary).replace(/\s*…$/u, "");
  const rest = plainTextOf(descriptionHtml);
  const isRepeated = rest.startsWith(words) && !/^[\p{L}\p{N}]/u.test(rest.slice(words.length));
  return isRepeated ? "" : summary;
}
