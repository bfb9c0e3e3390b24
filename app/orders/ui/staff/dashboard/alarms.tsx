import { AlertTriangleIcon, InfoIcon } from "lucide-react";
import { Link } from "react-router";

export interface Alarm {
  readonly text: string;
  /** Link to resolve it; null if only informative. */
  readonly to: string | null;
  /** A notice, not an alarm: nothing has failed. */
  readonly isNotice: boolean;
}

/** Problems that stop the shop from working, then notices. */
export function Alarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  if (alarms.length === 0) return null;
  return (
    <div className="grid gap-2">
      {alarms
        .toSorted((a, b) => Number(a.isNotice) - Number(b.isNotice))
        .map(({ text, to, isNotice }) => {
          const look = `flex items-center gap-3 rounded p-3 ${
            isNotice
              ? "min-h-11 border border-saffron bg-saffron-tint"
              : "min-h-14 border-2 border-beet bg-beet-tint text-base font-semibold"
          }`;
          const Icon = isNotice ? InfoIcon : AlertTriangleIcon;
          const words = (
            <>
              <Icon aria-hidden className="size-5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </>
          );
          return to === null ? (
            <p key={text} className={look}>
              {words}
            </p>
          ) : (
            <Link key={text} to={to} className={`${look} hover:border-ink`}>
              {words}
            </Link>
          );
        })}
    </div>
  );
}
