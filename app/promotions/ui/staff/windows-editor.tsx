import { useRef } from "react";
import { shortWeekday, weekFrom } from "#app/values/clock/shop-clock.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { useFocusAfter } from "#app/kit/focus/use-focus-after.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import type { ScheduleWindow } from "#app/promotions/domain/promotion.ts";
import { JsonArea } from "./json-area.tsx";
import { SmallButton } from "./small-button.tsx";
import { useItemKeys } from "#app/kit/hooks/use-item-keys.ts";
import { jsonOf } from "#app/values/json.ts";

const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0];
const FIRST_WINDOW: ScheduleWindow = { weekdays: [1, 2, 3, 4, 5], from: "15:00", to: "17:00" };

/** Weekly hours of a promotion, as JSON in one field; none = at any time. */
export function ScheduleControl(control: ControlProps) {
  const { id, name, value, onChange } = control;
  const windows = (jsonOf(value) ?? undefined) as readonly ScheduleWindow[] | undefined;
  if (!useIsClient() || windows === undefined) return <JsonArea {...control} />;
  return (
    <div id={id} className="grid gap-3">
      <input type="hidden" name={name} value={value} />
      <Windows windows={windows} onChange={(next) => onChange(JSON.stringify(next))} />
    </div>
  );
}

interface WindowsProps {
  readonly windows: readonly ScheduleWindow[];
  readonly onChange: (windows: readonly ScheduleWindow[]) => void;
}

function Windows({ windows, onChange }: WindowsProps) {
  const { keys, drop } = useItemKeys(windows.length);
  const last = useRef<HTMLDivElement>(null);
  const focusAfter = useFocusAfter();
  return (
    <>
      {windows.map((window, index) => (
        <div
          key={keys[index]}
          ref={index === windows.length - 1 ? last : undefined}
          className="flex flex-wrap items-end gap-2 border-t border-hairline pt-3"
        >
          <WindowFields window={window} onChange={(next) => onChange(windows.with(index, next))} />
          <RemoveButton
            label={`Remove hours ${index + 1}`}
            announcement={`Hours ${index + 1} removed`}
            onRemove={() => {
              drop(index);
              onChange(windows.toSpliced(index, 1));
            }}
          />
        </div>
      ))}
      {windows.length === 0 ? <p className="text-ink-2">At any time.</p> : null}
      <SmallButton
        label={windows.length === 0 ? "Only at certain hours" : "Add hours"}
        onPress={() => {
          focusAfter(() => last.current?.querySelector("input"));
          onChange([...windows, FIRST_WINDOW]);
        }}
      />
    </>
  );
}

/** Weekdays and one range of hours; an end before the start is on the next day. */
function WindowFields({ window, onChange }: { readonly window: ScheduleWindow; readonly onChange: (window: ScheduleWindow) => void }) {
  return (
    <>
      <WeekdaysField label="Days (none = every day)" days={window.weekdays} onChange={(weekdays) => onChange({ ...window, weekdays })} />
      <ClockField label="From" value={window.from} onChange={(from) => onChange({ ...window, from })} />
      <ClockField label="Until" value={window.to} onChange={(to) => onChange({ ...window, to })} />
    </>
  );
}

interface WeekdaysFieldProps {
  readonly label: string;
  /** 0 = Sunday. */
  readonly days: readonly number[];
  readonly onChange: (days: readonly number[]) => void;
}

export function WeekdaysField({ label, days, onChange }: WeekdaysFieldProps) {
  const { region } = useShopClock();
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="mb-1 text-sm">{label}</legend>
      {weekFrom(region).map((day) => (
        <label
          key={day}
          className="choice inline-flex min-h-9 max-sm:min-h-11 items-center px-2 text-sm has-checked:border-primary has-checked:bg-primary-tint has-checked:text-primary"
        >
          <input
            type="checkbox"
            className="sr-only"
            checked={days.includes(day)}
            onChange={(event) => onChange(MONDAY_FIRST.filter((each) => (each === day ? event.target.checked : days.includes(each))))}
          />
          {shortWeekday(day)}
        </label>
      ))}
    </fieldset>
  );
}

interface ClockFieldProps {
  readonly label: string;
  /** "15:00" */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ClockField({ label, value, onChange }: ClockFieldProps) {
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <input type="time" value={value} onChange={(event) => onChange(event.target.value)} className={`${CONTROL_CLASS} figures w-32`} />
    </label>
  );
}
