import * as texts from "#texts/cart/page.ts";
import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";
import type { Cents } from "#app/values/money.ts";
import { ButtonLink } from "#app/kit/button.tsx";
import { priceText } from "./price-text.ts";

interface EmptyCartMenuProps {
  readonly popular: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: Cents;
    readonly isFrom: boolean;
    readonly per: string | undefined;
  }[];
}

/** Suggestions for an empty cart. The page reloads its data when it becomes visible, because another tab may have added an item. */
export function EmptyCartMenu({ popular }: EmptyCartMenuProps) {
  const format = useMoneyFormat();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [revalidate]);
  return (
    <>
      {popular.length === 0 ? null : (
        <>
          <h2 className="rule mt-6 pb-2 text-xl">{texts.popular}</h2>
          <ul className="mt-1">
            {popular.map((product) => (
              <li key={product.id} className="border-b border-hairline last:border-0">
                <Link to={`/products/${product.id}`} className="priced min-h-12 pt-3 hover:underline">
                  <span className="font-semibold">{product.name}</span>
                  <span aria-hidden className="leader" />
                  <span className="figures">{priceText(product, format)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <ButtonLink to="/" className="mt-6 mb-4">
        {texts.seeMenu}
      </ButtonLink>
    </>
  );
}
