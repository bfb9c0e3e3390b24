import { data, href, redirect } from "react-router";
import { pageRecords } from "#app/content/data/page-records.server.ts";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { PageText } from "#app/content/ui/page-text.tsx";
import { readPreviewToken } from "#app/content/workflows/preview-link.server.ts";
import { servicesContext } from "#app/http/context.server.ts";
import { notFound } from "#app/http/answers/not-found.server.ts";
import { presentHtml } from "#app/content/data/page-html.server.ts";
import type { Route } from "./+types/page-preview";

/** A page as it will be, drafts included, for whoever has the link, until its time is over. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, cookieSecret, now } = context.get(servicesContext);
  const id = readPreviewToken(cookieSecret, params.token, now());
  const page = id === null ? undefined : (await pageRecords.find(db, [id])).get(id)?.value;
  // oxlint-disable-next-line only-throw-error -- answers are thrown, in the form the router takes
  if (page === undefined) throw notFound(request);
  if (page.slug === HOME_SLUG) throw redirect(href("/page-preview/:token/home", { token: params.token }));
  const { title, summary, html } = page;
  return data({ page: { title, summary, html: await presentHtml(db, html) } }, { headers: { "Cache-Control": "private, no-store" } });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Preview: ${loaderData?.page.title ?? ""}` },
  { name: "robots", content: "noindex, nofollow" },
];

export default function PagePreview({ loaderData }: Route.ComponentProps) {
  return <PageText page={loaderData.page} />;
}
