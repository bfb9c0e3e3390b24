import * as texts from "#texts/content/pages.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { CategoryTiles } from "#app/catalogue/ui/category-tiles.tsx";
import { ProductCards } from "#app/catalogue/ui/product-card.tsx";
import type { HomeView, HomeViewBlock } from "#app/content/domain/home-view.ts";
import { buttonClass } from "#app/kit/button.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import type { Picture } from "#app/media/domain/picture.ts";
import { PictureBox } from "#app/media/ui/picture-frame.tsx";
import { PageHtml } from "./page-text.tsx";

/** The button of the home page's head. */
export function HomeButton({ button: { text, target } }: { readonly button: NonNullable<HomeView["button"]> }) {
  const look = buttonClass({ size: "large", className: "mt-6" });
  return target.kind === "internal" ? (
    <Link to={target.to} className={look}>
      {text}
    </Link>
  ) : (
    <a href={target.href} rel="noopener" className={look}>
      {text}
    </a>
  );
}

/** The picture of the home page's head, next to its text on a desktop; the focal point stays visible. */
export function HomePicture({ picture }: { readonly picture: Picture }) {
  if (picture.widths.jpeg === undefined) return null;
  return (
    <PictureBox
      {...{ picture, width: 960, alt: picture.alt, isFirst: true }}
      sizes="(min-width: 1024px) 440px, 100vw"
      className="block aspect-[5/2] overflow-hidden rounded sm:aspect-[3/1] lg:aspect-[16/9]"
    />
  );
}

interface HomeBlocksProps {
  readonly blocks: readonly HomeViewBlock[];
  readonly actionOf: Parameters<typeof ProductCards>[0]["actionOf"];
}

/** The blocks above the menu, in order. */
export function HomeBlocks({ blocks, actionOf }: HomeBlocksProps): ReactNode {
  return blocks.map((block) => (
    <section key={block.id} {...(block.title === "" ? {} : { "aria-labelledby": `block-${block.id}` })}>
      {block.title === "" ? null : <SectionTitle id={`block-${block.id}`} title={block.title} />}
      <div className={block.title === "" ? "" : "mt-6"}>
        {block.type === "text" ? <PageHtml html={block.html} className="text-lg" /> : null}
        {block.type === "products" ? (
          <ProductCards products={block.products} label={block.title === "" ? texts.products : block.title} actionOf={actionOf} />
        ) : null}
        {block.type === "categories" ? (
          <CategoryTiles categories={block.categories} label={block.title === "" ? texts.chosenCategories : block.title} />
        ) : null}
      </div>
    </section>
  ));
}
