import { ClockIcon } from "lucide-react";
import { closedBanner, type StoreHours } from "#app/domain/opening-hours.ts";
import { useOpenState } from "#app/ui/hooks/use-open-state.ts";

/** The yellow banner while the store is closed (specification section 2); empty while open and before the first check. */
export function ClosedBanner({ hours }: { hours: StoreHours }) {
  const checked = useOpenState(hours);
  const sentence = checked === null ? null : closedBanner(checked.state, checked.at, hours.timeZone);
  return (
    <div role="status">
      {sentence === null ? null : (
        <p className="flex items-center justify-center gap-2 bg-saffron px-4 py-2 text-center font-semibold text-ink">
          <ClockIcon aria-hidden className="size-5 shrink-0" />
          <span>
            {sentence}
            {checked?.state.message == null ? null : <span className="font-normal"> {checked.state.message}</span>}
          </span>
        </p>
      )}
    </div>
  );
}
