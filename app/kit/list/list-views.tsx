import { Link, useSearchParams } from "react-router";
import { addressWith } from "./list-columns.ts";

interface ListViewsProps {
  /** The query parameter that selects the view. */
  readonly name: string;
  readonly current: string;
  readonly views: readonly { readonly value: string; readonly label: string }[];
}

/** Tabs of a list; the search is kept. */
export function ListViews({ name, current, views }: ListViewsProps) {
  const [search] = useSearchParams();
  return (
    <nav aria-label="Show">
      <ul className="flex gap-2">
        {views.map(({ value, label }) => (
          <li key={label}>
            <Link
              to={addressWith(search, { [name]: value, selected: "" })}
              aria-current={value === current ? "true" : undefined}
              className="inline-flex min-h-11 items-center rounded border lg:min-h-9 border-hairline px-3 font-semibold text-ink-2 hover:border-ink aria-[current=true]:border-primary aria-[current=true]:bg-primary-tint aria-[current=true]:text-primary"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
