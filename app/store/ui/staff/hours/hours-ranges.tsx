import { PlusIcon } from "lucide-react";
import { useRef, type ReactNode } from "react";
import { MAX_RANGES_PER_DAY } from "#app/values/limits.ts";
import { proposedRange } from "#app/store/domain/hours/proposed-range.ts";
import type { HoursRange } from "#app/store/domain/hours/opening-hours.ts";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { RemoveButton } from "#app/kit/remove-button.tsx";

const ALL_DAY: HoursRange = "00:00-24:00";

interface HoursRangesProps {
  /** "Monday", "Fri, Dec 25, 2026", for screen readers. */
  readonly day: string;
  readonly ranges: readonly HoursRange[];
  readonly onChange: (ranges: readonly HoursRange[]) => void;
  /** Other actions for the day. */
  readonly children?: ReactNode;
}

/** The opening ranges of one day: from, to, add, none = closed. An end before the start is on the next day. */
export function HoursRanges({ day, ranges, onChange, children }: HoursRangesProps) {
  const area = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  const add = () => {
    focusAfter(() => [...(area.current?.querySelectorAll("input[type=time]") ?? [])].at(-2));
    onChange([...ranges, proposedRange(ranges)]);
  };
  const set = (index: number, range: HoursRange) => onChange(ranges.map((each, at) => (at === index ? range : each)));
  return (
    <div ref={area} className="grid gap-1.5">
      {ranges.length === 0 ? <p className="min-h-9 content-center font-semibold text-ink-2">Closed</p> : null}
      {ranges.map((range, index) => (
        // A range is identified only by its position.
        <div key={index} className="flex flex-wrap items-center gap-1.5">
          {range === ALL_DAY ? (
            <span className="min-h-9 content-center font-semibold">Open 24 hours</span>
          ) : (
            <RangeTimes label={`${day}, range ${index + 1}`} range={range} onChange={(next) => set(index, next)} />
          )}
          <RemoveButton
            look="outline"
            className="size-9"
            label={`Remove range ${index + 1} of ${day}`}
            announcement={`Range ${index + 1} of ${day} is removed`}
            onRemove={() => onChange(ranges.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div className="flex flex-wrap gap-x-3">
        {ranges.length >= MAX_RANGES_PER_DAY || ranges.includes(ALL_DAY) ? null : (
          <button
            type="button"
            className="inline-flex min-h-8 max-sm:min-h-11 items-center gap-1 text-primary underline underline-offset-2"
            onClick={add}
          >
            <PlusIcon aria-hidden className="size-4" /> {ranges.length === 0 ? "Add hours" : "Add a range"}
            <span className="sr-only"> for {day}</span>
          </button>
        )}
        {ranges.length === 0 ? (
          <button
            type="button"
            className="inline-flex min-h-8 max-sm:min-h-11 items-center text-primary underline underline-offset-2"
            onClick={() => onChange([ALL_DAY])}
          >
            Open 24 hours<span className="sr-only"> on {day}</span>
          </button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

interface RangeTimesProps {
  readonly label: string;
  readonly range: HoursRange;
  readonly onChange: (range: HoursRange) => void;
}

function RangeTimes({ label, range, onChange }: RangeTimesProps) {
  const [from = "", to = ""] = range.split("-");
  return (
    <>
      <Time label={`${label}, opens`} value={from} onChange={(next) => onChange(`${next}-${to}`)} />
      <span aria-hidden>–</span>
      <Time label={`${label}, closes`} value={to === "24:00" ? "00:00" : to} onChange={(next) => onChange(`${from}-${next}`)} />
      {to !== "" && from !== "" && to <= from && to !== "24:00" ? <span className="text-xs text-ink-2">next day</span> : null}
    </>
  );
}

function Time({ label, value, onChange }: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <input
      type="time"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="control figures min-h-9 max-sm:min-h-11 px-2 sm:text-sm"
    />
  );
}
