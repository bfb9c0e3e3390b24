import * as texts from "#texts/catalogue/navigation.ts";
import { Link } from "react-router";
import type { CategoryTile } from "#app/catalogue/domain/shown.ts";
import { PictureFrame } from "#app/media/ui/picture-frame.tsx";

/** The number of tiles. */
export const MOSAIC_TILES = 4;

/** The first categories as pictures next to the home page's text, from tablet width; on phones the page starts with the dishes. */
export function CategoryMosaic({ categories }: { readonly categories: readonly CategoryTile[] }) {
  return (
    <ul aria-label={texts.shopByCategory} className="hidden gap-3 md:grid md:grid-cols-4 lg:grid-cols-2">
      {categories.map(({ id, name, picture, hue }) => (
        <li key={id} className="group relative overflow-hidden rounded">
          <PictureFrame
            picture={picture}
            hue={hue}
            name={name}
            sizes="(min-width: 1024px) 214px, 25vw"
            alt=""
            className="lg:aspect-video"
          />
          <Link
            to={`/${id}/products`}
            prefetch="intent"
            className="absolute bottom-2 left-2 max-w-[calc(100%-1rem)] rounded bg-surface px-2 py-1 font-display leading-tight font-semibold tracking-tight cover-link"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
