import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { BY_TIME, type ListAct, type ListColumn } from "#app/kit/list/list-columns.ts";
import { Status } from "#app/kit/status.tsx";
import { pictureUrl } from "#app/media/domain/picture.ts";
import { formatMoney } from "#app/values/money.ts";
import type { ProductRow } from "./product-list.server.ts";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

/** Maximum low options shown in a row. */
const MOST_OPTIONS = 3;
const THUMB_WIDTH = 320;
const DEFAULT_HUE = 160;

export const PRODUCT_COLUMNS: readonly ListColumn<ProductRow>[] = [
  { title: "Product", cell: nameCell, sort: "name" },
  { title: "Price", cell: (row) => <PriceCell {...row} />, sort: "price", isFigure: true, card: "side" },
  { title: "Categories", cell: (row) => row.categories.join(", ") },
  { title: "State", cell: stateCell },
  { title: "Stock", cell: (row) => <StockCell {...row} />, sort: "stock", isFigure: true, card: "none" },
  {
    title: "Options",
    isMinor: true,
    cell: (row) => (row.customizations === 0 ? <span className="text-muted">–</span> : row.customizations),
    isFigure: true,
    card: "none",
  },
  {
    title: "Changed",
    cell: (row) => <span className="whitespace-nowrap">{row.changed}</span>,
    sort: "changed",
    orders: BY_TIME,
    card: "none",
  },
  {
    title: "Added",
    cell: (row) => <span className="whitespace-nowrap">{row.added}</span>,
    sort: "created",
    orders: BY_TIME,
    card: "none",
    isMinor: true,
  },
];

function nameCell(row: ProductRow) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Thumb row={row} />
      <span className="min-w-0">
        {row.name}
        {row.kitchenName === null ? null : <span className="block text-xs font-normal text-ink-2">{row.kitchenName}</span>}
      </span>
    </span>
  );
}

function Thumb({ row }: { readonly row: ProductRow }) {
  const source = row.picture === null ? null : pictureUrl(row.picture, THUMB_WIDTH);
  if (source !== null)
    return <img src={source} alt="" width={48} height={36} loading="lazy" className="h-9 w-12 shrink-0 rounded-tag object-cover" />;
  const hue = row.hue ?? DEFAULT_HUE;
  return (
    <span
      aria-hidden
      className="grid h-9 w-12 shrink-0 place-items-center rounded-tag font-display text-lg"
      style={{ backgroundColor: `hsl(${hue} 42% 86%)`, color: `hsl(${hue} 50% 26%)` }}
    >
      {Array.from(row.name)[0]?.toUpperCase()}
    </span>
  );
}

function PriceCell({ price, compareAt, per }: Pick<ProductRow, "price" | "compareAt" | "per">) {
  const format = useMoneyFormat();
  return (
    <span className="whitespace-nowrap">
      {compareAt === null ? null : (
        <s className="mr-1.5 text-muted">
          <span className="sr-only">before </span>
          {formatMoney(compareAt, format)}
        </s>
      )}
      {formatMoney(price, format)}
      {per}
    </span>
  );
}

function StockCell({ stock, variantStock }: Pick<ProductRow, "stock" | "variantStock">) {
  const format = useMoneyFormat();
  const shown = stock ?? variantStock;
  if (shown === null) return <span className="text-muted">–</span>;
  if (variantStock === null) return formatNumber(shown, format);
  return (
    <>
      {formatNumber(shown, format)}
      <span className="block text-xs whitespace-nowrap text-ink-2">
        {stock === null ? "by option" : `${formatNumber(variantStock, format)} by option`}
      </span>
    </>
  );
}

function stateCell(row: ProductRow) {
  const isGone = row.isSoldOut || row.stock === 0 || row.isGoneByOption;
  return (
    <span className="flex flex-wrap gap-x-3">
      {row.isInBin ? <Status tone="off">In the bin</Status> : null}
      {row.isHidden ? <Status tone="off">Hidden</Status> : null}
      {isGone ? (
        <span title={row.soldOutUntil === null ? undefined : `until ${row.soldOutUntil}`}>
          <Status tone="bad">{row.isSoldOut && row.soldOutUntil !== null ? `Sold out until ${row.soldOutUntil}` : "Sold out"}</Status>
        </span>
      ) : null}
      {row.isLow && !isGone ? <Status tone="late">Low stock</Status> : null}
      {row.lowOptions.slice(0, MOST_OPTIONS).map((text) => (
        <span key={text} className="basis-full text-xs text-ink-2">
          {text}
        </span>
      ))}
      {row.lowOptions.length > MOST_OPTIONS ? (
        <span className="basis-full text-xs text-ink-2">and {row.lowOptions.length - MOST_OPTIONS} more</span>
      ) : null}
      {row.isInBin || row.isHidden || isGone || row.isLow ? null : <Status tone="on">Available</Status>}
      {row.hours === "" ? null : <span className="block text-xs text-ink-2">{row.hours}</span>}
    </span>
  );
}

interface ActChoices {
  readonly categories: readonly { readonly value: string; readonly label: string }[];
  readonly tags: readonly string[];
  readonly taxClasses: readonly { readonly value: string; readonly label: string }[];
  /** "11:00 AM tomorrow" */
  readonly reopening: string;
}

/** The bulk actions outside the bin, and inside it. */
export function productActs(isBin: boolean, { categories, tags, taxClasses, reopening }: ActChoices): readonly ListAct[] {
  if (isBin) {
    return [
      { intent: "restore", label: "Restore products" },
      {
        intent: "purge",
        label: "Delete for ever",
        isDanger: true,
        question: (count, format) => ({
          title: `Delete ${counted(count, "product", "products", format)} for ever?`,
          text: "They are deleted permanently. Orders keep their details.",
          yes: "Delete for ever",
          isDanger: true,
        }),
      },
    ];
  }
  const category = { name: "category", label: "Category", options: categories };
  return [
    { intent: "hide", label: "Hide products" },
    { intent: "show", label: "Show products" },
    { intent: "prices", label: "Change prices" },
    { intent: "sold-out", label: "Mark sold out until put back", isMinor: true },
    { intent: "sold-out-today", label: `Mark sold out until ${reopening}`, isMinor: true },
    { intent: "back", label: "Mark as available", isMinor: true },
    ...(categories.length === 0
      ? []
      : [
          { intent: "category-add", label: "Add to", field: category },
          { intent: "category-remove", label: "Take out", field: { ...category, name: "old-category", label: "Out of category" } },
        ]),
    { intent: "tag-add", label: "Add tag", field: { name: "tag", label: "New tag", suggestions: tags } },
    { intent: "tag-remove", label: "Remove tag", field: { name: "old-tag", label: "Tag to remove", suggestions: tags } },
    { intent: "tax", label: "Set tax", field: { name: "tax-class", label: "Tax", options: taxClasses } },
    { intent: "export", label: "Export products", opens: "/admin/product/export", isMinor: true },
    { intent: "bin", label: "Delete products", isDanger: true, isMinor: true },
  ];
}
