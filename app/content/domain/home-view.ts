import type { CategorySummary } from "#app/catalogue/domain/category.ts";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import type { Picture } from "#app/media/domain/picture.ts";
import type { LinkTarget } from "./menu.ts";

export type HomeViewBlock = { readonly id: string; readonly title: string } & (
  | { readonly type: "text"; readonly html: string }
  | { readonly type: "products"; readonly products: readonly ProductCard[] }
  | { readonly type: "categories"; readonly categories: readonly CategorySummary[] }
);

/** The content above the menu for visitors. */
export interface HomeView {
  readonly title: string;
  /** "" = none. */
  readonly summary: string;
  readonly seoTitle: string;
  readonly seoDescription: string;
  readonly picture: Picture | null;
  readonly button: { readonly text: string; readonly target: LinkTarget } | null;
  readonly blocks: readonly HomeViewBlock[];
}
