import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ShownCard } from "#app/catalogue/domain/shown.ts";
import { PictureFrame } from "#app/media/ui/picture-frame.tsx";
import { Price } from "./price.tsx";
import { OrderHoursNote, SaleHours, SoldOut, type ProductsProps } from "./product-row.tsx";

const PICTURE_SIZES = "(min-width: 1200px) 276px, (min-width: 768px) 23vw, (min-width: 640px) 30vw, 46vw";

/** A product as a picture with name and price below, for featured products. */
export function ProductCard({ product, action, isFirst = false }: { product: ShownCard; action: ReactNode; isFirst?: boolean }) {
  return (
    <li className="group relative flex min-w-0 flex-col">
      <PictureFrame
        picture={product.picture}
        hue={product.hue}
        name={product.name}
        sizes={PICTURE_SIZES}
        alt=""
        isFirst={isFirst}
        className={`rounded ${product.isSoldOut ? "opacity-50 grayscale" : ""}`}
      />
      <h3 className={`mt-3 mb-1 text-base leading-snug sm:text-lg ${product.isSoldOut ? "text-muted" : ""}`}>
        <Link to={`/products/${product.id}`} prefetch="intent" className="cover-link">
          {product.name}
        </Link>
      </h3>
      <div className="mt-auto flex items-center justify-between gap-2">
        <p className={`flex min-w-0 flex-wrap items-center gap-2 ${product.isSoldOut ? "text-muted" : ""}`}>
          <Price cents={product.price} was={product.was} isFrom={product.isFrom} per={product.per} className="font-semibold" />
          <SaleHours text={product.saleHours} />
          {product.isSoldOut ? <SoldOut text={product.soldOutText} /> : null}
          {product.isSoldOut || product.hours === null ? null : <OrderHoursNote hours={product.hours} />}
        </p>
        {action}
      </div>
    </li>
  );
}

/** `isFirst`: at the top of the page, so its first pictures are preloaded. */
export function ProductCards({ products, label, actionOf, isFirst = false }: ProductsProps<ShownCard> & { readonly isFirst?: boolean }) {
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:gap-x-6"
    >
      {products.map((product, index) => (
        <ProductCard key={product.id} isFirst={isFirst && index < 2} product={product} action={actionOf(product)} />
      ))}
    </ul>
  );
}
