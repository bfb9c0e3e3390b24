import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import type { MoneyFormat } from "#app/values/money.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { announce } from "#app/kit/focus/announcer.tsx";
import { TextField } from "#app/kit/forms/field.tsx";
import { useScannerField } from "#app/kit/hooks/use-scanner-field.ts";
import { Money } from "#app/kit/money.tsx";
import { SectionTitle } from "#app/kit/section-title.tsx";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";
import type { MenuPart, MenuProduct, NewOrderPage, UnreadPart } from "./new-order-view.ts";

const TYPING_MS = 150;
const ALL = 0;

interface MenuPanelProps {
  readonly page: Pick<NewOrderPage, "menu" | "categories">;
  /** The search takes the focus when the panel appears. */
  readonly isFocused?: boolean;
  /** `optionIds`: the options of the scanned variant. */
  readonly onProduct: (product: MenuProduct, optionIds: readonly number[]) => void;
}

/** The products of the shop by search and category; a tap adds one, or opens its options. So does Enter after a SKU or a scanned barcode. */
export function MenuPanel({ page, isFocused = false, onProduct }: MenuPanelProps) {
  const format = useMoneyFormat();
  const fetcher = useFetcher<MenuPart | UnreadPart>({ key: "menu" });
  const [wanted, setWanted] = useState({ q: "", category: ALL });
  const search = useRef<HTMLInputElement>(null);
  useScannerField(search);
  const enterCode = useCodes(onProduct);
  useEffect(() => {
    if (isFocused) search.current?.focus();
  }, [isFocused]);
  const isWhole = wanted.q.trim() === "" && wanted.category === ALL;
  const ask = useEffectEvent(({ q, category }: typeof wanted) => {
    void fetcher.load(menuAddress(q.trim(), category));
  });
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => ask(wanted), TYPING_MS);
    return () => clearTimeout(timer);
  }, [isWhole, wanted]);
  const pressEnter = () => {
    // The next scan replaces the text, also before the response arrives.
    search.current?.select();
    if (wanted.q.trim() !== "") enterCode(wanted.q.trim());
  };
  const menu = isWhole || fetcher.data?.part !== "menu" ? page.menu : fetcher.data;
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
            <ProductButton product={product} onPick={() => onProduct(product, [])} />
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-2">
        {menuWords(menu, isWhole, format)}
      </p>
    </section>
  );
}

function menuAddress(q: string, category: number): string {
  const query = new URLSearchParams({ part: "menu", q, ...(category === ALL ? {} : { id: String(category) }) });
  return `/admin/orders/new?${query}`;
}

/**
 * Returns a function to call with each entered SKU or barcode, at any speed. They are looked up one after the other. `onProduct` gets the
 * product; otherwise the reason is announced.
 */
function useCodes(onProduct: MenuPanelProps["onProduct"]): (code: string) => void {
  const fetcher = useFetcher<MenuPart | UnreadPart>({ key: "code" });
  const waiting = useRef<string[]>([]);
  const askFirst = () => {
    const [code] = waiting.current;
    if (code !== undefined) void fetcher.load(menuAddress(code, ALL));
  };
  const giveUp = (words: string) => {
    waiting.current = [];
    announce(words);
  };
  const takeAnswer = useEffectEvent((answer: MenuPart | UnreadPart | undefined) => {
    const code = waiting.current.shift();
    if (code === undefined) return;
    if (answer?.part !== "menu" || answer.q !== code) return giveUp(`${code} was not looked up. Scan it again.`);
    const [coded, ...others] = answer.coded;
    const product = answer.products.find(({ id }) => id === coded?.id);
    const optionIds = coded?.optionIds ?? [];
    if (product === undefined) announce(noCode(code, answer.products.length));
    else if (others.length > 0) announce(`Several products have the code ${code}. Choose one.`);
    else if (product.unavailable !== "") announce(`${product.name}: ${product.unavailable}`);
    else onProduct(product, optionIds);
    // The product's options come first; other options would open in their place.
    if (product !== undefined && (product.hasRequiredChoices || optionIds.length > 0) && waiting.current.length > 0)
      return giveUp(`Answer for ${product.name}, then scan the next again.`);
    askFirst();
  });
  useEffect(() => {
    if (fetcher.state === "idle") takeAnswer(fetcher.data);
  }, [fetcher.state, fetcher.data]);
  return (code) => {
    if (code.length > MAX_SEARCH_LENGTH) return announce("No product has such a long code.");
    waiting.current.push(code);
    if (waiting.current.length === 1) askFirst();
  };
}

/** Products whose name matches are listed below the search. Enter does not add them, because a misread code may be part of a name. */
function noCode(code: string, found: number): string {
  return `No product has the code ${code}.${found === 0 ? "" : " Press Tab to choose from the products found."}`;
}

function menuWords({ products, total }: MenuPart, isWhole: boolean, format: MoneyFormat): string {
  if (products.length === 0) return "Nothing found. Try a part of the name.";
  if (total > products.length) return `The first ${products.length} of ${formatNumber(total, format)}. Search for the others.`;
  return isWhole ? "" : counted(total, "product", "products", format);
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
            {product.per}
            {product.hasRequiredChoices ? <span aria-hidden> …</span> : null}
            {product.hasRequiredChoices ? <span className="sr-only">, with choices</span> : null}
          </>
        )}
      </span>
    </button>
  );
}
