import * as texts from "#texts/content/embeds.ts";
import type { MouseEvent } from "react";

/** Permissions of an external frame: scripts, full screen and popups; it must not navigate this page. */
const SANDBOX = "allow-scripts allow-same-origin allow-popups allow-presentation";

/** Shorter pages have one column. */
const SHORT_HTML = 2500;

/** A CMS page: title and summary at the side, the text next to them. `html` was sanitized on the server. */
export function PageText({ page }: { readonly page: { readonly title: string; readonly summary: string; readonly html: string } }) {
  // A short text next to an empty column would look unfinished.
  if (page.html.length < SHORT_HTML)
    return (
      <main id="main" className="mx-auto max-w-[760px] px-4 pt-10 sm:pt-16">
        <article>
          <h1 className="text-4xl">{page.title}</h1>
          {page.summary === "" ? null : <p className="mt-4 text-lg text-ink-2">{page.summary}</p>}
          <PageHtml html={page.html} className="mt-6 border-t-2 border-ink pt-6 text-lg" />
        </article>
      </main>
    );
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-10 sm:pt-16">
      <article className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <header className="lg:sticky lg:top-24 lg:self-start">
          <h1 className="text-4xl">{page.title}</h1>
          {page.summary === "" ? null : <p className="mt-4 max-w-[42ch] text-lg text-ink-2">{page.summary}</p>}
        </header>
        <PageHtml html={page.html} className="border-t-2 border-ink pt-6 text-lg" />
      </article>
    </main>
  );
}

/** Text prepared by the server (`presentHtml`). An embed is a link that a click replaces with a frame. */
export function PageHtml({ html, className }: { readonly html: string; readonly className: string }) {
  return (
    // The click target is a link inside.
    <div
      role="none"
      onClick={showFrame}
      className={`prose min-w-0 [overflow-wrap:anywhere] ${className}`}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

function showFrame(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-frame]") : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const frame = document.createElement("iframe");
  frame.title = link.querySelector("strong")?.textContent ?? "";
  frame.setAttribute("sandbox", SANDBOX);
  frame.allow = "fullscreen; picture-in-picture";
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  frame.src = link.dataset["frame"] ?? "";
  const caption = link.parentElement?.querySelector("figcaption");
  if (caption != null) {
    // If the frame stays empty, visitors can open the site itself.
    const away = Object.assign(document.createElement("a"), { href: link.href, rel: "noopener nofollow", textContent: frame.title });
    caption.replaceChildren(...texts.nothingToSee(away));
  }
  link.replaceWith(frame);
  frame.focus();
}
