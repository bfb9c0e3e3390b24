import * as texts from "#texts/catalogue/listing.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import type { CategoryTile } from "#app/catalogue/domain/shown.ts";
import { PictureFrame } from "#app/media/ui/picture-frame.tsx";

const PICTURE_SIZES = "(min-width: 1200px) 240px, (min-width: 640px) 30vw, 46vw";

interface CategoryTilesProps {
  readonly categories: readonly (CategoryTile & { readonly productCount?: number })[];
  readonly label: string;
  /** Preloads the first row's pictures, at the top of the page. */
  readonly isFirst?: boolean;
}

/** Categories as pictures with name and contents. */
export function CategoryTiles({ categories, label, isFirst = false }: CategoryTilesProps) {
  const format = useMoneyFormat();
  return (
    <ul aria-label={label} className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5 lg:gap-6">
      {categories.map((category, index) => (
        <li key={category.id} className="group relative">
          <PictureFrame
            picture={category.picture}
            hue={category.hue}
            name={category.name}
            sizes={PICTURE_SIZES}
            alt=""
            isFirst={isFirst && index < 2}
            className="rounded"
          />
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
            <Link
              to={`/${category.id}/products`}
              prefetch="intent"
              className="min-w-0 font-display text-lg leading-tight [overflow-wrap:anywhere] font-semibold tracking-tight cover-link"
            >
              {category.name}
            </Link>
            {category.productCount === undefined ? null : (
              <>
                <span aria-hidden className="leader" />
                <span className="figures ml-auto shrink-0 text-sm whitespace-nowrap text-ink-2">
                  {texts.items(category.productCount, format)}
                </span>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
