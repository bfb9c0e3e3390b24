import { SETUP_PREVIEW } from "#app/values/setup-preview.ts";

/** The shop at the width of a phone, with the staff session; reloads when `shown` changes. */
export function ShopPreview({ shown }: { readonly shown: string }) {
  return (
    <section aria-labelledby="preview-title" className="hidden min-[1200px]:block">
      <div className="sticky top-20">
        <h2 id="preview-title" className="mb-2 text-base">
          Your shop on a phone
        </h2>
        <iframe
          key={shown}
          title="Your shop"
          src={`/${SETUP_PREVIEW}`}
          // A static preview, so scripts are disabled.
          sandbox="allow-same-origin"
          loading="lazy"
          className="h-[min(760px,calc(100dvh-8rem))] w-full rounded border-2 border-ink bg-surface"
        />
      </div>
    </section>
  );
}
