import { CalendarIcon, SearchIcon } from "lucide-react";
import { Form, Link } from "react-router";
import { MAX_SEARCH_LENGTH } from "#app/values/limits.ts";
import { Button } from "#app/kit/button.tsx";
import { filterParams, filterWords, type OrderFilterView } from "./order-filter.ts";

interface OrderFilterFormProps {
  readonly filter: OrderFilterView;
  /** What else stays in the address: the saved view that is being narrowed. */
  readonly keep: Readonly<Record<string, string>>;
  /** Where the page shows tickets or a board, the days are one press away on a desk and leave the room to the orders on smaller screens. */
  readonly areDaysOpen: boolean;
}

const FIELD = "control min-h-11 lg:min-h-10 lg:text-sm";

/** Search and days, sent together as an address: it can be kept, shared and gone back to. */
export function OrderFilterForm({ filter, keep, areDaysOpen }: OrderFilterFormProps) {
  const { q, from, to, fulfillment } = filter;
  const kept = fulfillment === null ? keep : { ...keep, fulfillment };
  return (
    <Form
      method="get"
      role="search"
      key={JSON.stringify([filterParams(filter), areDaysOpen])}
      className="grid w-full grid-cols-[minmax(0,1fr)] gap-2 lg:flex lg:w-auto lg:flex-wrap lg:items-center lg:justify-end"
    >
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <details open={areDaysOpen} className="group max-lg:order-last max-lg:not-open:hidden lg:flex lg:items-center">
        <summary className="inline-flex min-h-11 list-none items-center gap-1.5 pr-2 text-sm font-semibold text-primary group-open:sr-only lg:min-h-10 [&::-webkit-details-marker]:hidden">
          <CalendarIcon aria-hidden className="size-4" />
          <span className="underline underline-offset-2">Choose days</span>
        </summary>
        <div className="flex items-center gap-2" title="Each day runs until 4:00 AM, as on the dashboard">
          <label className="flex min-w-0 grow items-center gap-2">
            <span className="text-sm text-ink-2">From</span>
            <input type="date" name="from" defaultValue={from ?? ""} className={`${FIELD} w-full min-w-0 px-2`} />
          </label>
          <label className="flex min-w-0 grow items-center gap-2">
            <span className="text-sm text-ink-2">to</span>
            <input type="date" name="to" defaultValue={to ?? ""} className={`${FIELD} w-full min-w-0 px-2`} />
          </label>
        </div>
      </details>
      <div className="flex gap-2">
        <label className="relative grow">
          <span className="sr-only">Number, name or phone</span>
          <SearchIcon aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
          <input
            type="search"
            name="q"
            defaultValue={q}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="Number, name or phone"
            className={`${FIELD} w-full pl-8 lg:w-60`}
          />
        </label>
        <Button type="submit" look="outline" size="desk" className="min-h-11 lg:min-h-10">
          Search
        </Button>
      </div>
    </Form>
  );
}

/** Says what the rows are narrowed to, and takes it back. Nothing while they are not. */
export function FilterNotice({ filter, clearTo }: { readonly filter: OrderFilterView; readonly clearTo: string }) {
  const words = filterWords(filter);
  if (words === "") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere">Shown: {words}.</span>
      <Link to={clearTo} className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2 lg:min-h-8">
        Clear
      </Link>
    </p>
  );
}
