import { Link2OffIcon } from "lucide-react";
import type { BrokenLink } from "#app/content/domain/text-links.ts";
import { counted } from "#texts/plural.ts";
import { keyed } from "#app/kit/keyed.ts";

const MOST_SHOWN = 10;

/** The broken links of the saved page; hidden if there are none. */
export function BrokenLinks({ links }: { readonly links: readonly BrokenLink[] }) {
  if (links.length === 0) return null;
  const more = links.length - MOST_SHOWN;
  return (
    <section aria-labelledby="broken-links" className="mb-6 max-w-3xl rounded border border-saffron bg-saffron-tint px-4 py-3">
      <h2 id="broken-links" className="flex items-center gap-2 text-base">
        <Link2OffIcon aria-hidden className="size-4 shrink-0" />
        {brokenWords(links.length)}
      </h2>
      <ul className="mt-1 grid gap-1 text-sm">
        {keyed(links.slice(0, MOST_SHOWN), ({ words, problem }) => `${words} ${problem}`).map(({ key, item: { words, problem } }) => (
          <li key={key} className="wrap-anywhere">
            “{words}”: {problem}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </section>
  );
}

/** "2 broken links" */
export function brokenWords(count: number): string {
  return counted(count, "broken link", "broken links");
}
