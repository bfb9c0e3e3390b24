import * as texts from "#texts/kit/pager.ts";
import { useSearchParams } from "react-router";
import { formatNumber } from "#app/values/number.ts";
import { ButtonLink } from "./button.tsx";
import { useMoneyFormat } from "./use-money-format.ts";

interface PagerProps {
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
  /** The real total is larger than the query counts. */
  readonly isTotalCapped?: boolean;
  /** "orders" */
  readonly noun: string;
  /** Parameters that the page links keep although the address does not contain them yet. */
  readonly keep?: Readonly<Record<string, string>>;
}

/** "51–100 of 143 orders" with links to the previous and next page; the rest of the address stays. */
export function Pager({ page, perPage, total, isTotalCapped = false, noun, keep = {} }: PagerProps) {
  const [search] = useSearchParams();
  const format = useMoneyFormat();
  const written = (value: number) => formatNumber(value, format);
  const last = Math.max(1, Math.ceil(total / perPage));
  const hasMore = page < last || (isTotalCapped && page === last);
  if (page === 1 && !hasMore) return null;
  const to = (target: number) => {
    const next = new URLSearchParams(search);
    next.delete("selected");
    for (const [name, value] of Object.entries(keep)) next.set(name, value);
    next.set("page", String(target));
    return `?${next.toString()}`;
  };
  const first = (page - 1) * perPage + 1;
  return (
    <nav aria-label={texts.pages} className="mt-4 flex flex-wrap items-center gap-3">
      {page > 1 ? (
        <ButtonLink to={to(page - 1)} rel="prev" look="outline" size="desk" className="min-h-11 lg:min-h-10">
          {texts.previous}
        </ButtonLink>
      ) : null}
      <span className="figures">
        {first > total && !isTotalCapped
          ? texts.page(written(page))
          : (isTotalCapped ? texts.rangeOfMore : texts.range)(
              written(first),
              written(isTotalCapped ? page * perPage : Math.min(page * perPage, total)),
              written(total),
              noun,
            )}
      </span>
      {hasMore ? (
        <ButtonLink to={to(page + 1)} rel="next" look="outline" size="desk" className="min-h-11 lg:min-h-10">
          {texts.next}
        </ButtonLink>
      ) : null}
    </nav>
  );
}
