import { FlameIcon, PauseIcon, PlayIcon } from "lucide-react";
import { useFetcher } from "react-router";
import { MAX_SHORT_TEXT_LENGTH } from "#app/domain/limits.ts";
import { formatDuration } from "#app/domain/order-pace.ts";
import { minutesBetween } from "#app/domain/time.ts";
import { Button } from "#app/ui/primitives/button.tsx";
import { formatMoment } from "./order-words.tsx";

export interface LiveState {
  /** "Open now; closes 9:00 PM" */
  readonly openSentence: string;
  readonly isOpen: boolean;
  readonly pausedUntil: Date | null;
  readonly pauseMessage: string;
  readonly busyMinutes: number;
  readonly busyUntil: Date | null;
  /** Minutes a new pickup order is quoted now. */
  readonly quotedMinutes: number;
  readonly soldOut: readonly { readonly kind: "product" | "option"; readonly id: number; readonly name: string; readonly until: Date | null }[];
}

const PAUSES = [
  { value: "15", label: "15 min" },
  { value: "30", label: "30 min" },
  { value: "60", label: "1 hour" },
  { value: "today", label: "Rest of the day" },
] as const;

/** Pause, busy and sold out: what the counter changes while orders come in. */
export function LiveControls({ live, now, zone }: { readonly live: LiveState; readonly now: Date; readonly zone: string }) {
  const fetcher = useFetcher<{ message: string }>({ key: "live-controls" });
  const isBusy = fetcher.state !== "idle";
  const isPaused = live.pausedUntil !== null && live.pausedUntil > now;
  const isRush = live.busyMinutes > 0 && (live.busyUntil === null || live.busyUntil > now);
  return (
    <section aria-label="Live controls" className={`rounded border p-3 ${isPaused ? "border-saffron bg-saffron-tint" : "border-hairline bg-canvas"}`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto font-semibold">
          <span aria-hidden className={`mr-2 inline-block size-2 rounded-full ${live.isOpen ? "bg-leaf" : "bg-saffron"}`} />
          {isPaused && live.pausedUntil !== null ? `Ordering paused until ${formatMoment(live.pausedUntil, now, zone)}` : live.openSentence}
          <span className="font-normal text-ink-2">
            {" · "}new pickup orders are told {live.quotedMinutes} min{isRush && live.busyUntil !== null ? ` (busy for ${formatDuration(minutesBetween(now, live.busyUntil))} more)` : ""}
          </span>
        </p>
        <fetcher.Form method="post" className="flex flex-wrap gap-2">
          <input type="hidden" name="intent" value="live" />
          {isRush ? (
            <Button type="submit" name="busy" value="0" look="outline" size="desk" className="min-h-10" disabled={isBusy}>
              <FlameIcon aria-hidden className="size-4 text-beet" /> No longer busy
            </Button>
          ) : (
            ["10", "20"].map((minutes) => (
              <Button key={minutes} type="submit" name="busy" value={minutes} look="outline" size="desk" className="min-h-10" disabled={isBusy}>
                <FlameIcon aria-hidden className="size-4" /> Busy: +{minutes} min for an hour
              </Button>
            ))
          )}
          {isPaused ? (
            <Button type="submit" name="pause" value="0" size="desk" className="min-h-10" disabled={isBusy}>
              <PlayIcon aria-hidden className="size-4" /> Take orders again
            </Button>
          ) : null}
        </fetcher.Form>
      </div>
      {isPaused ? null : (
        <details className="group mt-1">
          <summary className="inline-flex min-h-8 list-none items-center gap-1.5 font-semibold text-primary underline underline-offset-2">
            <PauseIcon aria-hidden className="size-4" /> Pause ordering…
          </summary>
          <fetcher.Form method="post" className="mt-2 flex flex-wrap items-end gap-2">
            <input type="hidden" name="intent" value="live" />
            <label className="grid grow gap-1 font-semibold">
              Message for customers (optional)
              <input name="message" type="text" defaultValue={live.pauseMessage} maxLength={MAX_SHORT_TEXT_LENGTH} className="min-h-10 w-full rounded border border-field bg-surface px-3 text-base font-normal sm:text-sm" />
            </label>
            {PAUSES.map((pause) => (
              <Button key={pause.value} type="submit" name="pause" value={pause.value} look="outline" size="desk" className="min-h-10" disabled={isBusy}>
                {pause.label}
              </Button>
            ))}
          </fetcher.Form>
        </details>
      )}
      {live.soldOut.length === 0 ? null : (
        <details className="mt-1">
          <summary className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-primary underline underline-offset-2">Sold out: {live.soldOut.length}</summary>
          <ul className="mt-1 grid gap-1">
            {live.soldOut.map((entry) => (
              <li key={`${entry.kind} ${entry.id}`} className="flex min-h-10 flex-wrap items-center gap-2 border-t border-hairline pt-1">
                <span className="grow wrap-anywhere">
                  {entry.name}
                  <span className="text-ink-2"> · {entry.until === null ? "until put back" : `until ${formatMoment(entry.until, now, zone)}`}</span>
                </span>
                <fetcher.Form method="post">
                  <input type="hidden" name="intent" value="live" />
                  <Button type="submit" name="back" value={`${entry.kind} ${entry.id}`} look="outline" size="desk" className="min-h-10" disabled={isBusy} aria-label={`Sell ${entry.name} again`}>
                    Sell again
                  </Button>
                </fetcher.Form>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p role="status" className={fetcher.data === undefined ? "sr-only" : "mt-1 font-semibold"}>
        {fetcher.data?.message}
      </p>
    </section>
  );
}
