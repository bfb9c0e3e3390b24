import { CircleAlertIcon, InfoIcon } from "lucide-react";
import type { ReactNode } from "react";

/** An inline message: red if it blocks, blue for a change. Never by colour alone: it has an icon and text. */
export function ProblemNote({ blocks, children }: { readonly blocks: boolean; readonly children: ReactNode }) {
  const Icon = blocks ? CircleAlertIcon : InfoIcon;
  return (
    <p
      className={`flex gap-2 rounded px-3 py-2 text-sm font-semibold ${blocks ? "bg-beet-tint text-beet" : "bg-harbour-tint text-harbour"}`}
    >
      <Icon aria-hidden className="mt-px size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
