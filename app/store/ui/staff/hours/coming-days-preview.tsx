import { useState } from "react";
import { comingDays } from "#app/store/domain/hours/coming-days.ts";
import type { StoreHours } from "#app/store/domain/hours/opening-hours.ts";

const WEEK = 7;

/** The next two weeks as customers will see them, by the shop's own rules. */
export function ComingDaysPreview({ hours, now }: { readonly hours: StoreHours; readonly now: Date }) {
  const [isWhole, setIsWhole] = useState(true);
  const days = comingDays(hours, now, isWhole ? 2 * WEEK : WEEK);
  return (
    <div className="mt-3">
      <p className="text-xs font-semibold text-ink-2">The coming {isWhole ? "two weeks" : "week"}</p>
      <ol
        className={`mt-1 grid gap-px overflow-hidden rounded border border-hairline bg-hairline ${isWhole ? "md:grid-flow-col md:grid-cols-2 md:grid-rows-7" : ""}`}
      >
        {days.map((day, index) => (
          <li
            key={day.date}
            className={`grid grid-cols-[6.5rem_1fr] gap-x-3 px-3 py-2 ${day.special === null ? "bg-surface" : "bg-saffron-tint"}`}
          >
            <span className={index === 0 ? "font-semibold" : ""}>
              {day.label}
              {index === 0 ? <span className="block text-xs font-normal text-ink-2">today</span> : null}
            </span>
            <span className="min-w-0">
              <span className={`figures ${day.isClosed ? "font-semibold text-beet" : ""}`}>{day.times}</span>
              {day.others.map((line) => (
                <span key={line} className="figures block text-xs text-ink-2">
                  {line}
                </span>
              ))}
              {day.special === null ? null : (
                <span className="block text-xs wrap-anywhere">{day.special.message === "" ? "Special hours" : day.special.message}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="inline-flex min-h-8 max-sm:min-h-11 items-center text-primary underline underline-offset-2 noscript:hidden"
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? "Show one week" : "Show two weeks"}
      </button>
    </div>
  );
}
