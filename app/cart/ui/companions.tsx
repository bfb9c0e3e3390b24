import * as texts from "#texts/cart/page.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import type { ProductCard } from "#app/catalogue/domain/product.ts";
import { PictureFrame } from "#app/media/ui/picture-frame.tsx";
import { quickAdd } from "./add/quick-add.tsx";
import { priceText } from "./price-text.ts";

/** Suggested products to add. Renders nothing without suggestions. */
export function Companions({ products }: { readonly products: readonly ProductCard[] }) {
  const format = useMoneyFormat();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="companions-title" className="mt-8">
      <h2 id="companions-title" className="rule pb-2 text-xl">
        {texts.goesWell}
      </h2>
      <ul className="grid sm:grid-cols-2 sm:gap-x-8">
        {products.map((product) => (
          <li key={product.id} className="relative grid grid-cols-[64px_1fr_auto] items-center gap-3 border-b border-hairline py-3">
            <PictureFrame picture={product.picture} hue={product.hue} name={product.name} sizes="64px" alt="" className="rounded" />
            <p className="min-w-0">
              <Link
                to={`/products/${product.id}`}
                prefetch="intent"
                className="font-semibold wrap-anywhere hover:underline after:absolute after:inset-0"
              >
                {product.name}
              </Link>
              <span className="figures block text-sm text-ink-2">{priceText(product, format)}</span>
            </p>
            {quickAdd(product)}
          </li>
        ))}
      </ul>
    </section>
  );
}
