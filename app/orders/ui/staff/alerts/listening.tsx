import { EarIcon, EarOffIcon } from "lucide-react";
import { counted } from "#texts/plural.ts";

/** How many devices would ring, next to the bell. */
export function Listening({ screens }: { readonly screens: number | null }) {
  if (screens === null) return null;
  const Icon = screens === 0 ? EarOffIcon : EarIcon;
  const words = screens === 0 ? "Alerts off" : `Alerts on ${counted(screens, "screen", "screens")}`;
  return (
    <span
      title={`${words}: where a new order rings`}
      className={`inline-flex min-h-11 items-center gap-1.5 text-sm whitespace-nowrap ${screens === 0 ? "font-semibold text-beet" : "text-ink-2"}`}
    >
      <Icon aria-hidden className="size-5 shrink-0 sm:size-4" />
      <span aria-hidden className="figures sm:hidden">
        {screens}
      </span>
      <span className="max-sm:sr-only">{words}</span>
    </span>
  );
}
