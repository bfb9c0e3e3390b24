import type { Picture } from "#app/media/domain/picture.ts";
import type { CategorySummary } from "./category.ts";
import type { ProductCard } from "./product.ts";

/*
 * A page travels with the data it was drawn from, and a browser reads all of them before the page comes alive. These take what is drawn and leave the
 * rest behind.
 */

/** A category as a picture with its name. */
export type CategoryTile = Pick<CategorySummary, "id" | "name" | "hue" | "picture">;

/** A product as a picture with its name and price. */
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

/** A picture that stands beside the name of what it shows has no words of its own. */
function besideItsName(picture: Picture | null): Picture | null {
  return picture === null || picture.alt === "" ? picture : { ...picture, alt: "" };
}
