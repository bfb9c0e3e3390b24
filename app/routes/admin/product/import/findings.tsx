import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { Link } from "react-router";
import type { FieldChange } from "#app/catalogue/domain/import/differences.ts";
import type { ImportCounts, ItemOutcome } from "#app/catalogue/domain/import/import-run.ts";
import { Pager } from "#app/kit/pager.tsx";
import { Status, type StatusTone } from "#app/kit/status.tsx";
import { counted } from "#texts/plural.ts";
import { formatNumber } from "#app/values/number.ts";

const OUTCOMES: Readonly<Record<ItemOutcome, { readonly tone: StatusTone; readonly words: string }>> = {
  new: { tone: "on", words: "New" },
  changed: { tone: "late", words: "Changed" },
  unchanged: { tone: "off", words: "Unchanged" },
  broken: { tone: "bad", words: "Left out" },
};

export interface ItemView {
  readonly line: number;
  readonly name: string;
  readonly outcome: ItemOutcome;
  /** The product's page; null = none (yet). */
  readonly to: string | null;
  readonly changes: readonly FieldChange[];
}

interface ItemsProps {
  readonly items: readonly ItemView[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  readonly outcome: ItemOutcome | "";
  readonly counts: ImportCounts;
}

/** Each product of the file with what changes, field by field. */
export function ImportItems({ items, total, page, perPage, outcome, counts }: ItemsProps) {
  const format = useMoneyFormat();
  const tabs = [
    { value: "", label: "All", count: counts.new + counts.changed + counts.unchanged + counts.broken },
    ...(["new", "changed", "unchanged", "broken"] as const).map((each) => ({
      value: each,
      label: OUTCOMES[each].words,
      count: counts[each],
    })),
  ];
  return (
    <section aria-labelledby="items-title" className="mt-6">
      <h2 id="items-title" className="text-lg">
        Products of the file
      </h2>
      <nav aria-label="Products by outcome" className="mt-2 flex flex-wrap gap-x-4">
        {tabs.map(({ value, label, count }) => (
          <Link
            key={value}
            to={value === "" ? "?" : `?outcome=${value}`}
            preventScrollReset
            aria-current={value === outcome ? "page" : undefined}
            className="inline-flex min-h-11 items-center gap-1 border-b-2 border-transparent text-ink-2 hover:text-ink aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-ink lg:min-h-8"
          >
            {label} <span className="figures">{formatNumber(count, format)}</span>
          </Link>
        ))}
      </nav>
      {items.length === 0 ? (
        <p className="border-y border-hairline py-6 text-center text-ink-2">None.</p>
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {items.map((item) => (
            <li
              key={`${item.line} ${item.name}`}
              className="grid grid-cols-[1fr_auto] gap-x-4 py-2 text-sm sm:grid-cols-[7rem_minmax(0,1fr)_5rem]"
            >
              <Status tone={OUTCOMES[item.outcome].tone}>{OUTCOMES[item.outcome].words}</Status>
              <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
                {item.to === null ? (
                  <span className="font-semibold wrap-anywhere">{item.name}</span>
                ) : (
                  <Link to={item.to} className="font-semibold wrap-anywhere text-primary underline underline-offset-2">
                    {item.name}
                  </Link>
                )}
                {item.changes.length === 0 ? null : (
                  <dl className="mt-1 grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
                    {item.changes.map((change) => (
                      <div key={`${change.field} ${change.before}`} className="contents">
                        <dt className="text-ink-2">{change.field}</dt>
                        <dd className="wrap-anywhere">
                          {change.before === change.after ? (
                            "changes"
                          ) : (
                            <>
                              {item.outcome === "new" ? null : (
                                <>
                                  <del className="text-ink-2">{change.before || "nothing"}</del> →{" "}
                                </>
                              )}
                              <ins className="no-underline">{change.after || "nothing"}</ins>
                            </>
                          )}
                        </dd>
                      </div>
                    ))}
                  </dl>
                )}
              </div>
              <span className="figures text-ink-2 max-sm:justify-self-end sm:text-right">line {formatNumber(item.line, format)}</span>
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} perPage={perPage} total={total} noun="products" />
    </section>
  );
}

const LOST = { product: "Product left out", row: "Line left out", detail: "Part left out" } as const;

interface ProblemsProps {
  readonly problems: readonly { readonly line: number; readonly message: string; readonly lost: keyof typeof LOST }[];
  readonly total: number;
}

/** The parts of the file that were not imported as written, by line. */
export function ImportProblems({ problems, total }: ProblemsProps) {
  const format = useMoneyFormat();
  if (total === 0) return null;
  return (
    <section aria-labelledby="problems-title" className="mt-6">
      <h2 id="problems-title" className="text-lg">
        {counted(total, "line to look at", "lines to look at", format)}
      </h2>
      <ul className="mt-2 divide-y divide-hairline border-y border-hairline text-sm">
        {problems.map((problem, index) => (
          <li key={index} className="grid gap-x-4 py-2 sm:grid-cols-[5rem_minmax(0,1fr)_9rem]">
            <span className="figures text-ink-2">line {formatNumber(problem.line, format)}</span>
            <span className="wrap-anywhere">{problem.message}</span>
            <span className="text-ink-2">{LOST[problem.lost]}</span>
          </li>
        ))}
      </ul>
      {problems.length < total ? <p className="mt-2 text-ink-2">The first {problems.length} are shown.</p> : null}
    </section>
  );
}
