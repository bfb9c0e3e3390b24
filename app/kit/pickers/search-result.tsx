import type { Hit } from "./hit.ts";

/** Picture, name and distinguishing detail. */
export function SearchResult({ hit }: { readonly hit: Hit }) {
  return (
    <>
      {hit.picture === null ? null : (
        <img src={hit.picture} alt="" width={40} height={30} className="h-7.5 w-10 rounded-tag object-cover" />
      )}
      <span className="line-clamp-2 min-w-0 grow wrap-anywhere">{hit.label}</span>
      <span className="figures shrink-0 text-xs text-ink-2">{hit.detail}</span>
    </>
  );
}
