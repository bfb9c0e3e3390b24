import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useEffect, useRef, type MouseEvent } from "react";
import type { CountDraft } from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { Button } from "#app/kit/button.tsx";
import { LOST_WORDS } from "#app/kit/lost-connection.ts";
import { UndoButton } from "#app/kit/record/undo-button.tsx";
import { counted } from "#texts/plural.ts";
import { DiscardButton } from "./count-bar.tsx";
import type { CountsRefused } from "./send-counts.ts";
import { useScanFocus } from "./use-scan-focus.ts";

export type CountsAnswer = CountsRefused | { readonly kind: "lost" };

/** The result if not all counts were applied. */
export function CountsNotice({ answer }: { readonly answer: CountsAnswer | undefined }) {
  const format = useMoneyFormat();
  const notice = useRef<HTMLParagraphElement>(null);
  // The notice may be out of view: the apply button is below it, on a phone far below.
  useEffect(() => {
    if (answer !== undefined) notice.current?.scrollIntoView({ block: "center" });
  }, [answer]);
  if (answer === undefined) return null;
  if (answer.kind === "lost")
    return (
      <p ref={notice} role="alert" className="rounded border-2 border-beet bg-beet-tint p-3">
        {LOST_WORDS}
      </p>
    );
  const { applied, refused, undo } = answer;
  const words = `${counted(applied, "count", "counts", format)} applied, ${counted(Object.keys(refused).length, "count was", "counts were", format)} not.`;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded border-2 border-beet bg-beet-tint p-3">
      <p ref={notice} role="alert" className="grow font-semibold">
        {words}
      </p>
      {undo === null ? null : <UndoButton entry={undo} label={`Undo: ${counted(applied, "count", "counts", format)} applied`} />}
    </div>
  );
}

/** The most visible lines; the others follow as these are removed. */
const MOST_LISTED = 100;

interface RefusedCountsProps {
  readonly draft: CountDraft;
  /** @param keys row keys */
  readonly onRemove: (keys: readonly string[]) => void;
}

/** Refused counts, wherever their rows are: a deleted product is in no list. */
export function RefusedCounts({ draft, onRemove }: RefusedCountsProps) {
  const refused = Object.entries(draft.counts).filter(([, { problem }]) => problem !== "");
  useScanFocus(refused.length > 0);
  if (refused.length === 0) return null;
  const remove = (event: MouseEvent<HTMLButtonElement>, key: string) => {
    const line = event.currentTarget.closest("li");
    const next = (line?.nextElementSibling ?? line?.previousElementSibling)?.querySelector("button");
    (next ?? document.getElementById("scan"))?.focus();
    onRemove([key]);
  };
  return (
    <section aria-labelledby="refused-counts" className="rounded border border-beet p-3">
      <h2 id="refused-counts" className="font-semibold">
        Not applied
      </h2>
      <ul className="divide-y divide-hairline">
        {refused.slice(0, MOST_LISTED).map(([key, { label, problem }]) => (
          <li key={key} className="flex items-center gap-3 py-1.5">
            <span className="grow wrap-anywhere">
              {label}: {problem}
            </span>
            <Button
              look="outline"
              size="desk"
              className="min-h-11 shrink-0"
              aria-label={`Remove count of ${label}`}
              onClick={(event) => remove(event, key)}
            >
              Remove count
            </Button>
          </li>
        ))}
      </ul>
      {refused.length > MOST_LISTED ? <p className="pb-2">and {refused.length - MOST_LISTED} more</p> : null}
      {refused.length > 1 ? (
        <DiscardButton label="Remove all" rows={refused.length} onDiscard={() => onRemove(refused.map(([key]) => key))} />
      ) : null}
    </section>
  );
}

interface FoundCountsProps {
  readonly rows: number;
  /** "Counted by Ana, yesterday at 9:40 PM" */
  readonly words: string;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Confirms before counts of another user, or of an earlier day, are used. */
export function FoundCounts({ rows, words, onContinue, onDiscard }: FoundCountsProps) {
  const format = useMoneyFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  // The notice may replace the field that the user is typing in.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="found-counts" className="grid justify-items-start gap-2 rounded border-2 border-saffron bg-saffron-tint p-4">
      <h2 ref={heading} id="found-counts" tabIndex={-1} className="text-lg">
        This device has {counted(rows, "count", "counts", format)} that {rows === 1 ? "was" : "were"} not applied
      </h2>
      <p>{words}.</p>
      <div className="flex flex-wrap gap-2">
        <Button size="desk" className="min-h-11" onClick={onContinue}>
          Continue with these counts
        </Button>
        <DiscardButton rows={rows} onDiscard={onDiscard} />
      </div>
    </section>
  );
}
