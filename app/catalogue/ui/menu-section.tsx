import * as texts from "#texts/catalogue/menu-section.ts";
import { onlyAt } from "#texts/catalogue/product-card.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { ProductRows } from "./product-row.tsx";

/** A category with its first dishes on the home page. */
export interface MenuSectionView {
  readonly id: number;
  readonly name: string;
  /** Order hours of all of its dishes without their own; "" = always. */
  readonly hoursText: string;
  readonly products: readonly ProductCard[];
  /** Total in the category. */
  readonly total: number;
}

export function sectionId(categoryId: number): string {
  return `menu-${categoryId}`;
}

export function MenuSection({ section, actionOf }: { section: MenuSectionView; actionOf: (product: ProductCard) => ReactNode }) {
  const id = sectionId(section.id);
  const isMore = section.total > section.products.length;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-30">
      <SectionTitle id={`${id}-title`} title={section.name}>
        {section.hoursText === "" ? null : <p className="text-sm text-ink-2">{onlyAt(section.hoursText)}</p>}
      </SectionTitle>
      <ProductRows products={section.products} label={section.name} actionOf={actionOf} />
      <p>
        <Link to={`/${section.id}/products`} prefetch="intent" className="line-link min-h-12">
          {isMore ? texts.viewAll(section.total, section.name) : texts.view(section.name)}
        </Link>
      </p>
    </section>
  );
}
