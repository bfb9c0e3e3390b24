import { useMoneyFormat } from "#app/kit/use-money-format.ts";
import { useState } from "react";
import { useNavigation } from "react-router";
import { differenceText, type CountSummary } from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { countKey } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { counted } from "#texts/plural.ts";
import { useScanFocus } from "./use-scan-focus.ts";

/** The summary lists at most this many differences and counts the others. */
const MOST_LISTED = 100;

interface CountBarProps {
  readonly summary: CountSummary;
  /** "Counted by Ana, today at 9:40 PM" */
  readonly words: string;
  readonly onDiscard: () => void;
  readonly onApply: () => void;
}

/** The summary of the counts, with its actions. */
export function CountBar({ summary, words, onDiscard, onApply }: CountBarProps) {
  const format = useMoneyFormat();
  const [isAsking, setAsking] = useState(false);
  const isSending = useNavigation().formMethod === "POST";
  const { counts, left, differing, invalid } = summary;
  const all = counts.length + left + invalid.length;
  useScanFocus(all > 0);
  if (all === 0) return null;
  const [wrong] = invalid;
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-hairline bg-surface py-3">
      <p className="grow basis-full text-sm sm:basis-auto">
        <span className="font-semibold">
          {counted(all, "row", "rows", format)} counted, {counted(differing.length, "difference", "differences", format)}
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
        title={`Apply ${counted(counts.length, "count", "counts", format)}?`}
        text={<Differences summary={summary} />}
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
  readonly label?: string;
  readonly rows: number;
  readonly isDisabled?: boolean;
  readonly onDiscard: () => void;
}

/** A button that confirms before this device's counts are discarded. */
export function DiscardButton({ label = "Discard counts", rows, isDisabled = false, onDiscard }: DiscardButtonProps) {
  const format = useMoneyFormat();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="outline" size="desk" className="min-h-11" disabled={isDisabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Discard ${counted(rows, "count", "counts", format)}?`}
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

function Differences({ summary: { counts, left, differing } }: { readonly summary: CountSummary }) {
  const format = useMoneyFormat();
  const sum = (sign: 1 | -1) => differing.reduce((units, { difference }) => units + (difference * sign > 0 ? difference : 0), 0);
  const later = left === 0 ? null : <p className="mt-2">{counted(left, "count stays", "counts stay", format)} for the next time.</p>;
  if (differing.length === 0)
    return (
      <>
        <p>{counted(counts.length, "row agrees", "rows agree", format)} with the stock. Nothing changes.</p>
        {later}
      </>
    );
  return (
    <>
      <p>
        {counted(differing.length, "row changes", "rows change", format)}: {differenceText(sum(1))} and {differenceText(sum(-1))} units.{" "}
        {counted(counts.length - differing.length, "row agrees", "rows agree", format)} with the stock.
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
      {later}
      <p className="mt-2">What is sold after a row was counted stays sold.</p>
    </>
  );
}
