import { formatHour, weekFrom, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import type { ListFilter } from "#app/kit/list/list-columns.ts";
import { taxLabel } from "#app/cart/domain/pricing/tax-label.ts";
import { ANSWER_WORDS, READY_WORDS, taxOfKey } from "#app/orders/domain/figures/figures.ts";
import { REASON_CODES, reasonLabel } from "#app/orders/domain/order.ts";
import { WEEKDAY_NAMES } from "#texts/calendar.ts";

/** List filters of dashboard numbers, by parameter. */
type Measures = Readonly<
  Record<"hour" | "weekday" | "product" | "option" | "promotion" | "tax" | "reason" | "answer" | "ready" | "with", string>
>;
export type MeasureNames = Readonly<Record<"product" | "option" | "promotion", string>>;

/** "HST 13%" */
function taxLabelOf(key: string): string {
  const { label, rate } = taxOfKey(key);
  return taxLabel(label, rate);
}

const words = (record: Readonly<Record<string, string>>) => Object.entries(record).map(([value, label]) => ({ value, label }));

/** Only active filters: they come from dashboard links and would clutter the list. */
export function measureFilters(asked: Measures, names: MeasureNames, region: RegionFormat): readonly ListFilter[] {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour, region) }));
  const named = (name: keyof MeasureNames) => [{ value: asked[name], label: names[name] }];
  const all: readonly (ListFilter & { readonly name: keyof Measures })[] = [
    { name: "hour", label: "Hour", options: hours },
    { name: "weekday", label: "Weekday", options: weekFrom(region).map((day) => ({ value: String(day), label: WEEKDAY_NAMES[day] })) },
    { name: "product", label: "Item", options: named("product") },
    { name: "option", label: "Option", options: named("option") },
    { name: "promotion", label: "Promotion", options: named("promotion") },
    { name: "tax", label: "Tax", options: [{ value: asked.tax, label: taxLabelOf(asked.tax) }] },
    {
      name: "reason",
      label: "Reason",
      options: [...REASON_CODES.map((value) => ({ value, label: reasonLabel(value) })), { value: "none", label: "None given" }],
    },
    { name: "answer", label: "Accepted", options: words(ANSWER_WORDS) },
    { name: "ready", label: "Ready", options: words(READY_WORDS) },
    {
      name: "with",
      label: "Only",
      options: words({
        discounts: "with a discount",
        fees: "with a delivery fee",
        tax: "with tax",
        tips: "with a tip",
        refunds: "with a refund",
        uncharged: "charged too little",
        kept: "with money kept",
        late: "late right now",
      }),
    },
  ];
  return all.filter(({ name }) => asked[name] !== "");
}
