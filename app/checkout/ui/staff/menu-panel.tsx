import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import { Money } from "#app/kit/money.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import type { MenuPart, MenuProduct, NewOrderPage } from "./new-order-view.ts";

const TYPING_MS = 150;
const ALL = 0;

interface MenuPanelProps {
  readonly page: Pick<NewOrderPage, "menu" | "categories">;
  readonly onProduct: (product: MenuProduct) => void;
}

/** The products of the shop by search and category; a tap enters one, or opens its questions. So does Enter after a SKU or a scanned barcode. */
export function MenuPanel({ page, onProduct }: MenuPanelProps) {
  const fetcher = useFetcher<MenuPart>({ key: "menu" });
  const [wanted, setWanted] = useState({ q: "", category: ALL });
  const search = useRef<HTMLInputElement>(null);
  /** What Enter was pressed after, until its answer comes. */
  const entered = useRef("");
  const isWhole = wanted.q.trim() === "" && wanted.category === ALL;
  const ask = useEffectEvent(({ q, category }: typeof wanted) => {
    const query = new URLSearchParams({ part: "menu", q: q.trim(), ...(category === ALL ? {} : { id: String(category) }) });
    void fetcher.load(`/admin/orders/new?${query}`);
  });
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => ask(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isWhole, wanted]);
  const enterCoded = ({ coded, products }: MenuPart) => {
    const product = products.find(({ id }) => id === coded);
    if (product === undefined) return;
    // The next scan replaces the text.
    search.current?.select();
    if (product.unavailable === "") onProduct(product);
    else announce(`${product.name}: ${product.unavailable}`);
  };
  const takeAnswer = useEffectEvent((answer: MenuPart) => {
    if (entered.current === "" || answer.q !== entered.current) return;
    entered.current = "";
    enterCoded(answer);
  });
  useEffect(() => {
    if (fetcher.data !== undefined) takeAnswer(fetcher.data);
  }, [fetcher.data]);
  const pressEnter = () => {
    const code = wanted.q.trim();
    entered.current = fetcher.data?.q === code ? "" : code;
    if (fetcher.data?.q === code) enterCoded(fetcher.data);
  };
  const menu = isWhole ? page.menu : (fetcher.data ?? page.menu);
  return (
    <section aria-labelledby="menu-title" className="grid content-start gap-3">
      <SectionTitle id="menu-title" title="Menu" />
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <TextField
          ref={search}
          name="product-search"
          label="Find a product"
          type="search"
          autoComplete="off"
          value={wanted.q}
          onChange={({ target: { value } }) => setWanted({ q: value, category: ALL })}
          onKeyDown={({ key }) => {
            if (key === "Enter") pressEnter();
          }}
        />
        <label className="grid gap-1 text-sm font-semibold">
          Category
          <select
            value={wanted.category}
            onChange={({ target: { value } }) => setWanted({ q: "", category: Number(value) })}
            className="control min-h-11 w-full font-normal"
          >
            <option value={ALL}>All</option>
            {page.categories.map((category) => (
              <option key={category.id} value={category.id}>
                {category.name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-1.5 max-md:max-h-96 max-md:overflow-y-auto">
        {menu.products.map((product) => (
          <li key={product.id} className="grid">
            <ProductButton product={product} onPick={() => onProduct(product)} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-2">
        {menuWords(menu)}
      </p>
    </section>
  );
}

function menuWords({ products, total }: MenuPart): string {
  if (products.length === 0) return "Nothing found. Try a part of the name.";
  return total > products.length ? `The first ${products.length} of ${total}. Search for the others.` : "";
}

function ProductButton({ product, onPick }: { readonly product: MenuProduct; readonly onPick: () => void }) {
  const isOff = product.unavailable !== "";
  return (
    <button
      type="button"
      aria-disabled={isOff ? true : undefined}
      onClick={isOff ? undefined : onPick}
      className="choice grid min-h-16 content-between gap-1 px-3 py-2 text-left hover:border-ink aria-disabled:cursor-not-allowed aria-disabled:border-dashed aria-disabled:text-ink-2"
    >
      <span className="leading-snug font-semibold wrap-anywhere">{product.name}</span>
      <span className="figures text-sm text-ink-2">
        {isOff ? (
          product.unavailable
        ) : (
          <>
            {product.isFrom ? "from " : ""}
            <Money cents={product.price} />
            {product.hasRequiredChoices ? <span aria-hidden> …</span> : null}
            {product.hasRequiredChoices ? <span className="sr-only">, with choices</span> : null}
          </>
        )}
      </span>
    </button>
  );
}
