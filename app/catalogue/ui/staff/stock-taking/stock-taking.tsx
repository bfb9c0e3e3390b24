import { useEffect, useRef, useState, type ReactNode } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { countKey, MAX_COUNTS, type CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { differenceText, labelOf, type CountDraft, type CountSummary } from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { Button } from "#app/kit/button.tsx";
import { ConfirmDialog } from "#app/kit/confirm.tsx";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { LOST_WORDS } from "#app/kit/lost-connection.ts";
import { counted } from "#app/values/plural.ts";
import { CountTable } from "./count-table.tsx";
import type { CountsRefused } from "./send-counts.ts";
import { useCounts } from "./use-counts.ts";
import { useScans } from "./use-scans.ts";

/** The stock shown is what counts are compared with, so it is read again while the page is open. */
const FRESH_MS = 20_000;
/** The summary names this many differences; the others are counted. */
const MOST_LISTED = 100;

interface StockTakingProps {
  readonly rows: readonly CountRow[];
  /** What the list is searched by. */
  readonly q: string;
  readonly answer: CountsRefused | { readonly kind: "lost" } | undefined;
  /** Nothing in the shop is counted. */
  readonly isEmpty: boolean;
  /** The list's search, filters and pages around the rows. */
  readonly renderList: (rows: ReactNode) => ReactNode;
}

/** Counting what is there: typed or scanned counts are compared with the stock; nothing changes before the summary is confirmed. */
export function StockTaking({ rows, q, answer, isEmpty, renderList }: StockTakingProps) {
  const { draft, summary, count, restore, addOne, discard, send } = useCounts();
  const [spoken, setSpoken] = useState("");
  const [scanned, setScanned] = useState<string | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const refresh = useFreshStock();
  const show = (row: CountRow) => {
    setScanned(countKey(row));
    const line = area.current?.querySelector(`[data-row="${countKey(row)}"]`);
    line?.scrollIntoView({ block: "center" });
    return line;
  };
  const scan = useScans({
    rows,
    q,
    onSay: setSpoken,
    onFound: (row) => {
      show(row);
      setSpoken(`${labelOf(row)}: ${addOne(row)} counted, ${row.stock} in stock.`);
    },
    onSeveral: (found, code) => {
      const [first] = found;
      if (first !== undefined) show(first)?.querySelector("input")?.focus();
      setSpoken(`${found.length} rows have the code “${code}”. Type the count of the right one.`);
    },
  });
  if (!useIsClient())
    return (
      <p className="border-y border-hairline px-4 py-12 text-center text-base text-ink-2">
        The stock-taking needs scripts. Without them, change the stock in the products one by one.
      </p>
    );
  return (
    <div ref={area} className="grid gap-3">
      <Answer answer={answer} draft={draft} />
      {isEmpty ? null : <ScanField onScan={scan} />}
      <p role="status" className="min-h-5 text-sm font-semibold">
        {spoken}
      </p>
      {renderList(
        <CountTable rows={rows} draft={draft} scanned={scanned} onCount={count} onRestore={restore} onScan={scan} onFocus={refresh} />,
      )}
      <CountBar summary={summary} onDiscard={discard} onApply={send} />
    </div>
  );
}

/** Reads the page again now and then, and when asked for. */
function useFreshStock(): () => void {
  const { revalidate, state } = useRevalidator();
  const isIdle = useNavigation().state === "idle" && state === "idle";
  const refresh = () => {
    if (isIdle && document.visibilityState === "visible") void revalidate();
  };
  useInterval(refresh, FRESH_MS);
  return refresh;
}

function ScanField({ onScan }: { readonly onScan: (code: string) => void }) {
  const [code, setCode] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== "") onScan(code.trim());
        setCode("");
      }}
      className="grid gap-1"
    >
      <label htmlFor="scan" className="text-sm font-semibold">
        Scan a barcode or SKU
      </label>
      <input
        id="scan"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete="off"
        enterKeyHint="done"
        aria-describedby="scan-hint"
        className={`${CONTROL_CLASS} max-w-sm`}
      />
      <p id="scan-hint" className="text-xs text-ink-2">
        Each scan adds 1 to its row. Or type the number into the row; Enter goes to the next one. Leave out goods set aside for open orders.
      </p>
    </form>
  );
}

function Answer({ answer, draft }: Pick<StockTakingProps, "answer"> & { readonly draft: CountDraft }) {
  if (answer === undefined) return null;
  const refused = answer.kind === "lost" ? 0 : Object.keys(answer.refused).length;
  return (
    <div role="alert" className="rounded border-2 border-beet bg-beet-tint p-3">
      {answer.kind === "lost" ? (
        LOST_WORDS
      ) : (
        <>
          <p className="font-semibold">
            {counted(answer.applied, "count", "counts")} applied, {counted(refused, "count was", "counts were")} not:
          </p>
          <ul>
            {Object.entries(answer.refused).map(([key, problem]) => (
              <li key={key}>
                {draft.counts[key]?.label ?? "A row"}: {problem}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface CountBarProps {
  readonly summary: CountSummary;
  readonly onDiscard: () => void;
  readonly onApply: () => void;
}

function CountBar({ summary, onDiscard, onApply }: CountBarProps) {
  const [asking, setAsking] = useState<"apply" | "discard" | null>(null);
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
  const words = `${counted(all, "row", "rows")} counted, ${counted(differing.length, "difference", "differences")}`;
  const [wrong] = invalid;
  const isTooMuch = counts.length > MAX_COUNTS;
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 border-t border-hairline bg-surface py-3">
      <p className="grow text-sm">
        <span className="font-semibold">{words}</span>
        {wrong === undefined ? null : <span className="block text-beet">“{wrong.label}”: enter a whole number first.</span>}
        {isTooMuch ? <span className="block text-beet">Apply at most {MAX_COUNTS} counts at once.</span> : null}
      </p>
      <Button look="outline" size="desk" className="min-h-11" disabled={isSending} onClick={() => setAsking("discard")}>
        Discard counts
      </Button>
      <Button
        size="desk"
        className="min-h-11"
        disabled={isSending || wrong !== undefined || counts.length === 0 || isTooMuch}
        onClick={() => setAsking("apply")}
      >
        Apply counts
      </Button>
      <ConfirmDialog
        isOpen={asking === "apply"}
        title={`Apply ${counted(counts.length, "count", "counts")}?`}
        text={<Differences summary={summary} />}
        yes="Apply counts"
        no="Keep counting"
        onYes={() => {
          setAsking(null);
          onApply();
        }}
        onNo={() => setAsking(null)}
      />
      <ConfirmDialog
        isOpen={asking === "discard"}
        title={`Discard ${counted(all, "count", "counts")}?`}
        text="What was counted on this device is lost. The stock stays as it is."
        yes="Discard counts"
        isDanger
        onYes={() => {
          setAsking(null);
          onDiscard();
        }}
        onNo={() => setAsking(null)}
      />
    </div>
  );
}

function Differences({ summary: { counts, differing } }: { readonly summary: CountSummary }) {
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
      <p className="mt-2">What is sold after a row was counted stays sold.</p>
    </>
  );
}
