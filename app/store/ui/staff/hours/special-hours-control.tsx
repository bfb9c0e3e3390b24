import { Trash2Icon } from "lucide-react";
import { MAX_SHORT_TEXT_LENGTH, MAX_SPECIAL_DAYS } from "#app/values/limits.ts";
import type { SpecialDay } from "#app/store/domain/hours/opening-hours.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { CONTROL_CLASS, type ControlProps } from "#app/kit/forms/control.ts";
import { JsonListControl } from "#app/store/ui/staff/json-list-control.tsx";
import { RemoveButton } from "#app/kit/remove-button.tsx";
import { readSpecialHours } from "#app/store/domain/hours/hours-json.ts";
import { formatDay, type RegionFormat } from "#app/values/clock/shop-clock.ts";
import { isLocalDate } from "#app/values/time.ts";
import { hasKey } from "#app/values/narrow.ts";
import { HoursRanges } from "./hours-ranges.tsx";

/** Without days and hours, so that customers see nothing before staff fill it in. */
const NEW_ENTRY: SpecialDay = { from: "", to: "", ranges: ["-"], services: "all", message: "" };

/** Holidays and special hours as JSON in one field. */
export function SpecialHoursControl(control: ControlProps) {
  return (
    <JsonListControl
      control={control}
      read={readSpecialHours}
      blank={NEW_ENTRY}
      most={MAX_SPECIAL_DAYS}
      addLabel="Add a holiday or special hours"
    >
      {({ value, ...item }) => <Entry day={value} {...item} />}
    </JsonListControl>
  );
}

interface EntryProps {
  readonly day: SpecialDay;
  /** From 1. */
  readonly place: number;
  readonly onChange: (part: Partial<SpecialDay>) => void;
  readonly onRemove: () => void;
}

function Entry({ day, place, onChange, onRemove }: EntryProps) {
  const { region } = useShopClock();
  return (
    <fieldset className="grid gap-2 rounded border border-hairline p-3">
      <legend className="sr-only">Special hours {place}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <div className="flex flex-wrap items-end gap-2">
          <DateField label="From" value={day.from} onChange={(from) => onChange({ from, to: day.to < from ? from : day.to })} />
          <DateField label="To (included)" value={day.to} onChange={(to) => onChange({ to })} />
          <ServicesField value={day.services} onChange={(services) => onChange({ services })} />
        </div>
        <RemoveButton
          look="outline"
          className="size-9"
          label={`Remove special hours ${place}`}
          announcement={`Special hours ${place} are removed`}
          icon={Trash2Icon}
          onRemove={onRemove}
        />
      </div>
      <HoursRanges day={dayWords(day.from, place, region)} ranges={day.ranges} onChange={(ranges) => onChange({ ranges })}>
        {day.ranges.length === 0 ? null : (
          <button
            type="button"
            className="min-h-8 text-primary underline underline-offset-2 max-sm:min-h-11"
            onClick={() => onChange({ ranges: [] })}
          >
            Closed all day
          </button>
        )}
      </HoursRanges>
      <label className="grid gap-0.5 text-xs font-semibold">
        Words for customers (optional)
        <input
          type="text"
          value={day.message}
          maxLength={MAX_SHORT_TEXT_LENGTH}
          onChange={(event) => onChange({ message: event.target.value })}
          placeholder="Closed for the holidays"
          className={`${CONTROL_CLASS} min-h-9`}
        />
      </label>
    </fieldset>
  );
}

/** "Fri, Dec 25, 2026"; its position until a day is chosen. */
function dayWords(from: string, place: number, region: RegionFormat): string {
  return isLocalDate(from) ? formatDay(from, region, { weekday: "short", hasYear: true }) : `Special day ${place}`;
}

const SERVICES = { all: "Pickup and delivery", pickup: "Pickup only", delivery: "Delivery only" } as const;

interface ServicesFieldProps {
  readonly value: SpecialDay["services"];
  readonly onChange: (value: SpecialDay["services"]) => void;
}

function ServicesField({ value, onChange }: ServicesFieldProps) {
  return (
    <label className="grid gap-0.5 text-xs font-semibold">
      For
      <select
        value={value}
        onChange={({ target }) => hasKey(SERVICES, target.value) && onChange(target.value)}
        className={`${CONTROL_CLASS} min-h-9`}
      >
        {Object.entries(SERVICES).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

function DateField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="grid gap-0.5 text-xs font-semibold">
      {label}
      <input type="date" value={value} onChange={(event) => onChange(event.target.value)} className={`${CONTROL_CLASS} figures min-h-9`} />
    </label>
  );
}
