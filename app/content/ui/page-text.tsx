/** A page as visitors read it: title and summary at the side, the text beside them. `html` was cleaned on the server. */
export function PageText({ page }: { readonly page: { readonly title: string; readonly summary: string; readonly html: string } }) {
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-4 pt-10 sm:pt-16">
      <article className="grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <header className="lg:sticky lg:top-24 lg:self-start">
          <h1 className="text-4xl">{page.title}</h1>
          {page.summary === "" ? null : <p className="mt-4 max-w-[42ch] text-lg text-ink-2">{page.summary}</p>}
        </header>
        <div
          className="prose min-w-0 border-t-2 border-ink pt-6 text-lg [overflow-wrap:anywhere]"
          dangerouslySetInnerHTML={{ __html: page.html }}
        />
      </article>
    </main>
  );
}
