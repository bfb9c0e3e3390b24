import { redirect } from "react-router";
import { findMovedPage } from "#app/content/data/page-records.server.ts";
import { findPublishedPage } from "#app/content/data/pages.server.ts";
import { readSettings } from "#app/store/data/site-settings.server.ts";
import { PageText } from "#app/content/ui/page-text.tsx";
import { slugOfPath } from "#app/content/domain/page.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { pageMeta } from "#app/frame/page-meta.ts";
import { presentHtml } from "#app/content/data/page-html.server.ts";
import { redirectOldPath } from "./old-address.server.ts";
import type { Route } from "./+types/page";

/** The catch-all route: the CMS page with that slug, a product's address in the old shop, or a 404 with the path. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, env } = context.get(servicesContext);
  const slug = slugOfPath(params["*"] ?? "");
  const page = slug === null ? undefined : await findPublishedPage(db, slug);
  const moved = slug === null || page !== undefined ? undefined : await findMovedPage(db, slug);
  if (moved !== undefined) throw redirect(`/${moved}`, 301);
  if (page === undefined) {
    await redirectOldPath(db, request, params["*"] ?? "");
    throw notFound(request);
  }
  const settings = await readSettings(db);
  return { page: { ...page, html: await presentHtml(db, page.html) }, siteName: settings.APP_NAME, publicUrl: env.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [];
  const { page, siteName, publicUrl } = loaderData;
  return pageMeta({
    title: `${page.seoTitle === "" ? page.title : page.seoTitle} – ${siteName}`,
    description: page.seoDescription === "" ? page.summary : page.seoDescription,
    canonical: `${publicUrl}/${page.slug}`,
    siteName,
    type: "article",
  });
}

export default function CmsPage({ loaderData }: Route.ComponentProps) {
  return <PageText page={loaderData.page} />;
}
