import { findPublishedPage } from "#app/content/data/pages.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { slugOfPath } from "#app/content/domain/page.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { cleanStoredHtml } from "#app/platform/sanitize-html.server.ts";
import type { Route } from "./+types/page";

/** The catch-all: the CMS page with that slug, or a 404 with the path. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, env } = context.get(servicesContext);
  const slug = slugOfPath(params["*"] ?? "");
  const page = slug === null ? undefined : await findPublishedPage(db, slug);
  if (page === undefined) throw notFound(request);
  const settings = await readSettings(db);
  return { page: { ...page, html: cleanStoredHtml(page.html) }, siteName: settings.APP_NAME, publicUrl: env.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const { page, siteName, publicUrl } = loaderData;
  return pageMeta({
    title: `${page.title} – ${siteName}`,
    description: page.summary,
    canonical: `${publicUrl}/${page.slug}`,
    siteName,
    type: "article",
  });
}

export default function CmsPage({ loaderData }: Route.ComponentProps) {
  const { page } = loaderData;
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
