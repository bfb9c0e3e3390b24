import { WEEKDAY_KEYS, type HoursRange, type WeeklyHours } from "#app/store/domain/opening-hours.ts";
import type { ControlProps } from "#app/kit/forms/control.ts";
import { readWeeklyHours } from "#app/store/domain/hours-json.ts";
import { HoursRanges } from "./hours-ranges.tsx";
import { HoursTextControl } from "./hours-text-control.tsx";

const MONDAY_FIRST = [...WEEKDAY_KEYS.slice(1), ...WEEKDAY_KEYS.slice(0, 1)];
const FIRST_HOURS: WeeklyHours = Object.fromEntries(MONDAY_FIRST.map((day) => [day, ["11:00-21:00"]]));

interface WeeklyHoursControlProps extends ControlProps {
  /** What its being on says. */
  readonly switchLabel?: string;
}

/** Hours by weekday as JSON in one field; off (empty) = no hours of its own. */
export function WeeklyHoursControl({ switchLabel = "Each weekday has its own hours", ...props }: WeeklyHoursControlProps) {
  const { id, name, value, onChange, ...aria } = props;
  const hours = readWeeklyHours(value);
  if (hours === undefined) return <HoursTextControl {...props} />;
  const set = (day: string, ranges: readonly HoursRange[]) => onChange(JSON.stringify({ ...hours, [day]: ranges }));
  return (
    <div>
      <input type="hidden" name={name} value={value} />
      <label className="inline-flex min-h-10 items-center gap-3">
        <input
          id={id}
          type="checkbox"
          checked={hours !== null}
          onChange={(event) => onChange(event.target.checked ? JSON.stringify(FIRST_HOURS) : "")}
          className="size-5 accent-primary"
          {...aria}
        />
        {switchLabel}
      </label>
      {hours === null ? null : (
        <div className="mt-1">
          {MONDAY_FIRST.map((day, index) => (
            <div key={day} className="grid grid-cols-[6.5rem_1fr] gap-2 border-t border-hairline py-2 max-sm:grid-cols-1">
              <span className="font-semibold capitalize sm:min-h-9 sm:content-center">{day}</span>
              <div>
                <HoursRanges day={day} ranges={hours[day] ?? []} onChange={(ranges) => set(day, ranges)} />
                {index === 0 ? (
                  <button
                    type="button"
                    className="inline-flex min-h-8 items-center text-primary underline underline-offset-2"
                    onClick={() => onChange(JSON.stringify(Object.fromEntries(MONDAY_FIRST.map((each) => [each, hours[day] ?? []]))))}
                  >
                    Use Monday's hours every day
                  </button>
                ) : null}
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
