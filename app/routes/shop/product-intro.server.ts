import { LRUCache } from "lru-cache";
import { plainTextOf } from "#app/platform/sanitize-html.server.ts";

/** Cached by both texts: parsing HTML takes longer than reading the rest of a page's data. */
const leads = new LRUCache<string, string>({ max: 500, maxEntrySize: 20_000, sizeCalculation: (_lead, texts) => texts.length });

/** The summary above the description; "" when the description begins with the same words, as after an import. */
export function productIntro(summary: string, descriptionHtml: string): string {
  const texts = `${summary}\0${descriptionHtml}`;
  let lead = leads.get(texts);
  if (lead === undefined) leads.set(texts, (lead = repeats(summary, descriptionHtml) ? "" : summary));
  return lead;
}

function repeats(summary: string, descriptionHtml: string): boolean {
  const words = plainTextOf(summary).replace(/\s*…$/u, "");
  const rest = plainTextOf(descriptionHtml);
  return rest.startsWith(words) && !/^[\p{L}\p{N}]/u.test(rest.slice(words.length));
}
