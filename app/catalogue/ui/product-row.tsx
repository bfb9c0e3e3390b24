import { onlyAt } from "#texts/catalogue/product-card.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import { PictureFrame } from "#app/media/ui/picture-frame.tsx";
import { Price } from "./price.tsx";
import { TagList } from "./tag-list.tsx";

const PICTURE_SIZES = "(min-width: 640px) 136px, 96px";

/** A line of the menu: picture, name, dots, price, and a description below. Sold-out products stay visible, greyed and marked. */
export function ProductRow({ product, action, isFirst = false }: { product: ProductCard; action: ReactNode; isFirst?: boolean }) {
  return (
    <li className="group dish">
      <PictureFrame
        picture={product.picture}
        hue={product.hue}
        name={product.name}
        sizes={PICTURE_SIZES}
        isFirst={isFirst}
        alt=""
        className={`self-start rounded ${product.isSoldOut ? "opacity-50 grayscale" : ""}`}
      />
      <div className="flex min-w-0 flex-col">
        <div className={`dish-head ${product.isSoldOut ? "text-muted" : ""}`}>
          <h3 className={`dish-name ${product.was === null ? "" : "max-sm:basis-auto!"}`}>
            <Link to={`/products/${product.id}`} prefetch="intent" className="cover-link">
              {product.name}
            </Link>
          </h3>
          <span aria-hidden className="leader" />
          <Price
            cents={product.price}
            was={product.was}
            isFrom={product.isFrom}
            per={product.per}
            className="ml-auto text-right font-semibold"
          />
        </div>
        <SaleHours text={product.saleHours} />
        {product.summary === "" ? null : <p className="dish-words">{product.summary}</p>}
        <div className="dish-foot">
          <div>
            <RowNote product={product} />
          </div>
          {action}
        </div>
      </div>
    </li>
  );
}

function RowNote({ product }: { readonly product: ProductCard }) {
  if (product.isSoldOut) return <SoldOut text={product.soldOutText} />;
  if (product.hours === null || product.hours.text === "") return <TagList tags={product.tags} dietaryTags={product.dietaryTags} />;
  return <OrderHoursNote hours={product.hours} />;
}

export interface ProductsProps<Product = ProductCard> {
  readonly products: readonly Product[];
  readonly label: string;
  /** An action for the product, placed above the link to its page. */
  readonly actionOf: (product: Product) => ReactNode;
}

/** Two columns of menu lines if there is room. `isFirst`: at the top of the page, so its first picture is preloaded. */
export function ProductRows({ products, label, actionOf, isFirst = false }: ProductsProps & { readonly isFirst?: boolean }) {
  return (
    <ul aria-label={label} className="grid border-t-2 border-ink lg:grid-cols-2 lg:gap-x-12">
      {products.map((product, index) => (
        <ProductRow key={product.id} product={product} action={actionOf(product)} isFirst={isFirst && index === 0} />
      ))}
    </ul>
  );
}

export function SoldOut({ text }: { readonly text: string }) {
  return <span className="rounded-tag border border-field bg-surface px-1.5 py-px text-xs font-semibold text-ink-2">{text}</span>;
}

/** The hours of a sale price. */
export function SaleHours({ text = "" }: { readonly text: string | undefined }) {
  return text === "" ? null : <span className="figures text-sm font-semibold text-leaf">{text}</span>;
}

/** When the product may be ordered. */
export function OrderHoursNote({ hours }: { readonly hours: NonNullable<ProductCard["hours"]> }) {
  return hours.text === "" ? null : <span className="text-sm text-ink-2">{onlyAt(hours.text)}</span>;
}
