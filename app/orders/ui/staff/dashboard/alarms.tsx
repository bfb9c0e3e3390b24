import { AlertTriangleIcon } from "lucide-react";
import { Link } from "react-router";

export interface Alarm {
  readonly text: string;
  /** Where it is settled. */
  readonly to: string;
}

/** What keeps the shop from working as it should, above everything else. */
export function Alarms({ alarms }: { readonly alarms: readonly Alarm[] }) {
  return alarms.map((alarm) => (
    <Link
      key={alarm.text}
      to={alarm.to}
      className="flex min-h-14 items-center gap-3 rounded border-2 border-beet bg-beet-tint p-3 text-base font-semibold hover:border-ink"
    >
      <AlertTriangleIcon aria-hidden className="size-5 shrink-0" />
      {alarm.text}
    </Link>
  ));
}
