import { AlertTriangleIcon } from "lucide-react";
import { Link } from "react-router";

export interface Alarm {
  readonly text: string;
  /** Where it is settled; null = there is nothing to do, but worth knowing. */
  readonly to: string | null;
}

/** What keeps the shop from working as it should, above everything else. */
export function Alarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  return alarms.map(({ text, to }) => {
    const look = "flex min-h-14 items-center gap-3 rounded border-2 border-beet bg-beet-tint p-3 text-base font-semibold";
    const words = (
      <>
        <AlertTriangleIcon aria-hidden className="size-5 shrink-0" />
        {text}
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
  });
}
