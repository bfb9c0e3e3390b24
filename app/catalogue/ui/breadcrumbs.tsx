import * as texts from "#texts/catalogue/navigation.ts";
import { Link } from "react-router";
import type { CategorySummary } from "#app/catalogue/domain/category.ts";

/** Breadcrumbs: Home, then categories from the root. */
export function Breadcrumbs({ trail }: { trail: readonly Pick<CategorySummary, "id" | "name">[] }) {
  return (
    <nav aria-label={texts.breadcrumb}>
      <ol className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <li>
          <Link to="/" className="inline-flex min-h-11 items-center hover:underline">
            {texts.home}
          </Link>
        </li>
        {trail.map((category) => (
          <li key={category.id} className="flex items-center gap-x-2">
            <span aria-hidden className="text-field">
              /
            </span>
            <Link to={`/${category.id}/products`} className="inline-flex min-h-11 items-center hover:underline">
              {category.name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
