import { CheckIcon, XIcon } from "lucide-react";
import type { ConnectionTest } from "./settings-view.ts";

/** The result of a connection test, announced when it arrives. */
export function TestOutcome({ outcome }: { readonly outcome: ConnectionTest | undefined }) {
  const Icon = outcome?.isGood === true ? CheckIcon : XIcon;
  return (
    <div role="status">
      {outcome === undefined ? null : (
        <p className={`flex items-start gap-2 ${outcome.isGood ? "" : "font-semibold text-beet"}`}>
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${outcome.isGood ? "text-leaf" : ""}`} />
          <span className="min-w-0 wrap-anywhere">{outcome.message}</span>
        </p>
      )}
    </div>
  );
}
