import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { differenceText, type CountSummary } from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { countKey, MAX_COUNTS } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { counted } from "#app/values/plural.ts";

/** The summary names this many differences; the others are counted. */
const MOST_LISTED = 100;

interface CountBarProps {
  readonly summary: CountSummary;
  /** "Counted by Ana, today at 9:40 PM" */
  readonly words: string;
  readonly onDiscard: () => void;
  readonly onApply: () => void;
}

/** What was counted, with the acts on it. */
export function CountBar({ summary, words, onDiscard, onApply }: CountBarProps) {
  const [isAsking, setAsking] = useState(false);
  const isSending = useNavigation().formMethod === "POST";
  const { counts, differing, invalid } = summary;
  const all = counts.length + invalid.length;
  const hadCounts = useRef(false);
  // What was applied or discarded takes its buttons along: the next scan is what comes.
  useEffect(() => {
    if (all === 0 && hadCounts.current && document.activeElement?.tagName !== "INPUT") document.getElementById("scan")?.focus();
    hadCounts.current = all > 0;
  }, [all]);
  if (all === 0) return null;
  const [wrong] = invalid;
  const now = Math.min(counts.length, MAX_COUNTS);
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-hairline bg-surface py-3">
      <p className="grow basis-full text-sm sm:basis-auto">
        <span className="font-semibold">
          {counted(all, "row", "rows")} counted, {counted(differing.length, "difference", "differences")}
        </span>
        <span className="block text-xs text-ink-2">{words}</span>
        {wrong === undefined ? null : <span className="block text-beet">“{wrong.label}”: enter a whole number first.</span>}
      </p>
      <DiscardButton rows={all} isDisabled={isSending} onDiscard={onDiscard} />
      <Button
        size="desk"
        className="min-h-11"
        disabled={isSending || wrong !== undefined || counts.length === 0}
        onClick={() => setAsking(true)}
      >
        Apply counts
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Apply ${counted(now, "count", "counts")}?`}
        text={<Differences summary={summary} left={counts.length - now} />}
        yes="Apply counts"
        no="Keep counting"
        onYes={() => {
          setAsking(false);
          onApply();
        }}
        onNo={() => setAsking(false)}
      />
    </div>
  );
}

interface DiscardButtonProps {
  readonly rows: number;
  readonly isDisabled?: boolean;
  readonly onDiscard: () => void;
}

/** Asks before the counts of this device are lost. */
export function DiscardButton({ rows, isDisabled = false, onDiscard }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="outline" size="desk" className="min-h-11" disabled={isDisabled} onClick={() => setAsking(true)}>
        Discard counts
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Discard ${counted(rows, "count", "counts")}?`}
        text="What was counted on this device is lost. The stock stays as it is."
        yes="Discard counts"
        isDanger
        onYes={() => {
          setAsking(false);
          onDiscard();
        }}
        onNo={() => setAsking(false)}
      />
    </>
  );
}

function Differences({ summary: { counts, differing }, left }: { readonly summary: CountSummary; readonly left: number }) {
  const sum = (sign: 1 | -1) => differing.reduce((units, { difference }) => units + (difference * sign > 0 ? difference : 0), 0);
  if (differing.length === 0) return <p>{counted(counts.length, "row agrees", "rows agree")} with the stock. Nothing changes.</p>;
  return (
    <>
      <p>
        {counted(differing.length, "row changes", "rows change")}: {differenceText(sum(1))} and {differenceText(sum(-1))} units.{" "}
        {counted(counts.length - differing.length, "row agrees", "rows agree")} with the stock.
      </p>
      <ul aria-label="Differences" className="mt-2 divide-y divide-hairline border-y border-hairline">
        {differing.slice(0, MOST_LISTED).map(({ label, seen, text, difference, ...row }) => (
          <li key={countKey(row)} className="flex gap-3 py-1.5">
            <span className="grow">{label}</span>
            <span className="figures shrink-0">
              {seen} → {text.trim()} <strong>{differenceText(difference)}</strong>
            </span>
          </li>
        ))}
      </ul>
      {differing.length > MOST_LISTED ? <p className="mt-2">and {differing.length - MOST_LISTED} more</p> : null}
      {left > 0 ? <p className="mt-2">Of these, the first {MAX_COUNTS} are applied now. The others stay for the next time.</p> : null}
      <p className="mt-2">What is sold after a row was counted stays sold.</p>
    </>
  );
}
