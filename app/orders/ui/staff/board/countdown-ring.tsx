import { minutesBetween } from "#app/values/time.ts";

const RADIUS = 15;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that shows the time until an undecided order times out, with text. */
export function CountdownRing({ from, until, now }: { readonly from: Date; readonly until: Date; readonly now: Date }) {
  const leftMinutes = Math.max(0, minutesBetween(now, until));
  const share = Math.min(1, leftMinutes / Math.max(1, minutesBetween(from, until)));
  const seconds = Math.floor(leftMinutes * 60);
  // Show seconds only near the end.
  const text = seconds >= 600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <span role="timer" aria-label={`Rejected by itself in ${text}`} className="relative grid size-12 shrink-0 place-items-center">
      <svg aria-hidden viewBox="0 0 36 36" className="absolute inset-0 -rotate-90">
        <circle cx="18" cy="18" r={RADIUS} fill="none" strokeWidth="3" className="stroke-hairline" />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          fill="none"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
          className={share < 0.25 ? "stroke-beet" : "stroke-primary"}
        />
      </svg>
      <span aria-hidden className="figures text-xs font-semibold">
        {text}
      </span>
    </span>
  );
}
