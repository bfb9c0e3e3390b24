import { weekFrom } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { CopyIcon } from "lucide-react";
import { announce } from "#app/kit/focus/announcer.tsx";
import { Button } from "#app/kit/button.tsx";
import { WEEKDAY_KEYS, type HoursRange } from "#app/store/domain/hours/opening-hours.ts";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { usualRange } from "#app/store/domain/hours/proposed-range.ts";
import { readWeeklyHours } from "#app/store/domain/hours/hours-json.ts";
import { HoursRanges } from "./hours-ranges.tsx";
import { HoursTextControl } from "./hours-text-control.tsx";
import { capitalised } from "#app/values/text.ts";

const WORKING_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const WEEKEND = ["saturday", "sunday"];

/** The weekdays, starting with the region's first. */
function useWeek() {
  return weekFrom(useShopClock().region).map((weekday) => WEEKDAY_KEYS[weekday]);
}

interface WeeklyHoursControlProps extends ControlProps {
  /** The label of the switch that enables weekly hours. */
  readonly switchLabel?: string;
  /** The initial hours of each day when it is switched on. */
  readonly firstRange?: HoursRange | undefined;
}

/** Hours by weekday as JSON in one field; off (empty) = no separate hours. */
export function WeeklyHoursControl({ switchLabel = "Each weekday has its own hours", firstRange, ...props }: WeeklyHoursControlProps) {
  const { id, name, value, onChange, ...aria } = props;
  const week = useWeek();
  const hours = readWeeklyHours(value);
  if (hours === undefined) return <HoursTextControl {...props} />;
  const start = firstRange ?? usualRange("", "");
  const set = (day: string, ranges: readonly HoursRange[]) => onChange(JSON.stringify({ ...hours, [day]: ranges }));
  return (
    <div>
      <input type="hidden" name={name} value={value} />
      <label className="inline-flex min-h-10 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={hours !== null}
          onChange={(event) =>
            onChange(event.target.checked ? JSON.stringify(Object.fromEntries(WEEKDAY_KEYS.map((day) => [day, [start]]))) : "")
          }
          className="size-5 accent-primary"
          {...aria}
        />
        {switchLabel}
      </label>
      {hours === null ? null : (
        <div className="mt-1">
          {week.map((day) => (
            <div key={day} className="grid grid-cols-[6.5rem_1fr] gap-2 border-t border-hairline py-2 max-sm:grid-cols-1">
              <span className="self-start font-semibold sm:min-h-9 sm:content-center">{capitalised(day)}</span>
              <HoursRanges day={capitalised(day)} ranges={hours[day] ?? []} onChange={(ranges) => set(day, ranges)}>
                <CopyDay
                  day={day}
                  onCopy={(days) =>
                    onChange(JSON.stringify({ ...hours, ...Object.fromEntries(days.map((each) => [each, hours[day] ?? []])) }))
                  }
                />
              </HoursRanges>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Copies a day's hours to others: all, the working days, the weekend, or one. */
function CopyDay({ day, onCopy }: { readonly day: string; readonly onCopy: (days: readonly string[]) => void }) {
  const others = useWeek().filter((each) => each !== day);
  const targets = [
    { label: "Every day", days: others },
    { label: "Monday – Friday", days: WORKING_DAYS },
    { label: "Weekend", days: WEEKEND },
    ...others.map((each) => ({ label: capitalised(each), days: [each] })),
  ];
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-8 max-sm:min-h-11 cursor-pointer list-none items-center gap-1 text-primary underline underline-offset-2 [&::-webkit-details-marker]:hidden">
        <CopyIcon aria-hidden className="size-3.5" /> Copy to…<span className="sr-only"> from {capitalised(day)}</span>
      </summary>
      <div className="flex flex-wrap gap-1.5 py-1">
        {targets.map(({ label, days }) => (
          <Button
            key={label}
            look="outline"
            size="desk"
            onClick={(event) => {
              onCopy(days);
              announce(`Hours of ${capitalised(day)} copied to: ${label}`);
              event.currentTarget.closest("details")?.removeAttribute("open");
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </details>
  );
}
