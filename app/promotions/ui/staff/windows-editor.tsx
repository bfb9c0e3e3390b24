import { XIcon } from "lucide-react";
import { Button } from "#app/kit/button.tsx";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import type { ScheduleWindow } from "#app/promotions/domain/promotion.ts";
import { WEEKDAY_NAMES } from "#app/values/time.ts";
import { JsonArea, SmallButton } from "./action-control.tsx";
import { readJson } from "./json-text.ts";

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];
export const FIRST_WINDOW: ScheduleWindow = { weekdays: [1, 2, 3, 4, 5], from: "15:00", to: "17:00" };

/** Weekly hours of a promotion, as JSON in one field; none = at any time. */
export function ScheduleControl(control: ControlProps) {
  const { id, name, value, onChange } = control;
  const windows = readJson<readonly ScheduleWindow[]>(value);
  if (!useIsClient() || windows === undefined) return <JsonArea {...control} />;
  const put = (next: readonly ScheduleWindow[]) => onChange(JSON.stringify(next));
  return (
    <div id={id} className="grid gap-3">
      <input type="hidden" name={name} value={value} />
      {windows.map((window, index) => (
        // Hours are their place in the list.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-wrap items-end gap-2 border-t border-hairline pt-3">
          <WindowFields window={window} onChange={(next) => put(windows.with(index, next))} />
          <Button look="quiet" size="desk-icon" aria-label={`Take hours ${index + 1} out`} onClick={() => put(windows.toSpliced(index, 1))}>
            <XIcon aria-hidden className="size-4" />
          </Button>
        </div>
      ))}
      {windows.length === 0 ? <p className="text-ink-2">At any time.</p> : null}
      <SmallButton label="Only at certain hours" onPress={() => put([...windows, FIRST_WINDOW])} />
    </div>
  );
}

/** Weekdays and one range of hours; until before from passes midnight. */
export function WindowFields({
  window,
  onChange,
}: {
  readonly window: ScheduleWindow;
  readonly onChange: (window: ScheduleWindow) => void;
}) {
  const days = new Set(window.weekdays);
  return (
    <>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="mb-1 text-sm">Days (none = every day)</legend>
        {MONDAY_FIRST.map((day) => (
          <label
            key={day}
            className="inline-flex min-h-9 max-sm:min-h-11 cursor-pointer items-center rounded border border-field px-2 text-sm has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary has-focus-visible:outline-2"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={days.has(day)}
              onChange={(event) =>
                onChange({
                  ...window,
                  weekdays: MONDAY_FIRST.filter((each) => (each === day ? event.target.checked : days.has(each))),
                })
              }
            />
            {WEEKDAY_NAMES[day as 0]?.slice(0, 3)}
          </label>
        ))}
      </fieldset>
      {(["from", "to"] as const).map((end) => (
        <label key={end} className="grid gap-1 text-sm">
          {end === "from" ? "From" : "Until"}
          <input
            type="time"
            value={window[end]}
            onChange={(event) => onChange({ ...window, [end]: event.target.value })}
            className={`${CONTROL_CLASS} figures w-32`}
          />
        </label>
      ))}
    </>
  );
}
