/** Above every page of a shop that is not open yet; only staff see it. */
export function OpeningSoonBar() {
  return (
    <section aria-label="Not open yet" className="border-b border-saffron bg-saffron-tint text-ink print:hidden">
      <p className="mx-auto flex max-w-[1200px] flex-wrap items-center gap-x-3 px-4">
        Only staff can see the shop.
        {/* The staff area has its own style sheet, so this loads a new document. */}
        <a href="/admin/setup?step=open" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2">
          Open the shop
        </a>
      </p>
    </section>
  );
}
