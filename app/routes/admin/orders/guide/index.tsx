import { href, Link } from "react-router";
import { readPageQuery } from "#app/http/answers/read-query.server.ts";
import { guideQuery } from "#app/staff/domain/guide.schema.ts";
import { PageHeader } from "#app/kit/page-header.tsx";
import type { Route } from "./+types/index";
import { listGuidePages, readGuidePage } from "./guide-pages.server.ts";

/** The handbook for owners and staff (docs/guide/). It is under /admin/orders because every role with access may open that path. */
export async function loader({ request }: Route.LoaderArgs) {
  const { page: slug } = readPageQuery(request, guideQuery);
  return { slug, pages: listGuidePages(), ...(await readGuidePage(slug)) };
}

export default function Guide({ loaderData }: Route.ComponentProps) {
  const { slug, pages, title, html } = loaderData;
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Guide" className="lg:sticky lg:top-20 lg:self-start">
        <p className="mb-2 text-xs text-ink-2">Guide</p>
        <ul className="grid gap-0.5">
          {pages.map((page) => (
            <li key={page.slug}>
              <Link
                to={`${href("/admin/orders/guide")}?page=${page.slug}`}
                aria-current={page.slug === slug ? "page" : undefined}
                className="flex min-h-11 items-center rounded px-3 text-ink-2 hover:text-ink aria-[current=page]:bg-primary-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-9"
              >
                {page.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="min-w-0 max-w-3xl">
        <PageHeader title={title} />
        {/* Text of this program, not user input. */}
        <div
          className="prose text-base [&_img]:border [&_img]:border-hairline [&_pre]:whitespace-pre-wrap [&_pre]:wrap-anywhere"
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </article>
    </div>
  );
}
