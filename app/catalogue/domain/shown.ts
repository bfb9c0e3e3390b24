import type { Picture } from "#app/media/domain/picture.ts";
import type { CategorySummary } from "./category.ts";
import type { ProductCard } from "./product.ts";

/* Reduces loader data to what is rendered, because the browser parses it all before hydration. */

/** A category as a picture with its name. */
export type CategoryTile = Pick<CategorySummary, "id" | "name" | "hue" | "picture">;

/** A product as picture, name and price. */
export type ShownCard = Omit<ProductCard, "summary" | "tags" | "dietaryTags">;

export function toNamed({ id, name }: CategorySummary): Pick<CategorySummary, "id" | "name"> {
  return { id, name };
}

export function toTile({ id, name, hue, picture }: CategorySummary): CategoryTile {
  return { id, name, hue, picture: besideItsName(picture) };
}

export function toShownCard({ summary: _summary, tags: _tags, dietaryTags: _dietaryTags, ...card }: ProductCard): ShownCard {
  return { ...card, picture: besideItsName(card.picture) };
}

export function toShownRow(card: ProductCard): ProductCard {
  return { ...card, picture: besideItsName(card.picture) };
}

/** Alt text is empty next to the name. */
function besideItsName(picture: Picture | null): Picture | null {
  return picture === null || picture.alt === "" ? picture : { ...picture, alt: "" };
}
