/** On the document's element while a page that was opened anew has not been used: the sheet's `while-opening-*` counts on it. */
const MARK = "data-opening";

/*
 * Stands in the page as it is written here; old browsers must be able to read it. Who goes back, reloads or follows a link into the page lands where things
 * really are, so nothing is left out for them, nor from the first click on: it may be such a link, or lead to another page of this document.
 */
const MARK_OPENING = `function(mark){
var root=document.documentElement,entries=window.performance&&performance.getEntriesByType?performance.getEntriesByType("navigation"):[];
if(!entries.length||entries[0].type!=="navigate"||location.hash)return;
root.setAttribute(mark,"");
addEventListener("click",function(){root.removeAttribute(mark)},{capture:true,once:true})}`;

/** Lets a page that is opened anew lay out what stands far below a little later (docs/decisions/0020-page-cache.md). */
export function Opening({ nonce }: { readonly nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? `(${MARK_OPENING})(${JSON.stringify(MARK)})` : "" }}
    />
  );
}

/** Lays out what was left out, a section at a time while nothing else is to be done, so that nobody waits for it at the first click. */
export function layOutRest(): void {
  const root = document.documentElement;
  if (!root.hasAttribute(MARK)) return;
  const sections = [...document.querySelectorAll<HTMLElement>("[class*=while-opening-]")];
  const idle = (work: () => void) => ("requestIdleCallback" in window ? requestIdleCallback(work) : setTimeout(work, 50));
  const next = () => {
    const section = sections.shift();
    if (section === undefined || !root.hasAttribute(MARK)) return;
    section.style.contentVisibility = "visible";
    idle(next);
  };
  idle(next);
}
