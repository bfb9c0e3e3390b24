import * as texts from "#texts/content/pages.ts";
import { data, href, redirect } from "react-router";
import { HOME_SLUG } from "#app/content/domain/page.ts";
import { PageText } from "#app/content/ui/page-text.tsx";
import { servicesContext } from "#app/http/context.server.ts";
import { presentHtml } from "#app/content/data/page-html.server.ts";
import { findPreviewed } from "./preview-page.server.ts";
import type { Route } from "./+types/page-preview";

/** The draft of a page for holders of an unexpired preview link. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const page = await findPreviewed(services, request, params.token);
  if (page.slug === HOME_SLUG) throw redirect(href("/page-preview/:token/home", { token: params.token }));
  const { title, summary, html } = page;
  return data(
    { page: { title, summary, html: await presentHtml(services.db, html) } },
    { headers: { "Cache-Control": "private, no-store" } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.previewTitle(loaderData?.page.title ?? "") },
  { name: "robots", content: "noindex, nofollow" },
];

export default function PagePreview({ loaderData }: Route.ComponentProps) {
  return <PageText page={loaderData.page} />;
}
