import { useRef, useState, type ReactNode } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { countedAt, countedText, isDoubtful, labelOf, type Counter } from "#app/catalogue/domain/stock-taking/count-draft.ts";
import { countKey, type CountRow } from "#app/catalogue/domain/stock-taking/stock-taking.ts";
import { CONTROL_CLASS } from "#app/kit/forms/control.ts";
import { useInterval } from "#app/kit/hooks/use-interval.ts";
import { useIsClient } from "#app/kit/hooks/use-is-client.ts";
import { useScannerField } from "#app/kit/hooks/use-scanner-field.ts";
import { useShopClock } from "#app/kit/hooks/use-shop-clock.ts";
import { CountBar } from "./count-bar.tsx";
import { CountsNotice, FoundCounts, RefusedCounts, type CountsAnswer } from "./count-notices.tsx";
import { CountTable } from "./count-table.tsx";
import { useCounts } from "./use-counts.ts";
import { useScanFocus } from "./use-scan-focus.ts";
import { useScans } from "./use-scans.ts";

/** The displayed stock is the baseline of the counts, so it is refreshed while the page is open. */
const FRESH_MS = 20_000;

interface StockTakingProps {
  readonly user: Counter;
  readonly rows: readonly CountRow[];
  /** The search text of the list. */
  readonly q: string;
  /** The category filter of the list; "" = all. */
  readonly category: string;
  readonly answer: CountsAnswer | undefined;
  /** The shop has no counted products. */
  readonly isEmpty: boolean;
  /** Renders the list's search, filters and pages around the rows. */
  readonly renderList: (rows: ReactNode) => ReactNode;
}

/** Stock-taking: typed or scanned counts are compared with the stock; nothing changes before the summary is confirmed. */
export function StockTaking({ user, answer, ...list }: StockTakingProps) {
  const counts = useCounts(user);
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), FRESH_MS);
  const clock = useShopClock();
  const at = new Date(countedAt(counts.draft));
  const words = countedText(counts.draft, at, new Date(now), clock);
  const isAsked = isDoubtful(counts.draft, user.id, at, new Date(now), clock.timeZone);
  useScanFocus(isAsked);
  if (!useIsClient())
    return (
      <p className="border-y border-hairline px-4 py-12 text-center text-base text-ink-2">
        The stock-taking needs scripts. Without them, change the stock in the products one by one.
      </p>
    );
  if (isAsked)
    return (
      <FoundCounts rows={Object.keys(counts.draft.counts).length} words={words} onContinue={counts.takeOver} onDiscard={counts.discard} />
    );
  return (
    <>
      <div className="mb-3 grid gap-3">
        {counts.isFull ? (
          <p role="alert" className="rounded border-2 border-beet bg-beet-tint p-3">
            This device cannot keep more counts. Apply them now.
          </p>
        ) : null}
        <CountsNotice answer={answer} />
        <RefusedCounts draft={counts.draft} onRemove={counts.remove} />
      </div>
      <CountList {...list} counts={counts} words={words} />
    </>
  );
}

interface CountListProps extends Omit<StockTakingProps, "user" | "answer"> {
  readonly counts: ReturnType<typeof useCounts>;
  readonly words: string;
}

/** The rows, the scan field, and the counts. */
function CountList({ rows, q, category, isEmpty, renderList, counts, words }: CountListProps) {
  const { draft, summary, count, restore, addOne, discard, send } = counts;
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
    category,
    onSay: setSpoken,
    onFound: (row, note) => {
      show(row);
      setSpoken(`${labelOf(row)}: ${addOne(row)} counted, ${row.stock} in stock.${note}`);
    },
    onSeveral: (found, code, note) => {
      const [first] = found;
      if (first !== undefined) show(first)?.querySelector("input")?.focus();
      setSpoken(`${found.length} rows have the code “${code}”. Type the count of the right one.${note}`);
    },
  });
  return (
    <div ref={area} className="grid gap-3">
      {isEmpty ? null : <ScanField onScan={scan} />}
      <p role="status" className="min-h-5 text-sm font-semibold">
        {spoken}
      </p>
      {renderList(
        <CountTable rows={rows} draft={draft} scanned={scanned} onCount={count} onRestore={restore} onScan={scan} onFocus={refresh} />,
      )}
      <CountBar summary={summary} words={words} onDiscard={discard} onApply={send} />
    </div>
  );
}

/** Revalidates the page regularly; returns a function that does so immediately. */
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
  const field = useRef<HTMLInputElement>(null);
  useScannerField(field);
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
        ref={field}
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
