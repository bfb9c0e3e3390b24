import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { RecordControl } from "#app/kit/record/record-fields.tsx";
import { hoursWords } from "./hours-words.ts";
import { WeeklyHoursControl } from "./weekly-hours-control.tsx";

/** The ordering hours of a record, as a field of its form. */
export function OrderHoursField({ hint }: { readonly hint: string }) {
  const { region } = useShopClock();
  return (
    <RecordControl name="hours" label="Hours" hint={hint} show={(text) => hoursWords(text, region)}>
      {({ required: _required, maxLength: _maxLength, ...control }) => (
        <WeeklyHoursControl {...control} switchLabel="Only at certain hours" />
      )}
    </RecordControl>
  );
}
